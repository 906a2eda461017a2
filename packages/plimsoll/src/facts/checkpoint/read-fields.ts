import type { SectionFields, SectionName } from "./checkpoint.js";
import { type FieldReader, readCount, readList, readOneOf, readText, wrongValue } from "./field-reader.js";

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
