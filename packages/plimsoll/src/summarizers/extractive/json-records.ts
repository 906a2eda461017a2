import type { JsonNode } from "./read-json.js";

/** An object whose pieces together are no longer than this is one record, including nested values. */
const MAX_RECORD = 300;
const MAX_VALUE = 300;

/** A `key: value` line of at most about 300 characters. */
export interface JsonRecord {
  readonly text: string;
  /** The field that identifies its object, with its value; empty if there is none. */
  readonly identity: string;
  /** The number of its object. */
  readonly owner: number;
  readonly fields: readonly JsonField[];
}

/** The name of a field and its value as the line shows it. */
export type JsonField = readonly [key: string, value: string];

export interface JsonRecords {
  readonly records: readonly JsonRecord[];
  /** String values that are texts of their own: long, or of several lines. */
  readonly texts: readonly string[];
  /** The names of the fields. */
  readonly fields: ReadonlySet<string>;
}

interface Collector {
  readonly records: JsonRecord[];
  readonly texts: string[];
  readonly fields: Set<string>;
  owners: number;
}

/** Fields that tell objects of one kind apart, the surest first. */
const IDENTITIES = [
  /^(?:id|uuid|guid)$|(?:[_-]id|[a-z]I[dD])$/,
  /(?:^|[_-])(?:number|no|key|code|ref|reference|slug|sha)$|(?:Number|Key|Code|Ref)$/i,
];
const MAX_IDENTITY = 80;

/** The field that identifies an object, with its value; empty if it has none. */
function identityOf(node: JsonNode): string {
  if (node.type !== "object") return "";
  for (const pattern of IDENTITIES) {
    for (const [key, value] of node.entries) {
      if (value.type !== "scalar" || value.text === "" || value.text.length > MAX_IDENTITY) continue;
      if (pattern.test(key)) return `${key}: ${value.text}`;
    }
  }
  return "";
}

const isText = (node: JsonNode): boolean =>
  node.type === "scalar" && node.isString && (node.text.length > MAX_VALUE || node.text.includes("\n"));

const isEmpty = (node: JsonNode): boolean =>
  node.type === "scalar" ? node.text === "" || node.text === "null" : node.entries.length === 0;

/** Characters of a node as pieces, or more than `limit` if it is larger or holds a text. */
function sizeWithin(node: JsonNode, limit: number): number {
  if (node.type === "scalar") return isText(node) ? limit + 1 : node.text.length + 2;
  let size = 0;
  for (const entry of node.entries) {
    const [key, value] =
      node.type === "object" ? (entry as readonly [string, JsonNode]) : ["", entry as JsonNode];
    size += key.length + 2 + sizeWithin(value, limit - size);
    if (size > limit) return limit + 1;
  }
  return size;
}

interface Pieces {
  readonly list: JsonField[];
  readonly fields: Set<string>;
}

function pieces(key: string, node: JsonNode, into: Pieces): void {
  if (isEmpty(node)) return;
  if (key !== "") into.fields.add(key);
  if (node.type === "scalar") into.list.push([key, node.text]);
  else if (node.type === "object") {
    for (const [inner, value] of node.entries) pieces(inner, value, into);
  } else if (node.entries.every((entry) => entry.type === "scalar")) {
    const list = node.entries.map((entry) => (entry.type === "scalar" ? entry.text : "")).join(", ");
    into.list.push([key, list]);
  } else for (const entry of node.entries) pieces(key, entry, into);
}

const pieceText = ([key, value]: JsonField): string => (key === "" ? value : `${key}: ${value}`);

function pushRecords(list: readonly JsonField[], identity: string, into: Collector): void {
  const owner = into.owners++;
  let text = "";
  let fields: JsonField[] = [];
  const close = (): void => {
    if (text !== "") into.records.push({ text, identity, owner, fields });
    text = "";
    fields = [];
  };
  for (const field of list) {
    const piece = pieceText(field);
    if (text !== "" && text.length + piece.length + 2 > MAX_RECORD) close();
    text = text === "" ? piece : `${text}, ${piece}`;
    fields.push(field);
  }
  close();
}

function collect(key: string, node: JsonNode, into: Collector): void {
  if (isText(node) && node.type === "scalar") {
    into.texts.push(node.text);
    return;
  }
  if (node.type === "scalar" || sizeWithin(node, MAX_RECORD) <= MAX_RECORD) {
    const list: JsonField[] = [];
    pieces(key, node, { list, fields: into.fields });
    pushRecords(list, identityOf(node), into);
    return;
  }
  const own: JsonField[] = [];
  const later: [string, JsonNode][] = [];
  for (const entry of node.entries) {
    const [inner, value] =
      node.type === "object" ? (entry as readonly [string, JsonNode]) : [key, entry as JsonNode];
    if (value.type === "scalar" && !isText(value)) pieces(inner, value, { list: own, fields: into.fields });
    else later.push([inner, value]);
  }
  pushRecords(own, identityOf(node), into);
  for (const [inner, value] of later) collect(inner, value, into);
}

/** A JSON value as `key: value` records: small objects whole, large ones by their parts, nulls left out. */
export function jsonRecords(node: JsonNode): JsonRecords {
  const collector: Collector = { records: [], texts: [], fields: new Set(), owners: 0 };
  collect("", node, collector);
  return collector;
}

/** Every scalar of a value in order, and the texts among them apart. */
export function jsonScalars(node: JsonNode): {
  readonly short: readonly string[];
  readonly texts: readonly string[];
} {
  const short: string[] = [];
  const texts: string[] = [];
  const visit = (inner: JsonNode): void => {
    if (inner.type === "scalar") (isText(inner) ? texts : short).push(inner.text);
    else if (inner.type === "object") for (const [, value] of inner.entries) visit(value);
    else for (const value of inner.entries) visit(value);
  };
  visit(node);
  return { short, texts };
}
