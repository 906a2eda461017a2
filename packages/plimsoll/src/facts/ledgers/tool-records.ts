import { isRecord } from "../../text/is-record.js";
import { oneLine } from "../../text/one-line.js";
import type { CallFacts } from "./call-facts.js";

/** An object in a result that is known by an id or a name. */
export interface ToolRecord {
  /** What it is: order, ticket. Empty if nothing says. */
  readonly noun: string;
  readonly id: string;
  /** The key of its id. */
  readonly idKey: string;
  /** Its other short fields. */
  readonly fields: ReadonlyMap<string, string>;
  /** Ids of the records that it says it takes the place of. */
  readonly replaces: readonly string[];
}

const MAX_NODES = 400;
const MAX_DEPTH = 5;
const MAX_RECORDS = 30;
const MAX_FIELDS = 24;
const MAX_FIELD_CHARACTERS = 80;
const ID_KEY = /^(.{0,40}?)[_-]?(?:id|key|number|no|code|ref|reference|uuid|slug)$/i;
const NAME_KEY = /^(?:name|title|label|hostname|host|service|branch|environment|env)$/i;
/** A field that says how far something has come. */
const STATUS_KEY = /(?:^|_)(?:status|state|phase|stage|outcome|health|condition)$/i;
const CAMEL_STATUS_KEY = /[a-z](?:Status|State|Phase|Stage|Outcome)$/;
export const isStatusKey = (key: string): boolean => STATUS_KEY.test(key) || CAMEL_STATUS_KEY.test(key);
const REPLACES_KEY =
  /^(?:replac(?:es|ed|ing)|supersed(?:es|ed)|previous|prior|former|old)(?!_?by$)(?:_?\w{0,20})?$/i;
/** Of these, the keys that name a record rather than an earlier value of one of its fields. */
const REPLACED_RECORD_KEY =
  /^(?:(?:replac|supersed)(?:es|ing)(?:_?\w{0,20})?|(?:replac|supersed)ed|previous|prior|former|(?:previous|prior|former|old)_?(?:\w{0,20}_)?(?:id|key|number|no|ref|reference|uuid))$/i;
const REPLACED_BY_KEY = /^(?:replaced|superseded)_?by(?:_?id)?$/i;
/** A record takes the place of so many others at most. */
const MAX_REPLACED = 5;
/** Differ from sight to sight and say nothing. */
const TIMES_KEY = /(?:_at|At|_on|timestamp|_time|etag|elapsed|duration|_ms|request_?id|trace_?id)$/;

interface Node {
  /** The key that leads to it; for an entry of a list, the key of the list. */
  readonly key: string;
  readonly value: unknown;
  readonly depth: number;
}

/** Where the records of a result stand. */
export interface RecordSource {
  readonly call: CallFacts;
  /** They are rows of a table, whose first column names them where no other does. @default false */
  readonly isTable?: boolean;
}

/** The records in a JSON value, those that a list holds as well. */
export function toolRecords(parsed: unknown, { call, isTable = false }: RecordSource): ToolRecord[] {
  const records: ToolRecord[] = [];
  const nodes: Node[] = [{ key: "", value: parsed, depth: 0 }];
  for (let index = 0; index < nodes.length && index < MAX_NODES; index++) {
    const node = nodes[index];
    if (node === undefined || records.length >= MAX_RECORDS) break;
    const record = isRecord(node.value) ? recordOf(node.value, { key: node.key, call, isTable }) : undefined;
    const isAnswer = node.depth === 0 && call.command === "";
    if (record !== undefined && (isAnswer || isTelling(record) || isAskedFor(record, call)))
      records.push(record);
    for (const inner of nodesIn(node)) nodes.push(inner);
  }
  return records;
}

const isAskedFor = ({ id }: ToolRecord, { fields, command }: CallFacts): boolean =>
  command === "" && fields.some(({ value }) => value === id);

function nodesIn({ key, value, depth }: Node): Node[] {
  if (typeof value !== "object" || value === null || depth >= MAX_DEPTH) return [];
  return Object.entries(value)
    .slice(0, MAX_NODES)
    .filter(([, inner]) => typeof inner === "object" && inner !== null)
    .map(([name, inner]) => ({ key: Array.isArray(value) ? key : name, value: inner, depth: depth + 1 }));
}

