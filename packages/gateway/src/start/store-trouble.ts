import type { StorageAdapter } from "plimsoll";

/** No conversation has this name: looking for it asks the store and finds nothing. */
const PROBE = "plimsoll/readyz";
const PATIENCE_MS = 2000;
/** Those who watch over the server may ask often. */
const FRESH_MS = 1000;

export interface StoreTroubleOptions {
  /** Why a store that answers cannot be written to; undefined if it can. */
  alsoAsk?(): Promise<string | undefined>;
  /** Milliseconds. @default Date.now */
  now?(): number;
}

/**
 * Tells whether a store answers. A node whose database is away gets no new requests from those who follow `/readyz`; those
 * that it has are served all the same, because compaction never waits for a store.
 */
export function storeTrouble(
  stores: readonly Pick<StorageAdapter, "find">[],
  { alsoAsk, now = Date.now }: StoreTroubleOptions = {},
): () => Promise<string | undefined> {
  let asked: { readonly at: number; readonly answer: Promise<string | undefined> } | undefined;
  return () => {
    const at = now();
    if (!asked || at - asked.at >= FRESH_MS) asked = { at, answer: probe(stores, alsoAsk) };
    return asked.answer;
  };
}

async function probe(
  stores: readonly Pick<StorageAdapter, "find">[],
  alsoAsk: StoreTroubleOptions["alsoAsk"],
): Promise<string | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("too late")), PATIENCE_MS);
  });
  try {
    const found = Promise.all(stores.map((store) => store.find(PROBE, ["none"])));
    return await Promise.race([found.then(() => alsoAsk?.()), tooLate]);
  } catch {
    return "the store does not answer";
  } finally {
    clearTimeout(timer);
  }
}
