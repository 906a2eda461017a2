import { oneLine } from "../../text/one-line.js";
import type { FactFields } from "../checkpoint/checkpoint.js";
import { CUES } from "../cues/cues.js";
import { type ContentWords, contentWords, sharedWords } from "./content-words.js";
import type { FactSighting } from "./fact-sighting.js";
import type { LedgerRow, LedgerTable } from "./ledger-table.js";
import type { SpokenText } from "./observation.js";

const MAX_CHARACTERS = 240;
const MAX_SENTENCE_CHARACTERS = 600;
const MIN_SHARED = 2;
const MIN_SHARE = 0.4;
const MATTER = "matter\n";
export const MATTER_SUBJECT = "still to do";
/** The key of something that is still to do. */
export const matterKey = (value: string): string => `${MATTER}${value.toLowerCase()}`;
/** Names by which a matter is told from one of the same kind. */
const NAMES = /(?<=\S\s)[A-Z][\w-]{2,40}|\b\w{0,30}[_\d]\w{0,30}\b|(?<=\b(?:TODO|FIXME)\()[^)\n]{1,40}/g;

/** What somebody still has to do, by their own words, until a later sentence settles it. */
export function matterFacts({ kind, sentences }: SpokenText, table: LedgerTable<FactFields>): FactSighting[] {
  const found: FactSighting[] = [];
  for (const { text, reported } of sentences) {
    if (reported || text.length > MAX_SENTENCE_CHARACTERS || /[?？]\s*$/.test(text)) continue;
    const settled = CUES.has("settled matter", text) ? settledBy(text, table) : undefined;
    if (settled !== undefined) {
      found.push({ key: settled.key, next: (known) => ({ ...(known ?? settled.fields), state: "closed" }) });
      continue;
    }
    if (!CUES.has("open matter", text) && (kind !== "user" || !CUES.has("owed matter", text))) continue;
    const value = oneLine(text, MAX_CHARACTERS);
    found.push({
      key: matterKey(value),
      next: () => ({ subject: MATTER_SUBJECT, value, before: [], state: "open" }),
    });
  }
  return found;
}

/** The open matter that a sentence speaks of, if it is clear which one. */
function settledBy(sentence: string, table: LedgerTable<FactFields>): LedgerRow<FactFields> | undefined {
  const words = contentWords(sentence);
  let best: { readonly row: LedgerRow<FactFields>; readonly shared: number } | undefined;
  let isTied = false;
  for (const row of table.rows()) {
    if (!row.key.startsWith(MATTER) || row.fields.state !== "open") continue;
    const matter = wordsOf(row.fields);
    const shared = sharedWords(matter, words);
    const least = Math.max(MIN_SHARED, Math.min(matter.words.size, words.words.size) * MIN_SHARE);
    if (shared < least || !namesIt(row.fields.value, sentence)) continue;
    isTied = best !== undefined && best.shared === shared;
    if (best === undefined || shared > best.shared) best = { row, shared };
  }
  return isTied ? undefined : best?.row;
}

const known = new WeakMap<FactFields, ContentWords>();

function wordsOf(fields: FactFields): ContentWords {
  const words = known.get(fields) ?? contentWords(fields.value);
  known.set(fields, words);
  return words;
}

function namesIt(matter: string, sentence: string): boolean {
  const names = matter.match(NAMES);
  const later = sentence.toLowerCase();
  return names === null || names.some((name) => later.includes(name.toLowerCase()));
}