/** Of records inside others, and in the output of a command, those with a status matter. */
const isTelling = ({ fields }: ToolRecord): boolean => hasStatus(fields);

function recordOf(
  value: Readonly<Record<string, unknown>>,
  { key, call, isTable }: RecordSource & { readonly key: string },
): ToolRecord | undefined {
  const scalars = shortFields(value);
  for (const [name, inner] of innerFields(value)) if (!scalars.has(name)) scalars.set(name, inner);
  const own = replacingKeyOf(scalars, value) ?? idKeyOf(scalars, call);
  const idKey = own ?? (isTable && hasStatus(scalars) ? scalars.keys().next().value : undefined);
  if (idKey === undefined) return undefined;
  const id = scalars.get(idKey) ?? "";
  const noun = kindOf(scalars) ?? nounOf(idKey, key, call);
  const newer = [...scalars].find(([name, other]) => REPLACED_BY_KEY.test(name) && isIdentifier(other))?.[1];
  if (newer !== undefined) return { noun, id: newer, idKey, fields: new Map(), replaces: [id] };
  const replaces = replacedValues(value, REPLACES_KEY);
  const fields = [...scalars].filter(
    ([name]) => name !== idKey && !REPLACES_KEY.test(name) && !TIMES_KEY.test(name),
  );
  return fields.length + replaces.length === 0
    ? undefined
    : { noun, id, idKey, fields: new Map(fields), replaces };
}

export const isIdentifier = (text: string): boolean =>
  text.length <= 60 && /\d/.test(text) && !/\s/.test(text);

/** The short values under keys for what a record takes the place of, those in a list or in a record of their own too. */
function replacedValues(value: Readonly<Record<string, unknown>>, keys: RegExp): string[] {
  const found: string[] = [];
  for (const [name, field] of Object.entries(value).slice(0, MAX_FIELDS)) {
    if (!keys.test(name)) continue;
    const values = Array.isArray(field) ? field.slice(0, MAX_REPLACED) : [field];
    for (const one of values) {
      const named = shortFields(isRecord(one) ? one : { id: one });
      found.push(named.get("id") ?? [...named].find(([inner]) => ID_KEY.test(inner))?.[1] ?? "");
    }
  }
  return found.filter((other) => other !== "").slice(0, MAX_REPLACED);
}

/** The key of the one value that is written like the id which the record says it takes the place of. */
function replacingKeyOf(
  fields: ReadonlyMap<string, string>,
  value: Readonly<Record<string, unknown>>,
): string | undefined {
  const replaced = replacedValues(value, REPLACED_RECORD_KEY).filter(
    (other) => REPLACING_ID.test(other) && isIdentifier(other),
  );
  const [other] = replaced;
  if (other === undefined) return undefined;
  const alike = [...fields].filter(
    ([name, text]) => !REPLACES_KEY.test(name) && !REPLACED_BY_KEY.test(name) && isWrittenLike(text, other),
  );
  return alike.length === 1 ? alike[0]?.[0] : undefined;
}

/** Letters and digits, or a long number: short numbers and versions are values of all kinds. */
const REPLACING_ID = /^(?!v?\d+(?:\.\d+)+$)(?:.{0,60}[A-Za-z]|#?\d{6})/;
const signsOf = (text: string): string => text.replace(/[A-Za-z0-9]+/g, "x");
const lettersOf = (text: string): string => /^[^\d]*/.exec(text)?.[0] ?? "";

export function isWrittenLike(text: string, other: string): boolean {
  if (text === other || !isIdentifier(text) || signsOf(text) !== signsOf(other)) return false;
  return text.length === other.length || (lettersOf(other) !== "" && lettersOf(text) === lettersOf(other));
}

function shortFields(value: Readonly<Record<string, unknown>>): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [name, field] of Object.entries(value).slice(0, MAX_FIELDS)) {
    const isScalar = typeof field === "string" || typeof field === "number" || typeof field === "boolean";
    if (!isScalar || name.length > 40 || /\s/.test(name)) continue;
    const text = String(field).replaceAll(";", ",").trim();
    if (text !== "") fields.set(name, oneLine(text, MAX_FIELD_CHARACTERS));
  }
  return fields;
}

/** Records keep their fields in one of these. */
const CONTAINER_KEY = /^(?:fields|attributes|properties|spec|metadata)$/i;
const MAX_INNER = 12;

