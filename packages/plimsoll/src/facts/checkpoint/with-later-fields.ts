import { isRecord } from "../../text/is-record.js";
import type { SectionName } from "./checkpoint.js";

/** Sections that earlier releases did not have. */
const LATER_SECTIONS: readonly SectionName[] = ["statements", "facts"];

type Entry = Readonly<Record<string, unknown>>;

/** The fields of a section that earlier releases did not have, as they follow from the others. */
const LATER_FIELDS: Partial<Record<SectionName, (fields: Entry) => Entry>> = {
  files: ({ action }) => ({ changes: action === "read" ? 0 : 1 }),
  statements: () => ({ answer: "" }),
  errors: () => ({ resolution: "" }),
};

/** Sections as an earlier release stored them, entries or rows, with what was added since; anything else as it is. */
export function withLaterFields(sections: unknown): unknown {
  if (!isRecord(sections)) return sections;
  const filled: Record<string, unknown> = { ...sections };
  for (const section of LATER_SECTIONS) filled[section] ??= [];
  for (const [section, later] of Object.entries(LATER_FIELDS)) {
    const entries = filled[section];
    if (Array.isArray(entries)) filled[section] = entries.map((entry) => withFields(entry, later));
  }
  return filled;
}

function withFields(entry: unknown, later: (fields: Entry) => Entry): unknown {
  if (!isRecord(entry)) return entry;
  const { fields } = entry;
  return isRecord(fields)
    ? { ...entry, fields: { ...later(fields), ...fields } }
    : { ...later(entry), ...entry };
}
