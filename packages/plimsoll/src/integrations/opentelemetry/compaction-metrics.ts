import type { Attributes, Counter, Histogram, Meter } from "@opentelemetry/api";
import type { CompactEvent } from "../../events/compact-event.js";

/** Every metric: its name, what it counts, and its unit. The documentation and the dashboard are held against it. */
export const METRICS = {
  compactions: {
    name: "plimsoll.compactions",
    unit: "{compaction}",
    about: "Compactions that were committed.",
  },
  duration: {
    name: "plimsoll.compaction.duration",
    unit: "s",
    about: "Time from the estimate that led to a compaction until the new window stood.",
  },
  tokens: {
    name: "plimsoll.compaction.tokens",
    unit: "{token}",
    about: "Tokens of the window before and after a compaction.",
  },
  utilization: {
    name: "plimsoll.window.utilization",
    unit: "1",
    about: "Share of the window that a request fills.",
  },
  usage: {
    name: "gen_ai.client.token.usage",
    unit: "{token}",
    about: "Tokens that summarizing models read and wrote.",
  },
  facts: {
    name: "plimsoll.facts",
    unit: "{fact}",
    about: "Facts of what was summarized, by what became of them.",
  },
  cost: {
    name: "plimsoll.summary.cost",
    unit: "USD",
    about: "Price of summaries by list price, where it is known.",
  },
  refusals: {
    name: "plimsoll.refusals",
    unit: "{refusal}",
    about: "Requests that cannot fit whatever is done.",
  },
  degradations: {
    name: "plimsoll.degradations",
    unit: "{event}",
    about: "Parts that failed and were replaced by a cheaper way.",
  },
  undone: { name: "plimsoll.undone", unit: "{compaction}", about: "Compactions that were taken back." },
} as const;

type Instruments = { readonly [Key in keyof typeof METRICS]: Counter | Histogram };

const REFUSALS: Readonly<Record<string, string>> = {
  "compact.insufficient_budget": "INSUFFICIENT_BUDGET",
  "compact.constraints_do_not_fit": "CONSTRAINTS_DO_NOT_FIT",
};
const DEGRADATIONS: ReadonlySet<string> = new Set([
  "compact.summary_failed",
  "compact.summary_skipped",
  "compact.store_degraded",
  "compact.exporter_failed",
  "compact.part_failed",
  "compact.nodes_apart",
  "compact.passed_through",
  "compact.history_cut",
  "compact.item_unreadable",
  "compact.original_unreadable",
  "provider_window.compaction_failed",
  "provider_window.local_fallback",
]);
const OUTCOMES = ["retained", "recoverable", "missing", "mutated", "stale"] as const;
/** Powers of four, as the conventions for token usage advise. */
const TOKEN_BOUNDS = Array.from({ length: 14 }, (_, power) => 4 ** power);
const SECOND_BOUNDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const SHARE_BOUNDS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1];

/** Counts what events tell. No attribute names a session, a tool or a text, so the number of series stays small. */
export class CompactionMetrics {
  readonly #of: Instruments;

  constructor(meter: Meter) {
    const counter = (key: keyof typeof METRICS): Counter =>
      meter.createCounter(METRICS[key].name, { unit: METRICS[key].unit, description: METRICS[key].about });
    const histogram = (key: keyof typeof METRICS, explicitBucketBoundaries: number[]): Histogram =>
      meter.createHistogram(METRICS[key].name, {
        unit: METRICS[key].unit,
        description: METRICS[key].about,
        advice: { explicitBucketBoundaries },
      });
    this.#of = {
      compactions: counter("compactions"),
      duration: histogram("duration", SECOND_BOUNDS),
      tokens: histogram("tokens", TOKEN_BOUNDS),
      utilization: histogram("utilization", SHARE_BOUNDS),
      usage: histogram("usage", TOKEN_BOUNDS),
      facts: counter("facts"),
      cost: counter("cost"),
      refusals: counter("refusals"),
      degradations: counter("degradations"),
      undone: counter("undone"),
    };
  }

  /** @param seconds how long the compaction took that ends with this event */
  take(event: CompactEvent, seconds?: number): void {
    const model = { "gen_ai.request.model": event.model };
    const { event: name } = event;
    if (name === "compact.token_estimate")
      this.#add("utilization", shareOf(event["t_est"], event["max"]), model);
    else if (name === "compact.compacted") this.#compacted(event, { model, seconds });
    else if (name === "compact.summary_usage") this.#used(event, model);
    else if (name === "compact.verified")
      for (const outcome of OUTCOMES)
        this.#add("facts", event[outcome], { ...model, "plimsoll.outcome": outcome });
    else if (name === "compact.undone") this.#add("undone", 1, model);
    const code = REFUSALS[name];
    if (code !== undefined) this.#add("refusals", 1, { ...model, "error.type": code });
    if (DEGRADATIONS.has(name)) this.#add("degradations", 1, { ...model, "plimsoll.event": name });
  }

  #compacted(
    event: CompactEvent,
    { model, seconds }: { readonly model: Attributes; readonly seconds: number | undefined },
  ): void {
    this.#add("compactions", 1, model);
    this.#add("duration", seconds, model);
    this.#add("tokens", event["t_est"], { ...model, "plimsoll.when": "before" });
    this.#add("tokens", event["t_after"], { ...model, "plimsoll.when": "after" });
  }

  /** The model that wrote, which may be another than the one whose window is compacted. */
  #used(event: CompactEvent, agent: Attributes): void {
    const { by } = event;
    const model = typeof by === "string" ? { "gen_ai.request.model": by } : agent;
    this.#add("cost", event["dollars"], model);
    for (const type of ["input", "output"] as const)
      this.#add("usage", event[`${type}_tokens`], {
        ...model,
        "gen_ai.operation.name": "compact",
        "gen_ai.token.type": type,
      });
  }

  #add(key: keyof typeof METRICS, value: unknown, attributes: Attributes): void {
    if (typeof value !== "number" || !(value >= 0)) return;
    const instrument = this.#of[key];
    if ("record" in instrument) instrument.record(value, attributes);
    else if (value > 0) instrument.add(value, attributes);
  }
}

function shareOf(part: unknown, whole: unknown): number | undefined {
  return typeof part === "number" && typeof whole === "number" && whole > 0 ? part / whole : undefined;
}
