import type { StorageAdapter } from "plimsoll";
import type { Settings } from "plimsoll/node";
import { type Archive, createArchive, tenantStorage } from "plimsoll/stores";

/** The part of a store that the configured tenant may see. */
export function archiveOver(storage: StorageAdapter, settings: Settings): Archive {
  const { tenant } = settings.storage;
  return createArchive(tenant === undefined ? storage : tenantStorage(storage, tenant));
}
