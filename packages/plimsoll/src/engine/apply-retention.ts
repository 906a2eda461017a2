import type { EventBus } from "../events/event-bus.js";
import type { Archive } from "../stores/archive.js";
import type { CompactConfig } from "./compact-config.js";

const MILLISECONDS_A_DAY = 86_400_000;
const DEFAULT_RETENTION_DAYS = 30;
/** Events that belong to no session are recorded under this id. */
const EVERY_SESSION = "*";
/** An event names at most this many sessions. */
const MAX_NAMED = 100;

export interface RetentionParts {
  readonly archive: Archive;
  readonly events: EventBus;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Deletes sessions and payloads that were unused for as long as the configuration says. Returns the ids of the
 * deleted sessions.
 */
export async function applyRetention(
  { retentionDays, artifactRetentionDays }: Pick<CompactConfig, "retentionDays" | "artifactRetentionDays">,
  { archive, events, now }: RetentionParts,
): Promise<string[]> {
  const before = daysBefore(now, retentionDays);
  const removed = before === undefined ? [] : await archive.sweep(before);
  const expired = daysBefore(now, artifactRetentionDays);
  const { tenant } = archive;
  // Payloads that are to live as long as their sessions do so; a shorter time is the operator's wish.
  if (expired !== undefined && (before === undefined || expired <= before))
    await renewPayloads(archive, expired);
  const payloads = expired === undefined ? 0 : await archive.sweepArtifacts(expired, { tenant });
  if (removed.length > 0 || payloads > 0) {
    events.emit(EVERY_SESSION, {
      event: "compact.swept",
      severity: removed.length > 0 ? "warning" : "info",
      removed: removed.length,
      artifacts: payloads,
      sessions: removed.slice(0, MAX_NAMED),
    });
  }
  return removed;
}

/**
 * Reading renews payloads: those of a session used since then are not idle, however long ago they were stored.
 */
async function renewPayloads(archive: Archive, expired: string): Promise<void> {
  const { tenant } = archive;
  const limit = Date.parse(expired);
  const used = (await archive.sessions()).filter(({ lastTs }) => Date.parse(lastTs) >= limit);
  for (const { sessionId } of used) {
    const scope = { tenant, sessionId };
    for (const { id, lastTs } of await archive.listArtifacts(scope))
      if (Date.parse(lastTs) < limit) await archive.getArtifact(scope, id);
  }
}

/** The time that lies a retention back; `undefined` for a retention without end. */
function daysBefore(now: number, days: number = DEFAULT_RETENTION_DAYS): string | undefined {
  return days === 0 ? undefined : new Date(now - days * MILLISECONDS_A_DAY).toISOString();
}
