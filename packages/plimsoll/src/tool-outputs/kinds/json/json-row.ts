import { cutText } from "../../evidence/cut-text.js";
import { partEnd } from "../../evidence/part-end.js";
import { sliceWhole } from "../../excerpt.js";
import { isEncodedData } from "../../is-encoded-data.js";
import { readJsonKey } from "./json-key.js";
import type { JsonField, ScannedObject } from "./json-scanner.js";

export interface JsonRow {
  /** Id, name, state and the object's own address. */
  readonly brief: string;
  /** The same with the other members that say something. */
  readonly full: string;
  /** What did not fit into `full`, in parts. */
  readonly more: readonly string[];
  /** Equal for objects that are the same thing. */
  readonly identity: string;
  readonly hasId: boolean;
  readonly hasName: boolean;
  readonly hasAddress: boolean;
}

const ADDRESS = /^(?:https?|ftp|git|ssh):\/\//i;
const TROUBLE =
  /fail|error|critical|denied|crash|panic|timed? ?out|unhealthy|exception|reject|abort|invalid|forbidden|unauthori[sz]ed|not accessible|exceeded|killed|back-?off/i;
const ERRORS_LABEL = /(?:^|[.:])(?:errors?|warnings|failures|faults?|exceptions?)$/i;
/** How to get what comes next, and how much there is. */
const MORE_KEY =
  /^(?:(?:next|end)_?(?:cursor|page|token|page_?token|url|link)?|has_?(?:next|more)(?:_?page)?|total(?:_?(?:count|results|items|pages))?|continue|nbHits)$/i;
const MAX_NAMES = 2;
const MAX_STATES = 3;
const FULL_CHARACTERS = 320;
const VALUE_CHARACTERS = 120;
const LEADING_CHARACTERS = 80;
const ADDRESS_CHARACTERS = 240;
const PART_CHARACTERS = 300;
const LEAST_BRIEF = 80;

/** The value of a row that says what the object is and where. */
export const IDENTIFIED_VALUE = 97;

/** How far a row tells one object from all others. */
function identification(row: Pick<JsonRow, "hasId" | "hasName" | "hasAddress">): number {
  if (row.hasId && row.hasAddress) return IDENTIFIED_VALUE;
  if (row.hasName && (row.hasId || row.hasAddress)) return 93;
  if (row.hasId || row.hasName) return 88;
  return row.hasAddress ? 76 : 72;
}

/** True if the object says that there is more than this answer. */
export const tellsOfMore = ({ fields, label }: ScannedObject): boolean =>
  MORE_KEY.test(label) || fields.some(({ key }) => MORE_KEY.test(key));

/** True if a member that tells a state names trouble, or the object stands among errors. */
export function tellsTrouble({ fields, label }: ScannedObject): boolean {
  if (ERRORS_LABEL.test(label)) return true;
  return fields.some((field) => readJsonKey(field.key).isState && TROUBLE.test(field.value));
}

/** The members of an object by what they tell; nothing is printed yet. */
interface RowParts {
  readonly id: JsonField | undefined;
  readonly names: readonly JsonField[];
  readonly address: JsonField | undefined;
  readonly leading: readonly JsonField[];
  readonly others: readonly JsonField[];
}

/** How far the row of the object would tell it from all others. */
export function objectIdentification(object: ScannedObject): number {
  const { id, names, address } = rowParts(object);
  return identification({
    hasId: id !== undefined,
    hasName: names.length > 0,
    hasAddress: address !== undefined,
  });
}

function rowParts({ fields }: ScannedObject): RowParts {
  const address = ownAddress(fields);
  const told = toldFields(fields, address);
  const id =
    told.find((field) => readJsonKey(field.key).isId) ??
    told.find((field) => readJsonKey(field.key).endsAsId);
  const names = namesAmong(told.filter((field) => field !== id));
  const states = told
    .filter((field) => readJsonKey(field.key).isState && !names.includes(field))
    .slice(0, MAX_STATES);
  const leading = [id, ...names, ...states, address].filter((field) => field !== undefined);
  return { id, names, address, leading, others: told.filter((field) => !leading.includes(field)) };
}

