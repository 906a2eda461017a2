import type { LoadLine, LoadPoint } from "plimsoll/inspection";
import { stack } from "d3-shape";

export const SECTIONS = ["system", "tools", "memory", "history", "newInput"] as const;
export type Section = (typeof SECTIONS)[number];

/** A place on the line: a request, or what it was before a compaction made it smaller. */
export interface Place {
  readonly request: number;
  readonly tokens: number;
  readonly sections: Readonly<Record<Section, number>>;
}

/** A compaction is a fall at one request: the line goes up to what was asked for, and straight down to what was sent. */
export function placesOf({ points, marks }: Pick<LoadLine, "points" | "marks">): Place[] {
  const falls = new Map(marks.map((mark) => [mark.request, mark]));
  return points.flatMap((point, index) => {
    const mark = falls.get(point.request);
    if (!mark || mark.before <= point.tokens) return [point];
    return [beforeFall(point, points[index - 1], mark.before), point];
  });
}

function beforeFall(point: LoadPoint, earlier: LoadPoint | undefined, tokens: number): Place {
  const known = earlier?.sections ?? point.sections;
  const sum = SECTIONS.reduce((total, section) => total + known[section], 0);
  const newInput = known.newInput + Math.max(0, tokens - sum);
  const scale = sum > tokens ? tokens / sum : 1;
  return {
    request: point.request,
    tokens,
    sections: {
      system: known.system * scale,
      tools: known.tools * scale,
      memory: known.memory * scale,
      history: known.history * scale,
      newInput: newInput * scale,
    },
  };
}

export const stackLoad = (places: readonly Place[]) =>
  stack<Place, Section>()
    .keys(SECTIONS)
    .value((place, section) => place.sections[section])([...places]);
