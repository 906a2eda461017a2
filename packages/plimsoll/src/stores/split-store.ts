import { CompactError } from "../errors/compact-error.js";
import { checkedOptions } from "../validation/checked-options.js";
import { methodsShape } from "../validation/methods-shape.js";
import { ARTIFACT_METHODS, ENTRY_METHODS } from "./check-store.js";
import { guardedArtifacts } from "./holds/with-holds.js";
import { joinParts, storeFunctions, type StoreParts } from "./join-parts.js";
import type { ArtifactPart, EntryPart, StorageAdapter } from "./storage-adapter.js";

const FIELDS = {
  entries: methodsShape("a store", ...ENTRY_METHODS),
  artifacts: methodsShape("a store", ...ARTIFACT_METHODS),
};

/**
 * Combines two stores: one keeps entries, the other artifacts. Closing it closes both.
 *
 * @throws CompactError `INVALID_INPUT` if a part is missing or lacks methods.
 */
export function splitStore(parts: StoreParts): StorageAdapter {
  const given = checkedOptions<Partial<StoreParts>>(parts, {
    what: "splitStore",
    code: "INVALID_INPUT",
    fields: FIELDS,
  });
  const { entries, artifacts } = given;
  if (entries && artifacts) return split(entries, artifacts);
  throw new CompactError(
    "INVALID_INPUT",
    "splitStore needs `entries` and `artifacts`, a store for each: splitStore({ entries, artifacts }).",
    { details: { key: entries ? "artifacts" : "entries" } },
  );
}

/** The holds are with the entries, and keep the artifacts too. */
function split(entries: EntryPart, artifacts: ArtifactPart): StorageAdapter {
  return joinParts({
    // What a whole store reseals is of its entries here: it keeps no artifacts.
    entries: "reseal" in entries ? withEntryReseal(entries as StorageAdapter) : entries,
    artifacts: guardedArtifacts(artifacts, entries.holds),
  });
}

function withEntryReseal(store: StorageAdapter): EntryPart {
  const { reseal } = store;
  return {
    ...storeFunctions(store),
    ...(reseal ? { resealEntries: (options) => reseal.call(store, options) } : {}),
  };
}
