import { type Attributes, type Span, SpanStatusCode, trace, type Tracer } from "@opentelemetry/api";
import { BoundedMap } from "../../collections/bounded-map.js";
import type { CompactEvent } from "../../events/compact-event.js";
import { eventAttributes } from "./event-attributes.js";

interface OpenSpan {
  readonly span: Span;
  /** The time of its newest event, at which a compaction that was given up ended. */
  lastTs: string;
}

/** A session that was never closed must not be remembered for ever. */
const MAX_SESSIONS = 10_000;
const REFUSALS: ReadonlySet<string> = new Set([
  "compact.insufficient_budget",
  "compact.constraints_do_not_fit",
]);
const IMPORTANT: ReadonlySet<string> = new Set(["warning", "high"]);

/**
 * Makes one span of the events of a compaction: from the estimate that led to it until the new window stands. Its
 * parent is the span that is active where the call was made. A warning outside a compaction becomes an event of that
 * active span.
 */
export class CompactionSpans {
  readonly #tracer: Tracer;
  readonly #open = new BoundedMap<string, OpenSpan>(MAX_SESSIONS, (_, lost) => endSpan(lost));
  /** When the newest estimate of a session was made. */
  readonly #estimated = new BoundedMap<string, string>(MAX_SESSIONS);

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  /** Takes in one event; returns how many seconds a compaction took that ends with it. */
  take(event: CompactEvent): number | undefined {
    const { session_id: session, event: name } = event;
    if (name === "compact.trigger_decision") this.#decided(event);
    const open = this.#open.get(session);
    if (name === "compact.token_estimate" && !open) this.#estimated.set(session, event.ts);
    if (!open) {
      if (IMPORTANT.has(event.severity)) addTo(trace.getActiveSpan(), event);
      return undefined;
    }
    addTo(open.span, event);
    open.lastTs = event.ts;
    if (name === "compact.compacted") return this.#compacted(open, event);
    if (REFUSALS.has(name)) this.#end(session, { code: SpanStatusCode.ERROR, message: name });
    return undefined;
  }

  /** Ends what nobody will end any more. */
  close(): void {
    for (const session of this.#open.keys()) this.#end(session);
  }

  #decided(event: CompactEvent): void {
    const { session_id: session, model, ts } = event;
    // A compaction whose result was not smaller ends without a word.
    if (this.#open.has(session)) this.#end(session);
    if (event["action"] !== "compact") return;
    const started = this.#estimated.get(session) ?? ts;
    const span = this.#tracer.startSpan(`compact ${model}`, {
      startTime: new Date(started),
      attributes: {
        "gen_ai.operation.name": "compact",
        "gen_ai.request.model": model,
        "gen_ai.conversation.id": session,
        "plimsoll.trigger": String(event["trigger"]),
        "plimsoll.reason": String(event["reason"]),
      },
    });
    this.#open.set(session, { span, lastTs: ts });
  }

  #compacted({ span }: OpenSpan, event: CompactEvent): number {
    const { session_id: session, ts } = event;
    span.setAttributes(resultOf(event));
    this.#end(session, { code: SpanStatusCode.OK });
    const started = Date.parse(this.#estimated.get(session) ?? ts);
    return Math.max(0, Date.parse(ts) - started) / 1000;
  }

  #end(session: string, status?: { readonly code: SpanStatusCode; readonly message?: string }): void {
    const open = this.#open.get(session);
    if (!open) return;
    this.#open.delete(session);
    if (status) open.span.setStatus(status);
    endSpan(open);
  }
}

function endSpan({ span, lastTs }: OpenSpan): void {
  span.end(new Date(lastTs));
}

function resultOf(event: CompactEvent): Attributes {
  const { "plimsoll.t_est": before, "plimsoll.t_after": after, ...others } = eventAttributes(event);
  return {
    ...others,
    ...(before === undefined ? {} : { "plimsoll.tokens.before": before }),
    ...(after === undefined ? {} : { "plimsoll.tokens.after": after }),
  };
}

function addTo(span: Span | undefined, event: CompactEvent): void {
  span?.addEvent(event.event, eventAttributes(event), new Date(event.ts));
}
