import type { LoadLine, LoadMark } from "plimsoll/inspection";
import { scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import { type KeyboardEvent, type PointerEvent, type RefObject, useMemo, useRef, useState } from "react";
import { useWords } from "../words/use-words.ts";
import { useWidth } from "./use-width.ts";
import { type Place, placesOf, stackLoad } from "./stack-load.ts";

const HEIGHT = 380;
const BELOW = 96;
const MARGIN = { top: 26, right: 92, bottom: 30, left: 58 };
const NARROW = 560;

export interface LoadChartProps {
  readonly load: LoadLine;
  readonly svg?: RefObject<SVGSVGElement | null>;
  readonly title: string;
  onOpen?(mark: LoadMark): void;
}

function useScales(load: LoadLine, width: number) {
  return useMemo(() => {
    const places = placesOf(load);
    const top = Math.max(load.max, load.hardLimit, ...places.map(({ tokens }) => tokens), 1);
    const first = load.points[0]?.request ?? 1;
    const last = load.points.at(-1)?.request ?? 1;
    const right = width < NARROW ? 16 : MARGIN.right;
    const x = scaleLinear([first, Math.max(last, first + 1)], [MARGIN.left, width - right]);
    const y = scaleLinear([0, top * 1.04], [HEIGHT - MARGIN.bottom, MARGIN.top]);
    return { places, x, y, right };
  }, [load, width]);
}

type Scales = ReturnType<typeof useScales>;

/** Tokens by section over requests, the lines that they must stay below, and every compaction. */
export function LoadChart({ load, svg, title, onOpen }: LoadChartProps) {
  const { say } = useWords();
  const [frame, width] = useWidth<HTMLDivElement>();
  const own = useRef<SVGSVGElement>(null);
  const scales = useScales(load, width);
  const cursor = useCursor(load, scales, onOpen);
  const isNarrow = width < NARROW;
  return (
    <div ref={frame} className="chart">
      <svg
        ref={svg ?? own}
        width={width}
        height={HEIGHT + BELOW}
        viewBox={`0 0 ${width} ${HEIGHT + BELOW}`}
        role="slider"
        tabIndex={0}
        aria-label={`${title}. ${say("chartLabel")}`}
        aria-valuemin={load.points[0]?.request ?? 0}
        aria-valuemax={load.points.at(-1)?.request ?? 0}
        aria-valuenow={cursor.point?.request ?? 0}
        aria-valuetext={cursor.text}
        {...cursor.handlers}
      >
        <Areas scales={scales} />
        <Axis scales={scales} width={width} isNarrow={isNarrow} />
        <Limits load={load} scales={scales} width={width} isNarrow={isNarrow} />
        <Marks load={load} scales={scales} {...(onOpen ? { onOpen } : {})} />
        <Below load={load} scales={scales} />
        {cursor.point ? (
          <line
            className="cursor"
            x1={scales.x(cursor.point.request)}
            x2={scales.x(cursor.point.request)}
            y1={MARGIN.top}
            y2={HEIGHT + BELOW - 8}
          />
        ) : null}
      </svg>
      <ChartReading load={load} text={cursor.text} />
    </div>
  );
}

function Areas({ scales: { places, x, y } }: { readonly scales: Scales }) {
  const layers = useMemo(() => stackLoad(places), [places]);
  const shape = area<(typeof layers)[number][number]>()
    .x(({ data }) => x(data.request))
    .y0(([low]) => y(low))
    .y1(([, high]) => y(high));
  const edge = line<Place>()
    .x(({ request }) => x(request))
    .y(({ tokens }) => y(tokens));
  return (
    <g>
      {layers.map((layer) => (
        <path key={layer.key} className={`area section-${layer.key}`} d={shape(layer) ?? ""} />
      ))}
      <path className="edge" d={edge(places) ?? ""} />
    </g>
  );
}

function Axis({
  scales: { x, y, right },
  width,
  isNarrow,
}: {
  readonly scales: Scales;
  readonly width: number;
  readonly isNarrow: boolean;
}) {
  const { short, say } = useWords();
  return (
    <g className="axis">
      {y.ticks(5).map((tick) => (
        <g key={tick}>
          <line x1={MARGIN.left} x2={width - right} y1={y(tick)} y2={y(tick)} />
          <text x={MARGIN.left - 8} y={y(tick) + 4} textAnchor="end">
            {short(tick)}
          </text>
        </g>
      ))}
      {x
        .ticks(isNarrow ? 4 : 10)
        .filter(Number.isInteger)
        .map((tick) => (
          <text key={tick} x={x(tick)} y={HEIGHT - MARGIN.bottom + 18} textAnchor="middle">
            {tick}
          </text>
        ))}
      <text x={MARGIN.left - 8} y={14} textAnchor="end">
        {say("tokens")}
      </text>
    </g>
  );
}

/** The trigger carries the mark of a ship's side: a circle with a line through it. */
function Limits({
  load,
  scales: { y, right },
  width,
  isNarrow,
}: {
  readonly load: LoadLine;
  readonly scales: Scales;
  readonly width: number;
  readonly isNarrow: boolean;
}) {
  const { say, short } = useWords();
  const end = width - right;
  const places = [
    { name: "hardLimit" as const, at: load.hardLimit },
    { name: "trigger" as const, at: load.trigger },
  ].filter(({ at }) => at > 0);
  const isClose = places.length === 2 && Math.abs(y(load.hardLimit) - y(load.trigger)) < 26;
  return (
    <g>
      {places.map(({ name, at }) => (
        <g key={name} className={`limit ${name}`}>
          <line x1={MARGIN.left} x2={end} y1={y(at)} y2={y(at)} />
          {name === "trigger" ? (
            <g className="plimsoll" transform={`translate(${MARGIN.left + 26} ${y(at)})`}>
              <circle r={9} />
              <line x1={-17} x2={17} y1={0} y2={0} />
            </g>
          ) : null}
          <text
            x={isNarrow ? end - 4 : end + 6}
            y={y(at) + labelShift(name, isNarrow, isClose)}
            textAnchor={isNarrow ? "end" : "start"}
          >
            {isNarrow ? `${say(name)} ${short(at)}` : say(name)}
          </text>
          {isNarrow ? null : (
            <text className="faint" x={end + 6} y={y(at) + (isClose ? (name === "trigger" ? 28 : -1) : 11)}>
              {short(at)}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

/** Labels of lines that lie close together stand above each other. */
function labelShift(name: "hardLimit" | "trigger", isNarrow: boolean, isClose: boolean): number {
  if (isNarrow) return isClose && name === "hardLimit" ? -19 : -5;
  if (!isClose) return -3;
  return name === "trigger" ? 15 : -14;
}

function Marks({
  load,
  scales: { x, y },
  onOpen,
}: {
  readonly load: LoadLine;
  readonly scales: Scales;
  onOpen?(mark: LoadMark): void;
}) {
  const { say, number } = useWords();
  const isCrowded = load.marks.length > 24;
  return (
    <g>
      {load.marks.map((mark) => (
        <g
          key={mark.id}
          className={mark.undone ? "mark undone" : "mark"}
          data-mark={mark.id}
          onClick={() => onOpen?.(mark)}
        >
          <title>{`v${mark.version}: ${number(mark.before)} → ${number(mark.after)} ${say("tokens")}`}</title>
          <line x1={x(mark.request)} x2={x(mark.request)} y1={y(mark.before)} y2={y(mark.after)} />
          <circle className="from" cx={x(mark.request)} cy={y(mark.before)} r={3.5} />
          <circle className="to" cx={x(mark.request)} cy={y(mark.after)} r={5} />
          {isCrowded ? null : (
            <text x={x(mark.request)} y={y(mark.before) - 9} textAnchor="middle">
              v{mark.version}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

/** Below the line: what of each request came from the cache, and what each cost. */
function Below({ load, scales: { x } }: { readonly load: LoadLine; readonly scales: Scales }) {
  const { say } = useWords();
  const cached = scaleLinear([0, 1], [HEIGHT + 40, HEIGHT + 8]);
  const most = Math.max(...load.points.map(({ cost }) => cost ?? 0));
  const bars = scaleLinear([0, most || 1], [HEIGHT + BELOW - 10, HEIGHT + 58]);
  const known = load.points.filter((point) => point.cached !== null);
  const width = Math.max(1, Math.min(14, (x(2) - x(1)) * 0.6));
  const shape = area<(typeof known)[number]>()
    .x(({ request }) => x(request))
    .y0(cached(0))
    .y1((point) => cached(point.cached ?? 0));
  return (
    <g className="below">
      <text x={MARGIN.left} y={HEIGHT + 4}>
        {say("cachedShare")}
      </text>
      <path className="cached" d={shape(known) ?? ""} />
      <text x={MARGIN.left} y={HEIGHT + 54}>
        {load.cost === null ? say("noPrice") : say("costPerRequest")}
      </text>
      {most > 0
        ? load.points.map(({ request, cost }) => (
            <rect
              key={request}
              className="cost"
              x={x(request) - width / 2}
              width={width}
              y={bars(cost ?? 0)}
              height={bars(0) - bars(cost ?? 0)}
            />
          ))
        : null}
    </g>
  );
}

/** The request under the pointer, or that the keys moved to. */
function useCursor(load: LoadLine, { x }: Scales, onOpen?: (mark: LoadMark) => void) {
  const { say, number, percent, dollars, named } = useWords();
  const [at, setAt] = useState<number>();
  const point = at === undefined ? undefined : load.points[at];
  const mark = point && load.marks.find(({ request }) => request === point.request);
  const describe = (): string => {
    if (!point) return say("nRequests", { n: number(load.requests) });
    const parts = Object.entries(point.sections)
      .filter(([, tokens]) => tokens >= 1)
      .map(([section, tokens]) => `${named("section", section)} ${number(tokens)}`);
    const fell = mark
      ? ` · ${say("compactedHere")} v${mark.version}: ${number(mark.before)} → ${number(mark.after)}`
      : "";
    return `${say("request")} ${point.request}: ${say("nTokens", { n: number(point.tokens) })} (${parts.join(", ")}) · ${say("cachedShare")} ${percent(point.cached)}${point.cost === null ? "" : ` · ${dollars(point.cost)}`}${fell}`;
  };
  const move = (by: number): void =>
    setAt((before) => Math.min(load.points.length - 1, Math.max(0, (before ?? load.points.length - 1) + by)));
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => move(-1),
    ArrowRight: () => move(1),
    PageUp: () => move(-10),
    PageDown: () => move(10),
    Home: () => setAt(0),
    End: () => setAt(load.points.length - 1),
    Enter: () => mark && onOpen?.(mark),
    Escape: () => setAt(undefined),
  };
  return {
    point,
    text: describe(),
    handlers: {
      onKeyDown: (event: KeyboardEvent) => {
        const act = keys[event.key];
        if (!act) return;
        event.preventDefault();
        act();
      },
      onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
        const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
        setAt(nearest(load, x.invert(left)));
      },
      onPointerLeave: () => setAt(undefined),
    },
  };
}

function nearest({ points }: LoadLine, request: number): number {
  let best = 0;
  points.forEach((point, index) => {
    if (Math.abs(point.request - request) < Math.abs((points[best]?.request ?? 0) - request)) best = index;
  });
  return best;
}

/** What stands at the cursor, in words: always of the same height, so that nothing moves. */
function ChartReading({ load, text }: { readonly load: LoadLine; readonly text: string }) {
  const { say, dollars } = useWords();
  return (
    <p className="reading" aria-live="off">
      <span>{text}</span>
      {load.cost === null ? null : (
        <span className="muted">
          {" "}
          · {say("cost")} {dollars(load.cost)}
        </span>
      )}
    </p>
  );
}
