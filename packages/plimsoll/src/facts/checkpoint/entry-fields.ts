import { CompactError } from "../../errors/compact-error.js";
import { isRecord } from "../../text/is-record.js";
import type { SectionFields, SectionName } from "./checkpoint.js";

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

const readExitCode: FieldReader<number | null> = (value, path) => {
  if (value !== null && (typeof value !== "number" || !Number.isSafeInteger(value)))
    throw wrongValue(path, "a whole number or null", value);
  return value;
};

type Readers<F> = { readonly [K in keyof F]: FieldReader<F[K]> };

const ACTION = readOneOf(["read", "created", "changed", "deleted", "moved"]);

const SECTION_READERS: { readonly [S in SectionName]: Readers<SectionFields[S]> } = {
  constraints: {
    text: readText,
    kind: readOneOf(["rule", "limit", "requirement", "acceptance", "preference"]),
  },
  requests: { text: readText },
  plan: { text: readText, state: readOneOf(["pending", "active", "done"]), evidence: readList(readText) },
  decisions: { text: readText, reason: readText },
  files: { path: readText, action: ACTION, actions: readList(ACTION), movedTo: readText },
  commands: {
    command: readText,
    outcome: readOneOf(["ok", "failed", "running", "unknown"]),
    exitCode: readExitCode,
    failingTests: readList(readText),
    runs: readCount,
  },
  identifiers: { value: readText, meaning: readText },
  errors: {
    text: readText,
    subject: readText,
    state: readOneOf(["open", "resolved"]),
    resolvedBy: readText,
  },
  risks: { text: readText, kind: readOneOf(["risk", "blocker"]) },
  handles: {
    kind: readOneOf(["process", "agent", "approval", "tab"]),
    handle: readText,
    text: readText,
    state: readOneOf(["open", "closed"]),
  },
  sources: { url: readText, title: readText },
};

/** The fields of an entry of one section, read out of foreign JSON. Unknown keys are passed over. */
export function readFields<S extends SectionName>(
  section: S,
  record: Readonly<Record<string, unknown>>,
  path: string,
): SectionFields[S] {
  const readers: Readers<SectionFields[S]> = SECTION_READERS[section];
  const fields: Partial<SectionFields[S]> = {};
  for (const name of Object.keys(readers) as (keyof SectionFields[S] & string)[]) {
    fields[name] = readers[name](record[name], `${path}.${name}`);
  }
  return fields as SectionFields[S];
}
