import type { CompactEvent, EventOf } from "../events/compact-event.js";
import type { TokenSections } from "../engine/follow/measure.js";
import type { CompactionRecord } from "../engine/follow/compaction-record.js";
import { isEvent } from "./is-event.js";
import type { ModelPrices } from "../tokens/prices.js";

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

type Estimate = CompactEvent & EventOf<"compact.token_estimate">;
type Choice = EventOf<"compact.trigger_decision">;

/** More points than pixels say nothing. */
const MAX_POINTS = 800;

/** The load line of a session, from the events that were archived or heard. Pure. */
export function readLoadLine({ events, records, standing, pricesOf }: LoadLineInput): LoadLine {
  const draft = new LineDraft();
  const made = new Map(records.map((record) => [record.id, record]));
  for (const event of events) {
    if (isEvent(event, "compact.token_estimate")) draft.measure(event);
    if (isEvent(event, "compact.trigger_decision")) draft.decide(event);
    if (isEvent(event, "compact.compacted")) draft.mark(event, made.get(event.compaction_id));
  }
  const model = draft.model || (records.length > 0 ? "unknown" : "");
  const points = withCosts(draft.points, pricesOf(model));
  const costs = points.map(({ cost }) => cost);
  return {
    points: thinned(points, new Set(draft.marks.map(({ request }) => request))),
    marks: draft.marks.map((mark) => ({ ...mark, undone: !standing.has(mark.id) })),
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

type Draft = Omit<LoadPoint, "cost">;

/** Measures come in the order of calls; a compaction measures once before it and once after. */
class LineDraft {
  readonly points: Draft[] = [];
  readonly marks: Omit<LoadMark, "undone">[] = [];
  max = 0;
  trigger = 0;
  hardLimit = 0;
  model = "";
  #lookedAt: Draft | undefined;

  measure(event: Estimate): void {
    const last = this.points.at(-1);
    this.max = event.max;
    if (event.model !== "unknown" || this.model === "") this.model = event.model;
    if (last && event.reported !== undefined && event.reported > 0)
      this.points[this.points.length - 1] = {
        ...last,
        cached: Math.min(1, (event.reported_cached ?? 0) / event.reported),
        cachedIsGuess: false,
      };
    const next = this.#point(event, last);
    // The same list looked at twice is one request.
    if (last && last.tokens === next.tokens)
      this.points[this.points.length - 1] = { ...next, request: last.request };
    else this.points.push(next);
  }

  decide({ max, limit, trigger, policy }: Choice): void {
    this.#lookedAt = undefined;
    // A list that was only planned for was not sent; where it is compacted, that is told next.
    if (trigger === "manual" && this.points.length > 1) this.#lookedAt = this.points.pop();
    const buffer = policy.hard_cap_buffer < max ? policy.hard_cap_buffer : Math.floor(max / 8);
    this.hardLimit = Math.max(1, max - buffer);
    this.trigger = Math.min(Math.floor(max * policy.trigger_pct), this.hardLimit);
    if (trigger === "none") this.trigger = limit;
  }

  mark(event: CompactEvent & EventOf<"compact.compacted">, record: CompactionRecord | undefined): void {
    this.#joinMeasures(event.t_est, event.t_after);
    this.marks.push({
      request: this.points.at(-1)?.request ?? 1,
      id: event.compaction_id,
      version: event.version,
      ts: event.ts,
      trigger: record?.trigger ?? "",
      before: event.t_est,
      after: event.t_after,
    });
  }

  /** The measures before and after a compaction belong to one request: what was sent is the second. */
  #joinMeasures(before: number, after: number): void {
    if (this.#lookedAt?.tokens === before) return;
    const [earlier, last] = this.points.slice(-2);
    if (earlier?.tokens !== before || last?.tokens !== after) return;
    this.points.splice(-2, 2, { ...last, request: earlier.request });
  }

  #point(event: Estimate, last: Draft | undefined): Draft {
    const { system, tools, memory, history, new_input: newInput } = event.sections;
    const raw = Math.max(1, system + tools + memory + history + newInput);
    const share = (tokens: number): number => (tokens / raw) * event.t_est;
    const reusable = last === undefined ? 0 : Math.min(last.tokens, event.t_est);
    return {
      request: (last?.request ?? 0) + 1,
      ts: event.ts,
      tokens: event.t_est,
      sections: {
        system: share(system),
        tools: share(tools),
        memory: share(memory),
        history: share(history),
        newInput: share(newInput),
      },
      cached:
        event.t_est > 0
          ? (last && last.tokens > event.t_est ? share(system + tools) : reusable) / event.t_est
          : null,
      cachedIsGuess: true,
    };
  }
}

function withCosts(points: readonly Draft[], prices: ModelPrices | undefined): LoadPoint[] {
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
