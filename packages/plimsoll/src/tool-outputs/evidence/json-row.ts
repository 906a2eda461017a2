import { cutText } from "./cut-text.js";
import type { JsonField, ScannedObject } from "./json-scanner.js";

export interface JsonRow {
  /** Id, name, state and the object's own address. */
  readonly brief: string;
  /** The same with the other members that say something. */
  readonly full: string;
  /** Equal for objects that are the same thing. */
  readonly identity: string;
  readonly hasId: boolean;
  readonly hasName: boolean;
  readonly hasAddress: boolean;
}

const ID_KEYS = /^(?:_?id|uuid|guid|number|iid|key|sha|hash|arn)$/i;
const ID_SUFFIX = /(?:_id|[a-z]Id|_key|_number|_sha)$/;
const NAME_KEYS =
  /^(?:name|full_?name|title|login|user_?name|display_?name|slug|label|subject|path|file_?name|email|ref|code|sku)$/i;
const STATE_KEYS =
  /^(?:state|status|conclusion|result|outcome|phase|severity|level|priority|error|errors|message|reason|success|action|exit_?code|type|kind)$|_(?:state|status|code)$/i;
/** Addresses of the object itself, the one for people first. */
const OWN_ADDRESS = [
  /^(?:html|web|public|page|site|browser)_?url$|^permalink(?:_url)?$/i,
  /^(?:url|uri|link|href|self|canonical_url)$/i,
  /^(?:homepage|website|blog)(?:_url)?$/i,
];
/** Members that only machines read. */
const NOISE = /^(?:node_?id|etag|cursor|gravatar_id|__typename)$|avatar/i;
const ADDRESS = /^(?:https?|ftp|git|ssh):\/\//i;
const TROUBLE = /fail|error|critical|denied|crash|panic|timed? ?out|unhealthy|reject|abort|invalid/i;
const MAX_NAMES = 2;
const MAX_STATES = 3;
const FULL_CHARACTERS = 320;

/** The value of a row that says what the object is and where. */
export const IDENTIFIED_VALUE = 97;

/** How far a row tells one object from all others. */
export function identification(row: JsonRow): number {
  if (row.hasId && row.hasAddress) return IDENTIFIED_VALUE;
  if (row.hasName && (row.hasId || row.hasAddress)) return 93;
  if (row.hasId || row.hasName) return 88;
  return row.hasAddress ? 76 : 72;
}

/** True if a member that tells a state names trouble. */
export function tellsTrouble(fields: readonly JsonField[]): boolean {
  return fields.some((field) => STATE_KEYS.test(field.key) && TROUBLE.test(field.value));
}

export function makeRow(object: ScannedObject): JsonRow {
  const address = ownAddress(object.fields);
  const told = object.fields.filter((field) => isTold(field, address));
  const id = told.find((field) => ID_KEYS.test(field.key)) ?? told.find((field) => ID_SUFFIX.test(field.key));
  const names = told.filter((field) => field !== id && NAME_KEYS.test(field.key)).slice(0, MAX_NAMES);
  const states = told
    .filter((field) => STATE_KEYS.test(field.key) && !names.includes(field))
    .slice(0, MAX_STATES);
  const leading = [id, ...names, ...states, address].filter((field) => field !== undefined);
  const others = told.filter((field) => !leading.includes(field));
  const prefix = object.label === "" ? "" : `${object.label}: `;
  const shown = leading.map((field) => showField(field, field === address ? 240 : 80));
  const brief = prefix + shown.join(" ");
  const full = prefix + [...shown, ...others.map((field) => showField(field, 120))].join(" ");
  return {
    brief: shown.length === 0 ? cutText(full, 120) : brief,
    full: cutText(full, Math.max(FULL_CHARACTERS, brief.length)),
    identity: id !== undefined && address !== undefined ? `${id.value} ${address.value}` : full,
    hasId: id !== undefined,
    hasName: names.length > 0,
    hasAddress: address !== undefined,
  };
}

function ownAddress(fields: readonly JsonField[]): JsonField | undefined {
  for (const pattern of OWN_ADDRESS) {
    const found = fields.find(
      (field) => pattern.test(field.key) && ADDRESS.test(field.value) && !isTemplate(field.value),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

const isTemplate = (value: string): boolean => /\{[^}]*\}/.test(value);

/** A member worth telling: not empty, and no address that follows from the object's own. */
function isTold(field: JsonField, address: JsonField | undefined): boolean {
  if (field.value === "" || field === address || NOISE.test(field.key)) return false;
  if (!ADDRESS.test(field.value)) return true;
  return address === undefined && !isTemplate(field.value);
}

function showField(field: JsonField, limit: number): string {
  const value = cutText(field.value.replace(/\s+/g, " "), limit);
  if (field.type === "true") return field.key;
  return field.type === "string" && /[ ,=]/.test(value) ? `${field.key}="${value}"` : `${field.key}=${value}`;
}
