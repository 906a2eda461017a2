import type { StorageAdapter } from "plimsoll";

/** No conversation has this name: looking for it asks the store and finds nothing. */
const PROBE = "plimsoll/readyz";
const PATIENCE_MS = 2000;
/** Those who watch over the server may ask often. */
const FRESH_MS = 1000;

/**
 * Tells whether a store answers. A node whose database is away gets no new requests from those who follow `/readyz`; those
 * that it has are served all the same, because compaction never waits for a store.
 */
export function storeTrouble(
  stores: readonly Pick<StorageAdapter, "find">[],
  now: () => number = Date.now,
): () => Promise<string | undefined> {
  let asked: { readonly at: number; readonly answer: Promise<string | undefined> } | undefined;
  return () => {
    const at = now();
    if (!asked || at - asked.at >= FRESH_MS) asked = { at, answer: probe(stores) };
    return asked.answer;
  };
}

async function probe(stores: readonly Pick<StorageAdapter, "find">[]): Promise<string | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("too late")), PATIENCE_MS);
  });
  try {
    await Promise.race([Promise.all(stores.map((store) => store.find(PROBE, ["none"]))), tooLate]);
    return undefined;
  } catch {
    return "the store does not answer";
  } finally {
    clearTimeout(timer);
  }
}
