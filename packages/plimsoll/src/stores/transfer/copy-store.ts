import { CompactError } from "../../errors/compact-error.js";
import { stopIfAborted } from "../artifacts/reseal-bytes.js";
import { tenantViews } from "../maintenance/survey-store.js";
import { sha256 } from "../../text/sha256.js";
import type { ArtifactInfo } from "../artifacts/artifact.js";
import type { StorageAdapter, StoredEntry } from "../storage-adapter.js";
import { tenantStorage } from "../tenant-storage.js";
import { exportSessions } from "./export-sessions.js";
import { importSessions } from "./import-sessions.js";

/** What was copied, or there already, and compared afterwards. */
export interface CopyReport {
  readonly sessions: number;
  /** There before, as they are in the source. */
  readonly skipped: number;
  readonly entries: number;
  readonly artifacts: number;
  readonly holds: number;
}

export interface CopyOptions {
  readonly signal?: AbortSignal;
  /** Told after every session. */
  readonly onProgress?: (sofar: CopyReport) => void;
}

/**
 * Copies every session of every tenant, with payloads and legal holds, into another store, and compares both entry by
 * entry. Started again, it goes on: what is there already is only compared. The source is not changed.
 *
 * @throws CompactError `STORE_UNAVAILABLE` with the session that differs, `INVALID_CONFIG` if ids would change.
 */
export async function copyStore(
  source: StorageAdapter,
  target: StorageAdapter,
  { signal, onProgress }: CopyOptions = {},
): Promise<CopyReport> {
  const report = { sessions: 0, skipped: 0, entries: 0, artifacts: 0, holds: 0 };
  for (const [tenant, from] of await tenantViews(source)) {
    const to = from.tenant === undefined ? target : tenantStorage(target, tenant);
    const ids = new Set((await from.sessions()).map(({ sessionId }) => sessionId));
    for (const { sessionId } of await from.artifactSessions(tenant)) ids.add(sessionId);
    for (const sessionId of ids) {
      stopIfAborted(signal);
      const { skipped } = await importSessions(to, exportSessions(from, [sessionId]), { existing: "skip" });
      const { entries, artifacts } = await compared(from, to, { tenant, sessionId });
      report.sessions += 1;
      report.skipped += skipped.length;
      report.entries += entries;
      report.artifacts += artifacts;
      onProgress?.({ ...report });
    }
  }
  report.holds = await copyHolds(source, target);
  return report;
}

/** A hold that is in force there is not placed again; notes stay as they were. */
async function copyHolds(source: StorageAdapter, target: StorageAdapter): Promise<number> {
  const holds = (await source.holds?.list()) ?? [];
  if (holds.length > 0 && !target.holds)
    throw new CompactError("INVALID_CONFIG", "The target keeps no legal holds, and the source has some.");
  for (const { tenant, sessionId, placed } of holds)
    await target.holds?.place({ tenant, ...(sessionId === undefined ? {} : { sessionId }) }, placed);
  return holds.length;
}

async function compared(
  from: StorageAdapter,
  to: StorageAdapter,
  scope: { readonly tenant: string; readonly sessionId: string },
): Promise<{ readonly entries: number; readonly artifacts: number }> {
  const [entries, copied] = [await from.read(scope.sessionId), await to.read(scope.sessionId)];
  const [infos, copies] = [await from.listArtifacts(scope), await to.listArtifacts(scope)];
  const isSame = digestOf(entries, infos) === digestOf(copied, copies);
  if (isSame) return { entries: entries.length, artifacts: infos.length };
  throw new CompactError(
    "STORE_UNAVAILABLE",
    `Session ${JSON.stringify(scope.sessionId.slice(0, 80))} of the tenant ${JSON.stringify(scope.tenant)} differs after it was copied: ${entries.length} entries and ${infos.length} payloads here, ${copied.length} and ${copies.length} there. It was in use, or a copy was cut off: erase it in the target and start again.`,
    { details: { sessionId: scope.sessionId, tenant: scope.tenant } },
  );
}

/** The same for the same content, in whatever order a store names its fields. */
function digestOf(entries: readonly StoredEntry[], infos: readonly ArtifactInfo[]): string {
  return sha256(
    JSON.stringify([
      entries.map(({ kind, id, ts, data }) => [kind, id, ts, data]),
      infos.map(({ id, kind, label, characters, lines, firstTs, lastTs }) => [
        id,
        kind,
        label,
        characters,
        lines,
        firstTs,
        lastTs,
      ]),
    ]),
  );
}