/** The fields in a container within a record, and those whose value is something with a name: `{"assignee": {"name": "Ada"}}`. */
function innerFields(value: Readonly<Record<string, unknown>>): [string, string][] {
  const found: [string, string][] = [];
  for (const [key, inner] of Object.entries(value).slice(0, MAX_FIELDS)) {
    if (!isRecord(inner)) continue;
    if (CONTAINER_KEY.test(key)) found.push(...shortFields(inner), ...namedFields(inner));
  }
  return [...found, ...namedFields(value)].slice(0, MAX_INNER);
}

const DISPLAYED = ["displayName", "display_name", "name", "login", "title"] as const;

function namedFields(value: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(value)
    .slice(0, MAX_FIELDS)
    .flatMap(([key, inner]): [string, string][] => {
      if (!isRecord(inner) || isIdentified(inner) || key.length > 40 || /\s/.test(key)) return [];
      const fields = shortFields(inner);
      const shown = DISPLAYED.map((name) => fields.get(name)).find((name) => name !== undefined);
      return shown === undefined ? [] : [[key, shown]];
    });
}

/** A record of its own with a status is not a field of another. */
const isIdentified = (value: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(value).some((key) => isStatusKey(key));

const hasStatus = (fields: ReadonlyMap<string, string>): boolean =>
  [...fields.keys()].some((name) => isStatusKey(name));

/** The key that names the record: after what the tool is about, a plain id, any other id, a name with a status. */
function idKeyOf(
  fields: ReadonlyMap<string, string>,
  { verbs, fields: asked }: CallFacts,
): string | undefined {
  const isAbout = (noun: string): boolean =>
    noun !== "" && verbs.some((verb) => singular(verb) === singular(noun));
  const ids = [...fields]
    .filter(
      ([name, value]) => value.length <= 60 && /\d/.test(value) && !/\s/.test(value) && !TIMES_KEY.test(name),
    )
    .map(([name]) => name);
  const named = (name: string): string => (ID_KEY.exec(name)?.[1] ?? "").toLowerCase();
  const isAsked = ([name, value]: readonly [string, string]): boolean =>
    value.length <= 60 &&
    /^(?!true$|false$)[A-Za-z]\S*$/.test(value) &&
    !isStatusKey(name) &&
    asked.some((field) => field.key === name && field.value === value) &&
    // Somebody asks for a guest, and the answer has the number of the booking.
    ![...fields].some(([other, id]) => other !== name && isIdentifier(id) && REPLACING_ID.test(id));
  return (
    ids.find((name) => isAbout(named(name))) ??
    ids.find((name) => /^(?:id|key|number)$/i.test(name)) ??
    ids.find((name) => (ID_KEY.test(name) && !REPLACES_KEY.test(name)) || isAbout(name.toLowerCase())) ??
    (hasStatus(fields) ? [...fields.keys()].find((name) => NAME_KEY.test(name)) : undefined) ??
    [...fields].find(isAsked)?.[0]
  );
}

const ACTIONS: ReadonlySet<string> = new Set(
  "get, list, create, update, change, delete, fetch, read, find, search, show, set, add, new, by, for, all, mcp, api, details, detail, info, status, user, modify, cancel, close, open, book, make, place, view, look, lookup, query".split(
    ", ",
  ),
);

/** What the record says that it is: `"object": "invoice"`. */
function kindOf(fields: ReadonlyMap<string, string>): string | undefined {
  const kind = fields.get("object") ?? fields.get("kind") ?? "";
  return /^[A-Za-z]{3,30}(?:[_ ][a-z]{2,30})?$/.test(kind) ? kind.replace("_", " ").toLowerCase() : undefined;
}

function nounOf(idKey: string, parent: string, { verbs, command }: CallFacts): string {
  const own = (ID_KEY.exec(idKey)?.[1] ?? (NAME_KEY.test(idKey) ? "" : idKey)).replace(/[_-]$/, "");
  const words = own
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  if (words !== "") return words;
  if (parent !== "") return singular(parent.replace(/[_-]+/g, " ").toLowerCase());
  // A shell says nothing of what its programs print.
  return command === "" ? singular(verbs.findLast((verb) => !ACTIONS.has(verb)) ?? "") : "";
}

function singular(word: string): string {
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  return word.endsWith("s") && !word.endsWith("ss") && word.length > 3 ? word.slice(0, -1) : word;
}
