import { cutText } from "../../evidence/cut-text.js";
import { readJsonKey } from "./json-key.js";
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
  return fields.some((field) => readJsonKey(field.key).isState && TROUBLE.test(field.value));
}

export function makeRow(object: ScannedObject): JsonRow {
  const address = ownAddress(object.fields);
  const told = object.fields.filter((field) => isTold(field, address));
  const id =
    told.find((field) => readJsonKey(field.key).isId) ??
    told.find((field) => readJsonKey(field.key).endsAsId);
  const names = told.filter((field) => field !== id && readJsonKey(field.key).isName).slice(0, MAX_NAMES);
  const states = told
    .filter((field) => readJsonKey(field.key).isState && !names.includes(field))
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
  const value = cutText(field.value.replace(/\s+/g, " "), limit);
  if (field.type === "true") return field.key;
  return field.type === "string" && /[ ,=]/.test(value) ? `${field.key}="${value}"` : `${field.key}=${value}`;
}
