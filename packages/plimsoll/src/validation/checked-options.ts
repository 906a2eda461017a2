import { CompactError } from "../errors/compact-error.js";
import { nearestName } from "../errors/nearest-name.js";
import type { Problem } from "./problem.js";
import { readShape } from "./read-shape.js";
import type { Fields } from "./shape.js";
import { shownValue } from "./shown-value.js";

export interface OptionsCheck {
  /** What the options are called in messages: "preflight's options"; absent if their names say enough. */
  readonly what?: string;
  readonly code: "INVALID_INPUT" | "INVALID_CONFIG";
  /** What each option must be where it is given. */
  readonly fields: Fields;
  /** Names that people use by mistake, and where what they mean is said. */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

/** More than anybody names; what has more is no set of options. */
const MAX_OPTIONS = 1000;
const MAX_SHOWN = 80;

/**
 * A plain copy of options, each of which was read once and is what it must be; `undefined` is none at all. Whatever is
 * given, the worst that comes of it is an error with a name: getters that throw and proxies too.
 *
 * @throws CompactError of the check's code, with the option, its value and what belongs there.
 */
export function checkedOptions<T extends object>(given: unknown, check: OptionsCheck): T {
  if (given === undefined) return {} as T;
  const { fields } = check;
  const values: Record<string, unknown> = {};
  for (const name of namesOf(given, check)) {
    const shape = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (shape === undefined) throw unknownOption(name, check);
    const value = valueOf(given as object, name, check);
    if (value === undefined) continue;
    const problems: Problem[] = [];
    const read = readShape(shape, value, { path: name, problems });
    const [problem] = problems;
    if (problem) throw wrongOption(problem, { name, value }, check);
    values[name] = read;
  }
  return values as T;
}

/** Own names, and the known ones that a class gives its objects. */
function namesOf(given: unknown, { what, code, fields }: OptionsCheck): string[] {
  const wrong = (cause?: unknown): CompactError =>
    new CompactError(code, `${what ?? "The options"} must be an object; found ${shownValue(given)}.`, {
      cause,
    });
  try {
    if (typeof given !== "object" || given === null || Array.isArray(given)) throw wrong();
    const own = Object.keys(given);
    if (own.length > MAX_OPTIONS) throw wrong();
    const inherited = Object.keys(fields).filter((name) => !own.includes(name) && name in given);
    return [...own, ...inherited];
  } catch (error) {
    throw CompactError.isInstance(error) ? error : wrong(error);
  }
}

function valueOf(given: object, name: string, { what, code }: OptionsCheck): unknown {
  try {
    return Reflect.get(given, name);
  } catch (cause) {
    throw new CompactError(
      code,
      `${headOf(what)}${name.slice(0, MAX_SHOWN)} cannot be read; pass a plain value.`,
      {
        details: { key: name },
        cause,
      },
    );
  }
}

const headOf = (what: string | undefined): string => (what === undefined ? "" : `${what}: `);

function unknownOption(name: string, { what, code, fields, elsewhere = {} }: OptionsCheck): CompactError {
  const names = Object.keys(fields);
  const known = Object.hasOwn(elsewhere, name) ? elsewhere[name] : undefined;
  const meant = known ?? nearestName(name, names);
  const hint = meant === undefined ? `known options: ${names.join(", ")}.` : `did you mean ${meant}?`;
  const shown = name.slice(0, MAX_SHOWN);
  const head = what === undefined ? "The" : `${what}: the`;
  return new CompactError(code, `${head} option ${shown} is unknown; ${hint}`, {
    details: { key: shown, ...(meant === undefined ? {} : { meant }) },
  });
}

function wrongOption(
  problem: Problem,
  { name, value }: { readonly name: string; readonly value: unknown },
  { what, code }: OptionsCheck,
): CompactError {
  return new CompactError(code, `${headOf(what)}${problem.path} ${problem.text}.`, {
    details: {
      key: name,
      ...(typeof value === "object" || typeof value === "function" ? {} : { value: String(value) }),
    },
  });
}
