import type { FactFields, FactState } from "../checkpoint/checkpoint.js";
import { parseJson } from "../../text/parse-json.js";
import { CUES } from "../cues/cues.js";
import type { CallFacts } from "./call-facts.js";
import { type FactSighting, newestValue, replacedValues } from "./fact-sighting.js";
import type { ObservedResult } from "./observation.js";
import { tableRows } from "./table-rows.js";
import { isIdentifier, isStatusKey, isWrittenLike, type ToolRecord, toolRecords } from "./tool-records.js";

const MAX_TEXT_CHARACTERS = 40_000;
const MAX_FIELDS = 6;
const MAX_VALUE_CHARACTERS = 200;
/** More records than these are a list, in which nothing is open for this session. */
const MAX_OWN = 3;
/** Between the fields of a record in its fact. */
export const FIELD_SEPARATOR = "; ";
const LABELLED_LINE = /^[^\w\n]{0,4}([A-Za-z][\w ]{0,30}):[^\S\n]{1,4}(\S.{0,100})$/gm;
/** Of a record that another only names as the newer one. */
const UNTOLD = "stands";
const REPLACING = /replac|supersed|previous|prior|former|"old/i;
const CHANGING: ReadonlySet<string> = new Set(
  "change, update, replace, modify, exchange, reissue, rebook, recreate, retry, renew, move, reschedule, edit, swap".split(
    ", ",
  ),
);

/** What results show of records: their newest fields, and which record took the place of another. */
export function recordFacts({ call, text, files }: ObservedResult): FactSighting[] {
  if (
    call === undefined ||
    text.length > MAX_TEXT_CHARACTERS ||
    files.some(({ action }) => action === "read")
  )
    return [];
  const records = recordsIn(text, call);
  // What a tool says of a file is told with the files.
  if (records.length === 0) return files.length > 0 ? [] : answerFacts(text, call);
  const isOwn = records.length <= MAX_OWN;
  return records.map((record) => sightingOf(record, { call, isOwn }));
}

const MAX_ANSWER_CHARACTERS = 200;
const MIN_ID_CHARACTERS = 4;

/** What a tool answers in a sentence about something with an id that it was asked about. */
function answerFacts(text: string, { name, command, fields }: CallFacts): FactSighting[] {
  const answer = text.trim();
  if (command !== "" || answer.length > MAX_ANSWER_CHARACTERS || answer.includes("\n")) return [];
  const id = fields.find(({ value }) => value.length >= MIN_ID_CHARACTERS && isIdentifier(value))?.value;
  if (id === undefined || !answer.includes(id) || answer.length < id.length + MIN_ID_CHARACTERS) return [];
  return [newestValue(`answer\n${name}\n${id.toLowerCase()}`, { subject: id, value: answer })];
}

/** Ids of records that others took the place of, with the id of the newer one. */
export function replacedRecords({ call, text, files }: ObservedResult): Map<string, string> {
  const replaced = new Map<string, string>();
  const isChange =
    call?.verbs.some((verb) => CHANGING.has(verb)) === true || REPLACING.test(text.slice(0, 2_000));
  if (call === undefined || !isChange || text.length > MAX_TEXT_CHARACTERS) return replaced;
  if (files.some(({ action }) => action === "read")) return replaced;
  for (const record of recordsIn(text, call))
    for (const id of [...record.replaces, ...exchangedId(record, call)])
      if (id !== record.id) replaced.set(id, record.id);
  return replaced;
}

