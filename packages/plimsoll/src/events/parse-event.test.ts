import { describe, expect, it } from "vitest";
import { CompactError } from "../errors/compact-error.js";
import { EVENT_NAMES, type EventName } from "./event-names.js";
import { parseEvent } from "./parse-event.js";

const common = { ts: "2026-01-02T03:04:05.678Z", session_id: "s", severity: "info", model: "m" };
const sections = { system: 1, tools: 2, memory: 3, history: 4, new_input: 5 };

/** One valid event of every name. */
const FIELDS: Readonly<Record<EventName, object>> = {
  "compact.token_estimate": {
    t_est: 1,
    max: 2,
    raw: 1,
    estimator: "o200k_base",
    anchored: false,
    calibration: 1.02,
    sections,
  },
  "compact.trigger_decision": {
    action: "compact",
    trigger: "percentage",
    reason: "r",
    t_est: 1,
    max: 2,
    limit: 2,
    target: 1,
    policy: {
      strategy: "task_state",
      pruning: "stage_aware",
      trigger_pct: 0.85,
      hard_cap_buffer: 1500,
      keep_recent_turns: 6,
      keep_tool_io_pairs: 4,
    },
    kept: { items: 3, recent_turns: 6, tool_io_pairs: 4 },
  },
  "compact.policy_applied": {
    policy: "stage_aware",
    strategy: "task_state",
    rung: 1,
    kept: { items: 1, recent_turns: 2, tool_io_pairs: 1 },
    pruned_count: 2,
    keep_recent_turns: 6,
    keep_tool_io_pairs: 4,
    superseded_count: 1,
    t_est: 1,
    t_planned: 1,
    target: 1,
  },
  "compact.cost": {
    mode: "advice",
    action: "compact",
    priced: false,
    reason: "r",
    turns: 10,
    requests_per_turn: 1.5,
    growth_per_turn: 20,
    t_est: 2,
    t_after: 1,
  },
  "compact.summary_created": {
    version: 1,
    summarizer: "extractive",
    template: "brief",
    summary_tokens: 1,
    max_tokens: 2,
    covered: 3,
    attempts: 1,
    dropped_entries: 0,
  },
  "compact.summary_failed": { summarizer: "model", template: "brief", reason: "r" },
  "compact.summary_skipped": { reason: "r" },
  "compact.summary_usage": { requests: 1, input_tokens: 900, output_tokens: 40, cached_tokens: 8 },
  "compact.pruned_messages": { pruned_count: 1, kept: { items: 2 }, ids: ["item_1"] },
  "compact.evidence_applied": { count: 1, t_freed: 10 },
  "compact.verified": {
    facts: 9,
    retained: 5,
    recoverable: 3,
    missing: 0,
    mutated: 1,
    stale: 0,
    restored: 1,
    corrected: 1,
    removed: 0,
    revised: false,
    refuted: 0,
    unconfirmed: 0,
  },
  "compact.compacted": {
    version: 1,
    compaction_id: "c",
    t_est: 2,
    t_after: 1,
    max: 3,
    pruned_count: 1,
    kept: { items: 1 },
    summary_tokens: 1,
  },
  "compact.reapplied": { version: 1, compaction_id: "c", t_est: 1 },
  "compact.undone": { version: 1, compaction_id: "c" },
  "compact.redone": { version: 1, compaction_id: "c" },
  "compact.malformed_items": {
    orphan_results: 1,
    duplicate_calls: 0,
    missing_results: 0,
    set_aside: 1,
    trimmed: 0,
  },
  "compact.protected": { item_id: "i", key: "k" },
  "compact.released": { item_id: "i" },
  "compact.withdrawn": { entry_id: "e" },
  "compact.unknown_model": { max: 1 },
  "compact.history_cut": { integration: "mastra", reason: "r" },
  "compact.passed_through": { integration: "openai-agents", cause: "server_managed", reason: "r" },
  "compact.store_degraded": { operation: "append", reason: "r" },
  "compact.exporter_failed": { exporter: "e", reason: "r" },
  "compact.nodes_apart": { part: "jobs", reason: "the database is away" },
  "compact.part_failed": { part: "p", reason: "r" },
  "compact.session_used": { operation: "recall" },
  "compact.redaction_disabled": {},
  "compact.item_unreadable": { reason: "too_old" },
  "compact.original_unreadable": { item_id: "itm_1", reason: "r" },
  "compact.insufficient_budget": { fixed: 1, floor: 1, budget: 1 },
  "compact.constraints_do_not_fit": { needed: 2, available: 1 },
  "compact.swept": { removed: 1 },
  "provider_window.request_sent": {
    mode: "full",
    items_sent: 1,
    items_total: 1,
    shape_hash: "h",
    t_est: 1,
  },
  "provider_window.continuation_missed": {
    reason: "request_shape_changed",
    expected_prefix_length: 1,
    current_length: 1,
    first_mismatch_index: -1,
    expected_shape_hash: "h",
    current_shape_hash: "i",
    changed_fields: ["tools"],
  },
  "provider_window.reset": { reason: "r" },
  "provider_window.compacted": {
    compaction_id: "c",
    mode: "standalone",
    trigger: "usage",
    provider: "p",
    shape_hash: "h",
    covered_items: 1,
    compaction_items: 1,
    t_before: 2,
    t_after: 1,
    input_tokens: 1,
    output_tokens: 1,
    payloads: [{ hash: "h", bytes: 1 }],
  },
  "provider_window.compaction_skipped": { mode: "standalone", trigger: "usage", reason: "r" },
  "provider_window.compaction_failed": { mode: "standalone", trigger: "usage", kind: "refused", reason: "r" },
  "provider_window.retried": { route: "/responses", attempt: 1, delay_ms: 1, reason: "r" },
  "provider_window.local_fallback": { reason: "r", t_before: 2, t_after: 1 },
  "provider_window.cache_lost": { cause: "shape_drift", expected: 2, cached: 1 },
};

