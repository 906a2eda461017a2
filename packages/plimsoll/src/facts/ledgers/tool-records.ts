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
export const STATUS_KEY: RegExp = /(?:^|_)(?:status|state|phase|stage|outcome|health|condition)$/i;
const REPLACES_KEY = /^(?:replac(?:es|ed|ing)|supersed(?:es|ed)|previous|prior|former|old)(?:_?\w{0,20})?$/i;
/** Differ from sight to sight and say nothing. */
const TIMES_KEY = /(?:_at|At|_on|timestamp|_time|etag|elapsed|duration|_ms|request_?id|trace_?id)$/;

interface Node {
  /** The key that leads to it; for an entry of a list, the key of the list. */
  readonly key: string;
  readonly value: unknown;
  readonly depth: number;
}

/** The records in a JSON value, those that a list holds as well. */
export function toolRecords(parsed: unknown, call: CallFacts): ToolRecord[] {
  const records: ToolRecord[] = [];
  const nodes: Node[] = [{ key: "", value: parsed, depth: 0 }];
  for (let index = 0; index < nodes.length && index < MAX_NODES; index++) {
    const node = nodes[index];
    if (node === undefined || records.length >= MAX_RECORDS) break;
    const record = isRecord(node.value) ? recordOf(node.value, { key: node.key, call }) : undefined;
    const isAnswer = node.depth === 0 && call.command === "";
    if (record !== undefined && (isAnswer || isTelling(record))) records.push(record);
    for (const inner of nodesIn(node)) nodes.push(inner);
  }
  return records;
}

function nodesIn({ key, value, depth }: Node): Node[] {
  if (typeof value !== "object" || value === null || depth >= MAX_DEPTH) return [];
  return Object.entries(value)
    .slice(0, MAX_NODES)
    .filter(([, inner]) => typeof inner === "object" && inner !== null)
    .map(([name, inner]) => ({ key: Array.isArray(value) ? key : name, value: inner, depth: depth + 1 }));
}

/** Of records inside others, and in the output of a command, those with a status matter. */
const isTelling = ({ fields }: ToolRecord): boolean =>
  [...fields.keys()].some((name) => STATUS_KEY.test(name));

function recordOf(
  value: Readonly<Record<string, unknown>>,
  { key, call }: { readonly key: string; readonly call: CallFacts },
): ToolRecord | undefined {
  const scalars = shortFields(value);
  const idKey = idKeyOf(scalars, call);
  if (idKey === undefined) return undefined;
  const id = scalars.get(idKey) ?? "";
  const replaces = [...scalars].filter(([name]) => REPLACES_KEY.test(name)).map(([, other]) => other);
  const fields = [...scalars].filter(
    ([name]) => name !== idKey && !REPLACES_KEY.test(name) && !TIMES_KEY.test(name),
  );
  return fields.length + replaces.length === 0
    ? undefined
    : { noun: nounOf(idKey, key, call), id, idKey, fields: new Map(fields), replaces };
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

/** The key that names the record: after what the tool is about, a plain id, any other id, a name with a status. */
function idKeyOf(fields: ReadonlyMap<string, string>, { verbs }: CallFacts): string | undefined {
  const isAbout = (noun: string): boolean =>
    noun !== "" && verbs.some((verb) => singular(verb) === singular(noun));
  const ids = [...fields]
    .filter(
      ([name, value]) => value.length <= 60 && /\d/.test(value) && !/\s/.test(value) && !TIMES_KEY.test(name),
    )
    .map(([name]) => name);
  const named = (name: string): string => (ID_KEY.exec(name)?.[1] ?? "").toLowerCase();
  const hasStatus = [...fields.keys()].some((name) => STATUS_KEY.test(name));
  return (
    ids.find((name) => isAbout(named(name))) ??
    ids.find((name) => /^(?:id|key|number)$/i.test(name)) ??
    ids.find((name) => (ID_KEY.test(name) && !REPLACES_KEY.test(name)) || isAbout(name.toLowerCase())) ??
    (hasStatus ? [...fields.keys()].find((name) => NAME_KEY.test(name)) : undefined)
  );
}

const ACTIONS: ReadonlySet<string> = new Set(
  "get, list, create, update, change, delete, fetch, read, find, search, show, set, add, new, by, for, all, mcp, api, details, detail, info, status, user, modify, cancel, close, open, book, make, place, view, look, lookup, query".split(
    ", ",
  ),
);

function nounOf(idKey: string, parent: string, { verbs }: CallFacts): string {
  const own = (ID_KEY.exec(idKey)?.[1] ?? (NAME_KEY.test(idKey) ? "" : idKey)).replace(/[_-]$/, "");
  const words = own
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  if (words !== "") return words;
  if (parent !== "") return singular(parent.replace(/[_-]+/g, " ").toLowerCase());
  return singular(verbs.findLast((verb) => !ACTIONS.has(verb)) ?? "");
}

function singular(word: string): string {
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  return word.endsWith("s") && !word.endsWith("ss") && word.length > 3 ? word.slice(0, -1) : word;
}
