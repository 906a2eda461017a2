import { z } from "zod";
import { CompactError } from "../errors/compact-error.js";
import type { CompactEvent } from "./compact-event.js";
import { EVENT_NAMES, type EventName, isEventName, SEVERITIES } from "./event-names.js";

const text = z.string();
const number = z.number();
const count = z.int().nonnegative();

/** One side of the place at which the provider's prefix and a new request part. */
const mismatchSide = z.strictObject({ type: text, stable_id: text, hash: text, preview: text.optional() });

const FIELDS: Readonly<Record<EventName, z.ZodRawShape>> = {
  "compact.token_estimate": {
    t_est: number,
    max: number,
    raw: number,
    estimator: text,
    anchored: z.boolean(),
    calibration: number,
    sections: z.strictObject({
      system: number,
      tools: number,
      memory: number,
      history: number,
      new_input: number,
    }),
  },
  "compact.trigger_decision": {
    action: z.enum(["none", "compact"]),
    trigger: text,
    reason: text,
    t_est: number,
    max: number,
    limit: number,
    target: number,
  },
  "compact.cost": {
    mode: z.enum(["advice", "decide"]),
    action: z.enum(["compact", "wait"]),
    priced: z.boolean(),
    reason: text,
    turns: count,
    requests_per_turn: number,
    growth_per_turn: number,
    t_est: number,
    t_after: number,
    saves: number.optional(),
    summary_cost: number.optional(),
    prefix_cost: number.optional(),
    net: number.optional(),
    compactions_now: count.optional(),
    compactions_waiting: count.optional(),
  },
  "compact.policy_applied": {
    policy: text,
    strategy: text,
    rung: z.union([text, number]),
    kept: count,
    pruned_count: count,
    keep_recent_turns: count,
    keep_tool_io_pairs: count,
    superseded_count: count,
    t_est: number,
    t_planned: number,
    target: number,
  },
  "compact.summary_created": {
    version: count,
    summarizer: text,
    template: text,
    summary_tokens: number,
    max_tokens: number,
    covered: count,
    attempts: count,
    dropped_entries: count,
  },
  "compact.summary_failed": { summarizer: text, template: text, reason: text },
  "compact.summary_skipped": { reason: text },
  "compact.summary_usage": {
    requests: count,
    input_tokens: number,
    output_tokens: number,
    cached_tokens: number,
  },
  "compact.pruned_messages": { pruned_count: count, kept: count, ids: z.array(text) },
  "compact.evidence_applied": { count, t_freed: number },
  "compact.verified": {
    facts: count,
    retained: count,
    recoverable: count,
    missing: count,
    mutated: count,
    stale: count,
    restored: count,
    corrected: count,
    removed: count,
    revised: z.boolean(),
  },
  "compact.compacted": {
    version: count,
    compaction_id: text,
    t_est: number,
    t_after: number,
    max: number,
    pruned_count: count,
    kept: count,
    summary_tokens: number,
    rebound_tokens: number.optional(),
    rebound_turns: count.optional(),
  },
  "compact.reapplied": { version: count, compaction_id: text, t_est: number },
  "compact.undone": { version: count, compaction_id: text },
  "compact.redone": { version: count, compaction_id: text },
  "compact.malformed_items": {
    orphan_results: count,
    duplicate_calls: count,
    missing_results: count,
    set_aside: count,
    trimmed: count,
  },
  "compact.protected": { item_id: text, key: text },
  "compact.unknown_model": { max: number },
  "compact.passed_through": { integration: text, cause: z.enum(["server_managed", "failed"]), reason: text },
  "compact.store_degraded": {
    operation: text,
    reason: text,
    store: text.optional(),
    since: text.optional(),
    kept_entries: count.optional(),
    kept_artifacts: count.optional(),
  },
  "compact.exporter_failed": { exporter: text, reason: text },
  "compact.part_failed": { part: text, reason: text },
  "compact.session_used": { operation: text },
  "compact.redaction_disabled": {},
  "compact.original_unreadable": { item_id: text, reason: text },
  "compact.insufficient_budget": { fixed: number, floor: number, budget: number },
  "compact.swept": { removed: count, artifacts: count.optional(), sessions: z.array(text).optional() },
  "provider_window.request_sent": {
    mode: z.enum(["full", "incremental"]),
    items_sent: count,
    items_total: count,
    shape_hash: text,
    t_est: number,
    reason: text.optional(),
  },
  "provider_window.continuation_missed": {
    reason: text,
    expected_prefix_length: count,
    current_length: count,
    first_mismatch_index: z.int().min(-1),
    expected_shape_hash: text,
    current_shape_hash: text,
    changed_fields: z.array(text),
    expected: mismatchSide.optional(),
    current: mismatchSide.optional(),
  },
  "provider_window.reset": { reason: text },
  "provider_window.compacted": {
    compaction_id: text,
    mode: text,
    trigger: text,
    provider: text,
    shape_hash: text,
    covered_items: count,
    compaction_items: count,
    t_before: number,
    t_after: number,
    input_tokens: number,
    output_tokens: number,
    payloads: z.array(z.strictObject({ hash: text, bytes: count })),
    checkpoint: text.optional(),
  },
  "provider_window.compaction_skipped": { mode: text, trigger: text, reason: text },
  "provider_window.compaction_failed": {
    mode: text,
    trigger: text,
    kind: text,
    reason: text,
    status: number.optional(),
  },
  "provider_window.retried": {
    route: text,
    attempt: count,
    delay_ms: number,
    reason: text,
    status: number.optional(),
  },
  "provider_window.local_fallback": { reason: text, t_before: number, t_after: number },
  "provider_window.cache_lost": { cause: text, expected: number, cached: number },
};

function schemaOf(name: EventName): z.ZodType {
  return z.strictObject({
    ts: z.iso.datetime(),
    session_id: text,
    event: z.literal(name),
    severity: z.enum(SEVERITIES),
    model: text,
    ...FIELDS[name],
  });
}

/** One strict schema per event: a field that is not named here is refused, so that nothing slips out. */
export const EVENT_SCHEMAS: Readonly<Record<EventName, z.ZodType>> = Object.fromEntries(
  EVENT_NAMES.map((name) => [name, schemaOf(name)]),
) as Record<EventName, z.ZodType>;

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") return `field ${issue.keys.join(", ")} is not part of the event`;
  return `field ${issue.path.join(".") || "(event)"}: ${issue.message}`;
}

/** The value as an event, or `INVALID_INPUT` naming the field. */
export function parseEvent(value: unknown): CompactEvent {
  const name = (value as { event?: unknown } | null | undefined)?.event;
  if (typeof name !== "string" || !isEventName(name)) {
    const shown = typeof name === "string" ? JSON.stringify(name.slice(0, 80)) : typeof name;
    throw new CompactError(
      "INVALID_INPUT",
      `An event's field event is ${shown}; allowed: ${EVENT_NAMES.join(", ")}.`,
    );
  }
  const result = EVENT_SCHEMAS[name].safeParse(value);
  if (result.success) return result.data as CompactEvent;
  const problems = result.error.issues.map(describeIssue);
  throw new CompactError("INVALID_INPUT", `Event ${name}: ${problems.join("; ")}.`, {
    details: { event: name, problems },
  });
}