function messageOf(value: unknown): string {
  try {
    parseEvent(value);
  } catch (error) {
    if (CompactError.isInstance(error)) return `${error.code} ${error.message}`;
  }
  return "no error";
}

describe("parseEvent", () => {
  it.each(EVENT_NAMES)(
    "takes a complete %s and refuses it with one field missing, wrong or too many",
    (event) => {
      const complete = { ...common, event, ...FIELDS[event] };
      expect(parseEvent(complete)).toEqual(complete);
      for (const field of Object.keys(complete).filter((key) => key !== "event")) {
        const { [field]: _left, ...rest } = complete as Record<string, unknown>;
        expect(messageOf(rest)).toMatch(
          new RegExp(`^INVALID_INPUT Event ${event}: field ${field} is missing`),
        );
        expect(messageOf({ ...complete, [field]: Symbol("wrong") })).toContain(
          `field ${field} is Symbol(wrong)`,
        );
      }
      expect(messageOf({ ...complete, prompt: "leak" })).toContain("field prompt is unknown");
    },
  );

  it.each([
    [
      "compact.cost",
      ["saves", "summary_cost", "prefix_cost", "net", "compactions_now", "compactions_waiting"],
    ],
    ["compact.compacted", ["rebound_tokens", "rebound_turns"]],
    ["provider_window.compaction_failed", ["status"]],
    ["provider_window.retried", ["status"]],
  ] as const)("takes what %s says only where it is known", (event, fields) => {
    for (const field of fields) {
      const complete = { ...common, event, ...FIELDS[event], [field]: 1 };
      expect(parseEvent(complete)).toEqual(complete);
      expect(messageOf({ ...complete, [field]: "much" })).toContain(`field ${field} is "much"`);
    }
  });

  it.each([null, undefined, 3, {}, { event: "compact.nothing" }, { event: "__proto__" }])(
    "refuses %j",
    (value) => {
      expect(messageOf(value)).toMatch(/^INVALID_INPUT An event's field event is /);
    },
  );

  it("refuses a time that is not ISO 8601", () => {
    const event = { ...common, event: "compact.swept", removed: 1, ts: "yesterday" };
    expect(messageOf(event)).toContain('field ts is "yesterday"');
  });
});
