import type { CompactionRecord } from "../engine/follow/compaction-record.js";
import type { CompactEvent } from "../events/compact-event.js";
import type { ModelPrices } from "../tokens/prices.js";
import { isEvent } from "./is-event.js";
import type { LoadLine } from "./load-line.js";
import { thinnedPoints } from "./thinned-points.js";
import { withCosts } from "./with-costs.js";
import { RequestLine } from "./request-line.js";

export interface LoadLineInput {
  readonly events: readonly CompactEvent[];
  /** All of the session's compactions, and the ids of those that stand. */
  readonly records: readonly CompactionRecord[];
  readonly standing: ReadonlySet<string>;
  pricesOf(model: string): ModelPrices | undefined;
}

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
    points: thinnedPoints(points, new Set(draft.marks.map(({ request }) => request))),
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
