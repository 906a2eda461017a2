import { nearestName } from "../errors/nearest-name.js";
import type { SettingField } from "./setting-field.js";
import { SETTING_PATHS } from "./setting-paths.js";
import type { SettingProblem } from "./setting-problem.js";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface EnvironmentOverrides {
  /** The overrides in the shape of the file. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Which variable each path came from. */
  readonly origins: ReadonlyMap<string, string>;
  readonly problems: readonly SettingProblem[];
}

const PREFIX = "PLIMSOLL_";
/** Names the file itself. */
export const CONFIG_VARIABLE = "PLIMSOLL_CONFIG";
const RESERVED = /^PLIMSOLL_(?:CONFIG$|ARTIFACT_KEY$|SUMMARY_KEY$|TEST_)/;

/** `policy.trigger_pct` as `PLIMSOLL_POLICY__TRIGGER_PCT`. */
function variableName(path: string): string {
  return PREFIX + path.replaceAll(".", "__").toUpperCase();
}

interface KnownVariable {
  readonly path: string;
  /** Absent for `models`, which is a JSON object. */
  readonly field?: SettingField;
}

const FIELDS: ReadonlyMap<string, KnownVariable> = new Map<string, KnownVariable>([
  [variableName("models"), { path: "models" }],
  ...Array.from(SETTING_PATHS, ([path, field]): [string, KnownVariable] => [
    variableName(path),
    { path, field },
  ]),
]);

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * The text as a value of the field's type. Returns the text unchanged if that fails; validation then refuses it.
 */
function readValue(text: string, field: SettingField | undefined): unknown {
  if (field === undefined) return fromJson(text);
  if (field === "flag") return readFlag(text);
  if (typeof field === "string" || !("kind" in field)) return text;
  if (field.kind === "number")
    return /^[+-]?[0-9.]+(?:e[+-]?[0-9]+)?$/i.test(text.trim()) ? Number(text) : text;
  return field.kind === "list" ? readList(text) : text;
}

function readFlag(text: string): boolean | string {
  if (/^(?:true|1)$/i.test(text.trim())) return true;
  return /^(?:false|0)$/i.test(text.trim()) ? false : text;
}

function readList(text: string): unknown[] {
  const list = text.trim().startsWith("[") ? fromJson(text) : undefined;
  return Array.isArray(list) ? list : text.split(",").map((entry) => entry.trim());
}

function unknownVariable(name: string): SettingProblem {
  const meant = nearestName(name, [...FIELDS.keys(), CONFIG_VARIABLE]);
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  const allowed = "PLIMSOLL_<KEY> of a documented key, with __ between its levels";
  return { path: name, variable: name, message: `unknown environment variable.${hint} Allowed: ${allowed}` };
}

/** Reads the overrides out of an environment. An empty variable counts as not set. */
export function environmentOverrides(environment: Environment): EnvironmentOverrides {
  const values: Record<string, unknown> = {};
  const origins = new Map<string, string>();
  const problems: SettingProblem[] = [];
  for (const [name, text] of Object.entries(environment)) {
    if (!name.startsWith(PREFIX) || RESERVED.test(name) || text === undefined || text === "") continue;
    const known = FIELDS.get(name);
    if (known === undefined) {
      problems.push(unknownVariable(name));
      continue;
    }
    const [section = "", key] = known.path.split(".");
    const value = readValue(text, known.field);
    if (key === undefined) values[section] = value;
    else values[section] = { ...(values[section] as Record<string, unknown> | undefined), [key]: value };
    origins.set(known.path, name);
  }
  return { values, origins, problems };
}
