import type { Severity } from "./compact-event.js";

/** Every event that exists. */
export const EVENT_NAMES = [
  "compact.token_estimate",
  "compact.trigger_decision",
  "compact.cost",
  "compact.policy_applied",
  "compact.summary_created",
  "compact.summary_failed",
  "compact.summary_skipped",
  "compact.summary_usage",
  "compact.verified",
  "compact.pruned_messages",
  "compact.evidence_applied",
  "compact.compacted",
  "compact.reapplied",
  "compact.undone",
  "compact.redone",
  "compact.malformed_items",
  "compact.protected",
  "compact.unknown_model",
  "compact.passed_through",
  "compact.store_degraded",
  "compact.exporter_failed",
  "compact.part_failed",
  "compact.session_used",
  "compact.redaction_disabled",
  "compact.original_unreadable",
  "compact.insufficient_budget",
  "compact.swept",
  "provider_window.request_sent",
  "provider_window.continuation_missed",
  "provider_window.reset",
  "provider_window.compacted",
  "provider_window.compaction_skipped",
  "provider_window.compaction_failed",
  "provider_window.retried",
  "provider_window.local_fallback",
  "provider_window.cache_lost",
] as const;

export type EventName = (typeof EVENT_NAMES)[number];

/** How much each event matters unless its emitter says otherwise. */
export const EVENT_SEVERITIES: Readonly<Record<EventName, Severity>> = {
  "compact.token_estimate": "debug",
  "compact.trigger_decision": "debug",
  "compact.cost": "info",
  "compact.policy_applied": "info",
  "compact.summary_created": "info",
  "compact.summary_failed": "warning",
  "compact.summary_skipped": "warning",
  "compact.summary_usage": "info",
  "compact.verified": "info",
  "compact.pruned_messages": "info",
  "compact.evidence_applied": "info",
  "compact.compacted": "info",
  "compact.reapplied": "debug",
  "compact.undone": "info",
  "compact.redone": "info",
  "compact.malformed_items": "info",
  "compact.protected": "info",
  "compact.unknown_model": "warning",
  "compact.passed_through": "warning",
  "compact.store_degraded": "warning",
  "compact.exporter_failed": "warning",
  "compact.part_failed": "warning",
  "compact.session_used": "debug",
  "compact.redaction_disabled": "high",
  "compact.original_unreadable": "warning",
  "compact.insufficient_budget": "warning",
  "compact.swept": "info",
  "provider_window.request_sent": "debug",
  "provider_window.continuation_missed": "info",
  "provider_window.reset": "info",
  "provider_window.compacted": "info",
  "provider_window.compaction_skipped": "info",
  "provider_window.compaction_failed": "warning",
  "provider_window.retried": "warning",
  "provider_window.local_fallback": "warning",
  "provider_window.cache_lost": "info",
};

export function isEventName(name: string): name is EventName {
  return Object.hasOwn(EVENT_SEVERITIES, name);
}

/** From the least to the most important. */
export const SEVERITIES: readonly Severity[] = ["debug", "info", "warning", "high"];
