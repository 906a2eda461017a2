import { CompactError } from "../../errors/compact-error.js";
import { isRecord } from "../../text/is-record.js";

const MAX_TEXT_CHARACTERS = 100_000;
const MAX_LIST_LENGTH = 1_000;
const MAX_SHOWN_CHARACTERS = 80;

/** Reads one value of foreign JSON at `path`, or throws what is wrong with it. */
export type FieldReader<T> = (value: unknown, path: string) => T;

/** What is wrong with a value, in the words of every error of this folder. */
export function wrongValue(path: string, wanted: string, value: unknown): CompactError {
  return new CompactError("INVALID_INPUT", `${path} must be ${wanted}, and is ${describe(value)}.`, {
    details: { path },
  });
}

function describe(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object") return "an object";
  if (typeof value !== "string") return `${typeof value} ${String(value).slice(0, MAX_SHOWN_CHARACTERS)}`;
  return value.length > MAX_SHOWN_CHARACTERS ? `a text of ${value.length} characters` : JSON.stringify(value);
}

export const readText: FieldReader<string> = (value, path) => {
  if (typeof value !== "string" || value.length > MAX_TEXT_CHARACTERS)
    throw wrongValue(path, `a text of at most ${MAX_TEXT_CHARACTERS} characters`, value);
  return value;
};

export const readCount: FieldReader<number> = (value, path) => {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
    throw wrongValue(path, "a whole number from 0", value);
  return value;
};

export function readList<T>(read: FieldReader<T>, max: number = MAX_LIST_LENGTH): FieldReader<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value) || value.length > max)
      throw wrongValue(path, `a list of at most ${max} entries`, value);
    return value.map((entry: unknown, index) => read(entry, `${path}[${index}]`));
  };
}

export function readOneOf<const T extends string>(names: readonly T[]): FieldReader<T> {
  return (value, path) => {
    const found = names.find((name) => name === value);
    if (found === undefined) throw wrongValue(path, `one of ${names.join(", ")}`, value);
    return found;
  };
}

export function readObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw wrongValue(path, "an object", value);
  return value;
}