export function makeRow(object: ScannedObject): JsonRow {
  const { id, names, address, leading, others } = rowParts(object);
  const prefix = object.label === "" ? "" : `${object.label}: `;
  const limitOf = (field: JsonField): number =>
    field === address ? ADDRESS_CHARACTERS : leading.includes(field) ? LEADING_CHARACTERS : VALUE_CHARACTERS;
  const shown = leading.map((field) => showField(field, limitOf(field)));
  const brief = prefix + shown.join(" ");
  const fitting = othersThatFit(others, Math.max(FULL_CHARACTERS, brief.length) - brief.length);
  const full = prefix + [...shown, ...fitting.map((field) => showField(field, VALUE_CHARACTERS))].join(" ");
  return {
    // A number and a state tell nothing of an object that has no name.
    brief:
      names.length === 0 && address === undefined
        ? cutText(full, Math.max(brief.length, LEAST_BRIEF))
        : brief,
    full,
    more: [
      ...packed(prefix, others.slice(fitting.length)),
      ...[...leading, ...others].flatMap((field) => continuation(prefix, field, limitOf(field))),
    ],
    identity: id !== undefined && address !== undefined ? `${id.value} ${address.value}` : full,
    hasId: id !== undefined,
    hasName: names.length > 0,
    hasAddress: address !== undefined,
  };
}

/** Of an object without a name, what comes nearest to one: a short text is. */
function namesAmong(fields: readonly JsonField[]): readonly JsonField[] {
  const names = fields.filter(({ key }) => readJsonKey(key).isName);
  const like = names.length > 0 ? names : fields.filter(({ key }) => readJsonKey(key).endsAsName);
  const texts = like.length > 0 ? like : fields.filter(isShortText);
  return texts.slice(0, MAX_NAMES);
}

const isShortText = ({ key, value, type }: JsonField): boolean =>
  key === "text" && type === "string" && value.length <= LEADING_CHARACTERS;

/** The names of the members that are worth telling. */
export const toldKeys = ({ fields }: ScannedObject): readonly string[] =>
  toldFields(fields, ownAddress(fields)).map(({ key }) => key);

const toldFields = (fields: readonly JsonField[], address: JsonField | undefined): readonly JsonField[] =>
  fields.filter((field) => isTold(field, address));

/** The first of the fields, as many as have room; one at least. */
function othersThatFit(others: readonly JsonField[], characters: number): readonly JsonField[] {
  let used = 0;
  const over = others.findIndex(
    (field) => (used += 1 + showField(field, VALUE_CHARACTERS).length) > characters,
  );
  return over < 0 ? others : others.slice(0, over);
}

/** Further fields of an object, in lines of a few. */
function packed(prefix: string, fields: readonly JsonField[]): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const field of fields) {
    const text = showField(field, VALUE_CHARACTERS);
    if (line !== "" && line.length + text.length > PART_CHARACTERS) {
      lines.push(prefix + line);
      line = "";
    }
    line += line === "" ? text : ` ${text}`;
  }
  return line === "" ? lines : [...lines, prefix + line];
}

/** A value that is longer than what is shown of it, from there on. */
function continuation(prefix: string, field: JsonField, limit: number): readonly string[] {
  const more = field.more ?? "";
  const text = field.type === "list" ? more : (field.value.slice(limit - 1).replace(/…$/, "") + more).trim();
  if (text === "" || (field.value.length <= limit && more === "") || isEncodedData(text)) return [];
  const parts: string[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = partEnd(text, start, PART_CHARACTERS);
    const part = sliceWhole(text, start, end).trim();
    if (part !== "") parts.push(`${prefix}${field.key}: …${part}`);
  }
  return parts;
}

/** The address of the object itself: of the first rank that any member has, the first. */
function ownAddress(fields: readonly JsonField[]): JsonField | undefined {
  let [best, bestRank]: [JsonField | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const field of fields) {
    const { addressRank } = readJsonKey(field.key);
    if (addressRank < 0 || addressRank >= bestRank) continue;
    if (ADDRESS.test(field.value) && !isTemplate(field.value)) [best, bestRank] = [field, addressRank];
  }
  return best;
}

const isTemplate = (value: string): boolean => /\{[^}]*\}/.test(value);

/** A member worth telling: not empty, and no address that follows from the object's own. */
function isTold(field: JsonField, address: JsonField | undefined): boolean {
  if (field.value === "" || field === address || readJsonKey(field.key).isNoise) return false;
  if (!ADDRESS.test(field.value)) return true;
  return address === undefined && !isTemplate(field.value);
}

function showField(field: JsonField, limit: number): string {
  if (field.type === "string" && isEncodedData(field.value)) return `${field.key}=(encoded data)`;
  const value = cutText(field.value.replace(/\s+/g, " "), limit);
  if (field.type === "true") return field.key;
  return field.type === "string" && /[ ,=]/.test(value) ? `${field.key}="${value}"` : `${field.key}=${value}`;
}
