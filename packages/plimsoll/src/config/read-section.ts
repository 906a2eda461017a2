import { isRecord } from "../text/is-record.js";
import { nearestName } from "../errors/nearest-name.js";
import { fieldProblem } from "./setting-field.js";
import type { Fields } from "../validation/shape.js";
import { type NameStyle, settingName } from "./setting-name.js";
import { type SettingProblem, redactedValue } from "./setting-problem.js";

/** What a reader needs in addition to the values. */
export interface ReadContext {
  readonly style: NameStyle;
  readonly problems: SettingProblem[];
  /** Where a value came from if not from the file: path to environment variable. */
  readonly origins?: ReadonlyMap<string, string>;
  /** Paths to suggest for a key that is known elsewhere. */
  readonly elsewhere?: readonly string[];
}

export function unknownKey(path: string, siblings: readonly string[], context: ReadContext): SettingProblem {
  const cut = path.lastIndexOf(".");
  const key = path.slice(cut + 1);
  const prefix = path.slice(0, cut + 1);
  const sibling = nearestName(key, siblings);
  const known = context.elsewhere?.find((other) => other.endsWith(`.${key}`));
  const meant = sibling === undefined ? known : `${prefix}${sibling}`;
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  return { path, message: `unknown key.${hint} Allowed: ${siblings.join(", ")}` };
}

/** The given and valid values of one section, under their camelCase names; problems go to the context. */
export function readSection(
  raw: unknown,
  table: { readonly fields: Fields; readonly path: string },
  context: ReadContext,
): Record<string, unknown> {
  const { fields, path } = table;
  const names = new Map(Object.keys(fields).map((name) => [settingName(name, context.style), name]));
  if (raw === undefined || raw === null) return {};
  if (!isRecord(raw)) {
    const allowed = `allowed: a mapping with the keys ${[...names.keys()].join(", ")}`;
    context.problems.push({ path: path || "(root)", message: `${redactedValue(path, raw)}; ${allowed}` });
    return {};
  }
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw)) {
    const full = path === "" ? key : `${path}.${key}`;
    const name = names.get(key);
    const field = name === undefined ? undefined : fields[name];
    if (name === undefined || field === undefined) {
      context.problems.push(unknownKey(full, [...names.keys()], context));
      continue;
    }
    if (value === undefined) continue;
    const problem = fieldProblem(field, value);
    if (problem === undefined) {
      values[name] = Array.isArray(value) ? Object.freeze([...value]) : value;
      continue;
    }
    context.problems.push(invalidValue(full, { value, allowed: problem }, context));
  }
  return values;
}

function invalidValue(
  path: string,
  { value, allowed }: { readonly value: unknown; readonly allowed: string },
  context: ReadContext,
): SettingProblem {
  const variable = context.origins?.get(path);
  const from = variable === undefined ? "" : ` (from ${variable})`;
  const message = `${redactedValue(path, value)}${from}; allowed: ${allowed}`;
  return variable === undefined ? { path, message } : { path, message, variable };
}
