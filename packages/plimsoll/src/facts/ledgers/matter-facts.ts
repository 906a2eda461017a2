import { oneLine } from "../../text/one-line.js";
import type { FactFields } from "../checkpoint/checkpoint.js";
import { CUES } from "../cues/cues.js";
import type { FactSighting } from "./fact-sighting.js";
import type { LedgerRow, LedgerTable } from "./ledger-table.js";
import { isRefusedResult } from "./is-refused-result.js";
import type { ObservedResult, SpokenText } from "./observation.js";
import { saysSettled, settledRow } from "./settled-row.js";

const MAX_CHARACTERS = 240;
const MAX_SENTENCE_CHARACTERS = 600;
const MATTER = "matter\n";
export const MATTER_SUBJECT = "still to do";
/** The key of something that is still to do. */
export const matterKey = (value: string): string => `${MATTER}${value.toLowerCase()}`;

/** What somebody still has to do, by their own words, until a later sentence settles it. */
export function matterFacts({ kind, sentences }: SpokenText, table: LedgerTable<FactFields>): FactSighting[] {
  const found: FactSighting[] = [];
  for (const { text, reported } of sentences) {
    if (reported || text.length > MAX_SENTENCE_CHARACTERS || /[?？]\s*$/.test(text)) continue;
    const settled = saysSettled(text)
      ? settledRow(text, openMatters(table), ({ fields }) => fields.value)
      : undefined;
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

/** Put off, whatever happens to the file meanwhile. */
const PUT_OFF = /\b(?:not (?:today|now|yet)|tomorrow|later|some point|remind|before the|after the|next)\b/i;
const FILE_NAME = /[\w.-]{0,80}\w\.[A-Za-z]\w{0,9}\b/g;
const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** What was to be done to a file that has been changed since. */
export function doneMatters(result: ObservedResult, table: LedgerTable<FactFields>): FactSighting[] {
  const changed = result.files.filter(({ action }) => action !== "read");
  if (changed.length === 0 || result.ending.outcome === "failed" || isRefusedResult(result)) return [];
  const names = new Set(changed.map(({ path }) => nameOf(path)));
  const found: FactSighting[] = [];
  for (const { key, fields } of openMatters(table)) {
    if (CUES.has("open matter", fields.value) || PUT_OFF.test(fields.value)) continue;
    if ((fields.value.match(FILE_NAME) ?? []).some((name) => names.has(nameOf(name))))
      found.push({ key, next: (known) => ({ ...(known ?? fields), state: "closed" }) });
  }
  return found;
}

function* openMatters(table: LedgerTable<FactFields>): Iterable<LedgerRow<FactFields>> {
  for (const row of table.rows()) if (row.key.startsWith(MATTER) && row.fields.state === "open") yield row;
}
