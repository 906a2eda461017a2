import type { Checkpoint, EntryBase, SectionEntry } from "../../facts/checkpoint/checkpoint.js";

/** `key (words of the record)`, as the ledger of identifiers writes it for identifiers in records. */
const RECORD = /^([^()\n]{1,80}) \(([^\n]{1,200})\)$/;

const isCurrent = ({ status }: EntryBase): boolean => status === "current";

/**
 * The identifiers of one item that were in records: those of one record on one line, after the words that
 * describe it. For identifiers in running text the ledger knows half a sentence; the sentence itself says more.
 */
function recordLines(entries: readonly SectionEntry<"identifiers">[]): string[] {
  const lines = new Map<string, string>();
  for (const { meaning, value } of entries) {
    const [, key, words] = RECORD.exec(meaning) ?? [];
    if (key === undefined || words === undefined) continue;
    const line = lines.get(words);
    const named = `${key} ${value}`;
    lines.set(words, line === undefined ? `${words}: ${named}` : `${line}, ${named}`);
  }
  return [...lines.values()];
}

/** Words of values that later ones took the place of, unless another fact has them. */
function replacedWords(facts: readonly SectionEntry<"facts">[]): ReadonlySet<string> {
  const current = facts.filter(isCurrent);
  const words = new Set(current.flatMap(({ before }) => before.flatMap((value) => value.split(/[ ,;]+/))));
  for (const { subject, value } of current)
    for (const word of `${subject} ${value}`.split(/[ ,;]+/)) words.delete(word);
  return words;
}

function byItem<E extends EntryBase>(entries: readonly E[]): Map<string, E[]> {
  const found = new Map<string, E[]>();
  for (const entry of entries) {
    const item = entry.provenance.items[0] ?? "";
    const before = found.get(item);
    if (before === undefined) found.set(item, [entry]);
    else before.push(entry);
  }
  return found;
}

/**
 * What the ledgers know in fewer words than the conversation: identifiers of records with their meaning, without those that
 * have been replaced. Grouped by the item in which each occurred first.
 */
export function ledgerLines(checkpoint: Checkpoint): ReadonlyMap<string, readonly string[]> {
  const lines = new Map<string, readonly string[]>();
  const replaced = replacedWords(checkpoint.facts);
  const standing = checkpoint.identifiers.filter((entry) => isCurrent(entry) && !replaced.has(entry.value));
  for (const [item, entries] of byItem(standing)) lines.set(item, recordLines(entries));
  return lines;
}
