import { CompactError } from "./compact-error.js";
import { nearestName } from "./nearest-name.js";

/** What an option must be where it is given. */
export interface Demand {
  /** What belongs there, as in "… must be a function". */
  readonly be: string;
  holds(value: unknown): boolean;
}

export type Demands = Readonly<Record<string, Demand>>;

export interface OptionsCheck {
  /** What the options are called in messages: "preflight's options"; absent where their names say enough. */
  readonly what?: string;
  readonly code: "INVALID_INPUT" | "INVALID_CONFIG";
  readonly demands: Demands;
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
  const { demands } = check;
  const values: Record<string, unknown> = {};
  for (const name of namesOf(given, check)) {
    const demand = Object.hasOwn(demands, name) ? demands[name] : undefined;
    if (demand === undefined) throw unknownOption(name, check);
    const value = valueOf(given as object, name, check);
    if (value === undefined) continue;
    if (!holds(demand, value)) throw wrongOption(name, value, { ...check, demand });
    values[name] = value;
  }
  return values as T;
}

/** A value for an error message: short, and whatever it is. */
export function shownArgument(value: unknown): string {
  try {
    if (typeof value === "string") return JSON.stringify(value.slice(0, MAX_SHOWN));
    if (typeof value === "function") return "a function";
    if (Array.isArray(value)) return "a list";
    return typeof value === "object" && value !== null ? "an object" : String(value).slice(0, MAX_SHOWN);
  } catch {
    return "an object that cannot be read";
  }
}

/** Own names, and the known ones that a class gives its objects. */
function namesOf(given: unknown, { what, code, demands }: OptionsCheck): string[] {
  const wrong = (cause?: unknown): CompactError =>
    new CompactError(code, `${what ?? "The options"} must be an object; found ${shownArgument(given)}.`, {
      cause,
    });
  try {
    if (typeof given !== "object" || given === null || Array.isArray(given)) throw wrong();
    const own = Object.keys(given);
    if (own.length > MAX_OPTIONS) throw wrong();
    const inherited = Object.keys(demands).filter((name) => !own.includes(name) && name in given);
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

function holds(demand: Demand, value: unknown): boolean {
  try {
    return demand.holds(value);
  } catch {
    return false;
  }
}

function unknownOption(name: string, { what, code, demands, elsewhere = {} }: OptionsCheck): CompactError {
  const names = Object.keys(demands);
  const known = Object.hasOwn(elsewhere, name) ? elsewhere[name] : undefined;
  const meant = known ?? nearestName(name, names);
  const hint = meant === undefined ? `known are ${names.join(", ")}.` : `did you mean ${meant}?`;
  const shown = name.slice(0, MAX_SHOWN);
  const head = what === undefined ? "The" : `${what}: the`;
  return new CompactError(code, `${head} option ${shown} is unknown; ${hint}`, {
    details: { key: shown, ...(meant === undefined ? {} : { meant }) },
  });
}

function wrongOption(
  name: string,
  value: unknown,
  { what, code, demand }: OptionsCheck & { readonly demand: Demand },
): CompactError {
  const shown = shownArgument(value);
  return new CompactError(code, `${headOf(what)}${name} is ${shown}; it must be ${demand.be}.`, {
    details: {
      key: name,
      ...(typeof value === "object" || typeof value === "function" ? {} : { value: String(value) }),
    },
  });
}
