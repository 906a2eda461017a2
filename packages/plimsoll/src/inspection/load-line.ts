import type { CompactEvent } from "../events/compact-event.js";
import type { TokenSections } from "../engine/follow/measure.js";
import type { CompactionRecord } from "../engine/follow/compaction-record.js";
import { isEvent } from "./is-event.js";
import type { ModelPrices } from "../tokens/prices.js";
import { RequestLine } from "./request-line.js";

/** One request to the model. */
export interface LoadPoint {
  /** Counts the session's requests from 1. */
  readonly request: number;
  readonly ts: string;
  readonly tokens: number;
  /** They add up to `tokens`. */
  readonly sections: TokenSections;
  /** The share that came from the provider's cache; null if unknown. */
  readonly cached: number | null;
  /** True if the share is what could be reused, not what the provider reported. */
  readonly cachedIsGuess: boolean;
  /** Dollars for the input; null if the price is unknown. */
  readonly cost: number | null;
}

/** A compaction on the line: it stands between two requests. */
export interface LoadMark {
  /** The request that it was made for. */
  readonly request: number;
  readonly id: string;
  readonly version: number;
  readonly ts: string;
  readonly trigger: string;
  /** What that request would have been, and what was sent instead. */
  readonly before: number;
  readonly after: number;
  readonly undone: boolean;
}

/** How full the window of a session was, request by request. */
export interface LoadLine {
  readonly points: readonly LoadPoint[];
  readonly marks: readonly LoadMark[];
  readonly max: number;
  /** A request of so many tokens is compacted; 0 if unknown. */
  readonly trigger: number;
  readonly hardLimit: number;
  readonly model: string;
  readonly requests: number;
  /** Dollars for the input of all requests; null if the price is unknown. */
  readonly cost: number | null;
  /** True if the points were worked out from the items, because nobody measured the requests. */
  readonly isReconstructed: boolean;
}

export interface LoadLineInput {
  readonly events: readonly CompactEvent[];
  /** All of the session's compactions, and the ids of those that stand. */
  readonly records: readonly CompactionRecord[];
  readonly standing: ReadonlySet<string>;
  pricesOf(model: string): ModelPrices | undefined;
}

/** More points than pixels say nothing. */
const MAX_POINTS = 800;

/** The load line of a session, from the events that were archived or heard. Pure. */
export function readLoadLine({ events, records, standing, pricesOf }: LoadLineInput): LoadLine {
  const draft = new RequestLine();
  const made = new Map(records.map((record) => [record.id, record]));
  for (const event of events) {
    if (isEvent(event, "compact.token_estimate")) draft.measure(event);
    if (isEvent(event, "compact.trigger_decision")) draft.decide(event);
    if (isEvent(event, "compact.compacted")) draft.compacted(event);
  }
  const model = draft.model || (records.length > 0 ? "unknown" : "");
  const points = withCosts(draft.points, pricesOf(model));
  const costs = points.map(({ cost }) => cost);
  return {
    points: thinned(points, new Set(draft.marks.map(({ request }) => request))),
    marks: draft.marks.map((mark) => ({
      ...mark,
      trigger: made.get(mark.id)?.trigger ?? "",
      undone: !standing.has(mark.id),
    })),
    max: draft.max,
    trigger: draft.trigger,
    hardLimit: draft.hardLimit,
    model,
    requests: points.length,
    cost: costs.some((cost) => cost !== null)
      ? costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)
      : null,
    isReconstructed: false,
  };
}

function withCosts(points: readonly Omit<LoadPoint, "cost">[], prices: ModelPrices | undefined): LoadPoint[] {
  return points.map((point) => {
    const cached = (point.cached ?? 0) * point.tokens;
    const cost = prices
      ? ((point.tokens - cached) * prices.input + cached * prices.cachedInput) / 1_000_000
      : null;
    return { ...point, cost };
  });
}

/** Keeps both ends, what stands beside compactions, and of the rest an even share. */
export function thinned(points: readonly LoadPoint[], marked: ReadonlySet<number>): LoadPoint[] {
  if (points.length <= MAX_POINTS) return [...points];
  const step = points.length / MAX_POINTS;
  const chosen = new Set(Array.from({ length: MAX_POINTS }, (_, index) => Math.floor(index * step)));
  return points.filter(
    ({ request }, index) =>
      chosen.has(index) ||
      index === points.length - 1 ||
      marked.has(request) ||
      marked.has(request + 1) ||
      marked.has(request - 1),
  );
}
