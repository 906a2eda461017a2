import type { LoadLine } from "plimsoll/inspection";
import { type ScaleLinear, scaleLinear } from "d3-scale";
import type { LegendRow } from "./legend-rows.ts";

const NARROW = 560;
const PLOT_HEIGHT = 300;
const LEGEND_LINE = 22;
const FLAGS = 26;
const PANEL = 40;
const PANEL_GAP = 34;
const AXIS = 30;

type Scale = ScaleLinear<number, number>;

/** A box of the drawing, in its pixels. */
export interface Frame {
  readonly top: number;
  readonly bottom: number;
}

/** Where everything is. */
export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  readonly isNarrow: boolean;
  readonly left: number;
  readonly right: number;
  readonly plot: Frame;
  readonly cached: Frame;
  readonly cost: Frame;
  readonly legend: readonly LegendRow[];
  readonly x: Scale;
  readonly y: Scale;
  /** Where the column of a point begins and ends: it lasts until the next one. */
  edges(index: number): readonly [number, number];
}

export function chartLayout(load: LoadLine, width: number, legend: readonly LegendRow[]): ChartLayout {
  const isNarrow = width < NARROW;
  const left = isNarrow ? 58 : 62;
  const right = width - (isNarrow ? 14 : 112);
  const top = 14 + legend.length * LEGEND_LINE + (load.marks.length > 0 ? FLAGS : 12);
  const plot = { top, bottom: top + PLOT_HEIGHT };
  const cached = { top: plot.bottom + AXIS + PANEL_GAP, bottom: plot.bottom + AXIS + PANEL_GAP + PANEL };
  const cost = { top: cached.bottom + PANEL_GAP, bottom: cached.bottom + PANEL_GAP + PANEL };
  const { points } = load;
  const first = points[0]?.request ?? 1;
  const last = points.at(-1)?.request ?? 1;
  const x = scaleLinear([first - 0.5, last + 0.5], [left, right]);
  const y = scaleLinear([0, mostTokens(load) * 1.05], [plot.bottom, plot.top]);
  return {
    width,
    height: (hasCost(load) ? cost.bottom : cached.bottom) + 18,
    isNarrow,
    left,
    right,
    plot,
    cached,
    cost,
    legend,
    x,
    y,
    edges: (index) => [
      x((points[index]?.request ?? 1) - 0.5),
      index + 1 < points.length ? x((points[index + 1]?.request ?? 1) - 0.5) : right,
    ],
  };
}

export const hasCost = ({ points }: LoadLine): boolean => points.some(({ cost }) => (cost ?? 0) > 0);

/** The window is in the picture if the line comes anywhere near it; a short session in a huge one is shown large. */
function mostTokens({ points, marks, max, trigger, hardLimit }: LoadLine): number {
  const seen = Math.max(1, ...points.map(({ tokens }) => tokens), ...marks.map(({ before }) => before));
  const limit = Math.max(max, hardLimit, trigger);
  return limit > 0 && limit <= seen * 4 ? Math.max(seen, limit) : seen;
}
