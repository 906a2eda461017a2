import { DEFAULT_TENANT } from "../archive.js";
import type { StorageAdapter } from "../storage-adapter.js";
import { EXPORT_VERSION, type ExportLine } from "./export-line.js";

const ARTIFACTS_AT_ONCE = 100;

/**
 * Everything that a store holds of these sessions, as lines that `importSessions` reads back. Payloads are opened one
 * at a time. What the store encrypts is in clear here.
 */
export async function* exportSessions(
  storage: StorageAdapter,
  sessionIds: readonly string[],
): AsyncGenerator<ExportLine> {
  yield { plimsoll: "export", version: EXPORT_VERSION };
  for (const session of sessionIds) {
    let artifacts = 0;
    for await (const artifact of artifactsOf(storage, session)) {
      artifacts++;
      yield { session, artifact };
    }
    const entries = await storage.read(session);
    for (const entry of entries) yield { session, entry };
    yield { session, end: { artifacts, entries: entries.length } };
  }
}

/** Oldest first, so that an import stores them in the order in which they came. */
async function* artifactsOf(storage: StorageAdapter, sessionId: string) {
  const scope = { tenant: storage.tenant ?? DEFAULT_TENANT, sessionId };
  const infos = [];
  for (let offset = 0; ; offset += ARTIFACTS_AT_ONCE) {
    const page = await storage.listArtifacts(scope, { offset, limit: ARTIFACTS_AT_ONCE });
    infos.push(...page);
    if (page.length < ARTIFACTS_AT_ONCE) break;
  }
  for (const { id } of infos.reverse()) {
    const found = await storage.getArtifact(scope, id);
    if (!found) continue;
    const { kind, label, text, firstTs, lastTs } = found;
    yield { id, kind, label, text, firstTs, lastTs };
  }
}
