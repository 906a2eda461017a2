import type { LoadLine, LoadMark } from "plimsoll/inspection";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { useWords } from "../words/use-words.ts";
import { versionName } from "../words/version-name.ts";
import type { ChartLayout } from "./chart-layout.ts";
import { SECTIONS } from "./sections.ts";

/** The request under the pointer, or that the keys moved to. */
export function useCursor(load: LoadLine, layout: ChartLayout, onOpen?: (mark: LoadMark) => void) {
  const [at, setAt] = useState<number>();
  const text = useDescription(load, at);
  const point = at === undefined ? undefined : load.points[at];
  const marks = point ? load.marks.filter(({ request }) => request === point.request) : [];
  const last = load.points.length - 1;
  const move = (by: number): void => setAt((before) => Math.min(last, Math.max(0, (before ?? last) + by)));
  const toMark = (step: 1 | -1): void => {
    const here = point?.request ?? (step > 0 ? 0 : Number.POSITIVE_INFINITY);
    const ordered = step > 0 ? load.marks : load.marks.toReversed();
    const next = ordered.find(({ request }) => (step > 0 ? request > here : request < here));
    if (next) setAt(load.points.findIndex(({ request }) => request === next.request));
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => move(-1),
    ArrowRight: () => move(1),
    ArrowUp: () => toMark(-1),
    ArrowDown: () => toMark(1),
    PageUp: () => move(-10),
    PageDown: () => move(10),
    Home: () => setAt(0),
    End: () => setAt(last),
    Enter: () => marks[0] && onOpen?.(marks[0]),
    Escape: () => setAt(undefined),
  };
  return {
    index: at,
    point,
    marks,
    text,
    handlers: {
      onKeyDown: (event: KeyboardEvent) => {
        const act = keys[event.key];
        if (!act) return;
        event.preventDefault();
        act();
      },
      onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
        const box = event.currentTarget.getBoundingClientRect();
        const left = ((event.clientX - box.left) / box.width) * layout.width;
        setAt(left < layout.left - 20 ? undefined : nearest(load, layout.x.invert(left)));
      },
      onPointerLeave: () => setAt(undefined),
      onBlur: () => setAt(undefined),
    },
  };
}

/** The same in words, for whoever does not see the picture. */
function useDescription(load: LoadLine, at: number | undefined): string {
  const words = useWords();
  const { say, number, percent, dollars, named } = words;
  const point = at === undefined ? undefined : load.points[at];
  if (!point) return say("nRequests", { n: number(load.requests) });
  const parts = SECTIONS.filter((section) => point.sections[section] >= 1).map(
    (section) => `${named("section", section)} ${number(point.sections[section])}`,
  );
  const falls = load.marks
    .filter(({ request }) => request === point.request)
    .map(
      (mark) =>
        ` · ${say("compactedHere")} ${versionName(mark.version, words)}: ${number(mark.before)} → ${number(mark.after)}`,
    );
  return `${say("request")} ${point.request}: ${say("nTokens", { n: number(point.tokens) })} (${parts.join(", ")}) · ${say("cachedShare")} ${percent(point.cached)}${point.cost === null ? "" : ` · ${dollars(point.cost)}`}${falls.join("")}`;
}

function nearest({ points }: LoadLine, request: number): number {
  let best = 0;
  points.forEach((point, index) => {
    if (Math.abs(point.request - request) < Math.abs((points[best]?.request ?? 0) - request)) best = index;
  });
  return best;
}
