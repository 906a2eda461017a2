import type { EncodedEntry } from "./encode-entries.js";

export interface BatchLimits {
  readonly rows: number;
  readonly characters: number;
}

/** The entries in order, in batches within the limits; one that is longer than a batch may be is a batch of its own. */
export function entryBatches(
  entries: readonly EncodedEntry[],
  { rows, characters }: BatchLimits,
): EncodedEntry[][] {
  const batches: EncodedEntry[][] = [];
  let batch: EncodedEntry[] = [];
  let length = 0;
  for (const entry of entries) {
    if (batch.length === rows || (batch.length > 0 && length + entry.json.length > characters)) {
      batches.push(batch);
      batch = [];
      length = 0;
    }
    batch.push(entry);
    length += entry.json.length;
  }
  return batch.length > 0 ? [...batches, batch] : batches;
}
