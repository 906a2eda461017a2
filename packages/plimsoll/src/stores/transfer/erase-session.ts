import { DEFAULT_TENANT } from "../archive.js";
import type { StorageAdapter } from "../storage-adapter.js";

/** What was erased. */
export interface EraseReport {
  readonly entries: number;
  readonly artifacts: number;
}

/**
 * Deletes everything that a store holds of a session: its entries, its payloads, what is indexed of them, and the space
 * that they took. Payloads that other sessions hold too stay for those. A backup still has it.
 */
export async function eraseSession(storage: StorageAdapter, sessionId: string): Promise<EraseReport> {
  const scope = { tenant: storage.tenant ?? DEFAULT_TENANT, sessionId };
  const { length: entries } = await storage.read(sessionId);
  // Entries refer to payloads: what is deleted in the middle must not be named any more.
  await storage.remove(sessionId);
  const artifacts = await storage.removeArtifacts(scope);
  await storage.vacuum?.();
  return { entries, artifacts };
}