/** The key of the record with an id. Short numbers tell records apart only among their kind. */
function recordKey(noun: string, id: string): string {
  const plain = id.replace(/^#/, "").toLowerCase();
  return /^\d{1,5}$/.test(plain) ? `record\n${noun} ${plain}` : `record\n${plain}`;
}

function recordsIn(text: string, call: CallFacts): ToolRecord[] {
  const parsed = parsedResult(text, call);
  return parsed === undefined
    ? toolRecords(tableRows(text), { call, isTable: true })
    : toolRecords(parsed, { call });
}

function parsedResult(text: string, call: CallFacts): unknown {
  const start = text.trimStart();
  if (start.startsWith("{") || start.startsWith("[")) return parseJson(text, { maxDepth: 12 });
  if (call.command !== "") return undefined;
  const lines = [...text.slice(0, 2_000).matchAll(LABELLED_LINE)];
  return lines.length < 2
    ? undefined
    : Object.fromEntries(
        lines.map(([, key = "", value = ""]) => [
          key.trim().replace(NEW, "").replaceAll(" ", "_"),
          value.trim(),
        ]),
      );
}

interface RecordContext {
  readonly call: CallFacts;
  readonly isOwn: boolean;
}

function sightingOf(record: ToolRecord, { call, isOwn }: RecordContext): FactSighting {
  const { noun, id, fields } = record;
  const key = recordKey(noun, id);
  const replaced = [...record.replaces, ...exchangedId(record, call)].filter((other) => other !== id);
  return {
    key,
    replaces: replaced.map((other) => recordKey(noun, other)),
    next: (known) => {
      const earlier = fieldsIn(known?.value ?? "");
      const merged = merge(earlier, fields);
      const changed = [...merged].filter(([name, value]) => (earlier.get(name) ?? value) !== value);
      const old = changed.map(([name]) => `${name} ${earlier.get(name)}`).join(", ");
      const value = valueOf(merged, new Set(changed.map(([name]) => name))) || UNTOLD;
      return {
        subject: `${noun} ${id}`.trim(),
        value,
        before: replacedValues([old, ...replaced, ...(known?.before ?? [])], value),
        state: stateOf(merged, { isOwn, known }),
      };
    },
  };
}

/** "New booking number: …" is the number of the booking. */
const NEW = /^(?:your )?new (?=\w)/i;
/** A tool asks for "reservation" and answers with the "reservation_number". */
const stemOf = (key: string): string =>
  key.toLowerCase().replace(/(?<=\w)[_-]?(?:id|number|no|code|ref|reference)$/, "");

/** The id that the call was made with, if the result answers with another of the same kind. */
function exchangedId({ idKey, id }: ToolRecord, { fields, verbs }: CallFacts): string[] {
  if (!verbs.some((verb) => CHANGING.has(verb))) return [];
  return fields
    .filter(({ key, value }) => stemOf(key) === stemOf(idKey) && value !== id && isWrittenLike(value, id))
    .map(({ value }) => value);
}

/** The fields of a record as it stands in a fact. */
function fieldsIn(value: string): Map<string, string> {
  return new Map(
    value
      .split(FIELD_SEPARATOR)
      .filter((field) => field.includes(" "))
      .map((field) => [field.slice(0, field.indexOf(" ")), field.slice(field.indexOf(" ") + 1)]),
  );
}

/** The known fields with the new ones; a result that says that something ended ends it. */
function merge(
  earlier: ReadonlyMap<string, string>,
  fields: ReadonlyMap<string, string>,
): Map<string, string> {
  const merged = new Map([...earlier, ...fields]);
  if ([...fields.keys()].some((name) => isStatusKey(name))) return merged;
  const ending = [...fields.values()].map((value) => value.split(/\s/, 1)[0] ?? "").find(isFinished);
  const status = [...earlier.keys()].find((name) => isStatusKey(name));
  if (ending !== undefined && status !== undefined) merged.set(status, ending.toLowerCase());
  return merged;
}

const isFinished = (word: string): boolean => CUES.hasWord("finished state", word.toLowerCase());

/** The fields that say most: the status, what changed, then in their order. */
function valueOf(fields: ReadonlyMap<string, string>, changed: ReadonlySet<string>): string {
  const rank = (name: string): number => (isStatusKey(name) ? 0 : changed.has(name) ? 1 : 2);
  const parts: string[] = [];
  let length = 0;
  for (const [name, value] of [...fields].sort(([one], [other]) => rank(one) - rank(other))) {
    const part = `${name} ${value}`;
    length += part.length + FIELD_SEPARATOR.length;
    if (parts.length >= MAX_FIELDS || length > MAX_VALUE_CHARACTERS) break;
    parts.push(part);
  }
  return parts.join(FIELD_SEPARATOR);
}

function stateOf(
  fields: ReadonlyMap<string, string>,
  { isOwn, known }: { readonly isOwn: boolean; readonly known: FactFields | undefined },
): FactState {
  const status = [...fields].find(([name]) => isStatusKey(name))?.[1].toLowerCase() ?? "";
  if (isFinished(status)) return known === undefined || known.state === "stands" ? "stands" : "closed";
  const isOpen = CUES.hasWord("open state", status) || CUES.hasWord("active state", status);
  return isOpen && (isOwn || known?.state === "open") ? "open" : "stands";
}
