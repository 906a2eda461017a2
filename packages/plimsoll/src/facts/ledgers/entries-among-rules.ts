import { constraintKind } from "./constraint-kind.js";
import type { ProseSentence } from "./prose-sentence.js";

const LEAST_BINDING = 2;
const LEAST_SHARE = 0.5;

/** The lists of a text, sentence by sentence; what is under a heading of rules is known already. */
function listsOf(sentences: readonly ProseSentence[]): ProseSentence[][] {
  const lists: ProseSentence[][] = [];
  let open = false;
  for (const sentence of sentences) {
    const isListed = sentence.isListed && sentence.underRules === "" && !sentence.reported;
    if (isListed && open) lists.at(-1)?.push(sentence);
    else if (isListed) lists.push([sentence]);
    open = isListed;
  }
  return lists;
}

/** The entries of lists that lay down something with at least half of their entries: the rest is meant so too. */
export function entriesAmongRules(sentences: readonly ProseSentence[]): ReadonlySet<ProseSentence> {
  const found = new Set<ProseSentence>();
  for (const list of listsOf(sentences)) {
    const entries = list.filter(({ opensEntry }) => opensEntry);
    const binding = entries.filter(({ text }) => constraintKind(text) !== undefined).length;
    if (binding < LEAST_BINDING || binding < entries.length * LEAST_SHARE) continue;
    for (const entry of entries) found.add(entry);
  }
  return found;
}
