import { type SectionName, SECTION_NAMES } from "./checkpoint.js";
import { readList, readObject, readOneOf, readText, wrongValue } from "./entry-fields.js";

const MAX_ENTRIES = 200;
const MAX_ITEMS = 50;
const MAX_TEXT_CHARACTERS = 2_000;

/** Sections that a summarizer may add to. What the user asked is kept by code alone. */
const DELTA_SECTIONS: readonly Exclude<SectionName, "requests">[] = SECTION_NAMES.filter(
  (name) => name !== "requests",
);

/** One entry that a summarizer adds. `detail` is what the section has besides its text; see the schema. */
export interface DeltaEntry {
  readonly section: Exclude<SectionName, "requests">;
  readonly text: string;
  readonly detail: string;
  /** Ids of the items that say it. */
  readonly items: readonly string[];
}

export interface DeltaSupersession {
  readonly id: string;
  /** The id of the entry, or the text of the added entry, that takes its place; empty where none does. */
  readonly by: string;
}

/** What a summarizer says has changed since a checkpoint. Code merges it; see `mergeDelta`. */
export interface CheckpointDelta {
  /** Empty: as before. */
  readonly objective: string;
  /** Empty: as before. */
  readonly activeWork: string;
  readonly added: readonly DeltaEntry[];
  readonly superseded: readonly DeltaSupersession[];
}

const text = (description: string): object => ({
  type: "string",
  maxLength: MAX_TEXT_CHARACTERS,
  description,
});

/** JSON Schema of a {@link CheckpointDelta}, for structured output: every key required, nothing else allowed. */
export const CHECKPOINT_DELTA_SCHEMA: Readonly<Record<string, unknown>> = {
  type: "object",
  additionalProperties: false,
  required: ["objective", "activeWork", "added", "superseded"],
  properties: {
    objective: text("What the session works for, if that changed; otherwise empty."),
    activeWork: text("What is being worked on now, if that changed; otherwise empty."),
    added: {
      type: "array",
      maxItems: MAX_ENTRIES,
      items: {
        type: "object",
        additionalProperties: false,
        required: ["section", "text", "detail", "items"],
        properties: {
          section: { type: "string", enum: DELTA_SECTIONS },
          text: text(
            "Word for word where possible. The sentence, the path, the command, the identifier, the handle or the URL.",
          ),
          detail: text(
            "plan: pending, active or done. decisions: the reason. files: read, created, changed, deleted or moved. " +
              "commands: ok, failed, running or unknown. identifiers: what it stands for. errors: what failed. " +
              "risks: risk or blocker. handles: process, agent, approval or tab. sources: the title. Otherwise empty.",
          ),
          items: {
            type: "array",
            maxItems: MAX_ITEMS,
            items: { type: "string" },
            description: "Ids of the items that say it.",
          },
        },
      },
    },
    superseded: {
      type: "array",
      maxItems: MAX_ENTRIES,
      items: {
        type: "object",
        additionalProperties: false,
        required: ["id", "by"],
        properties: {
          id: text("The id of an entry that no longer holds."),
          by: text("The id or the text of the entry that holds instead; empty where none does."),
        },
      },
    },
  },
};

const readDeltaText = (value: unknown, path: string): string => {
  const read = readText(value, path);
  if (read.length > MAX_TEXT_CHARACTERS)
    throw wrongValue(path, `a text of at most ${MAX_TEXT_CHARACTERS} characters`, read);
  return read;
};

/** Reads what a model answered. Throws `INVALID_INPUT` with the place of the first value that is wrong. */
export function parseDelta(value: unknown): CheckpointDelta {
  const record = readObject(value, "delta");
  return {
    objective: readDeltaText(record["objective"], "delta.objective"),
    activeWork: readDeltaText(record["activeWork"], "delta.activeWork"),
    added: readList((entry, path): DeltaEntry => {
      const fields = readObject(entry, path);
      return {
        section: readOneOf(DELTA_SECTIONS)(fields["section"], `${path}.section`),
        text: readDeltaText(fields["text"], `${path}.text`),
        detail: readDeltaText(fields["detail"], `${path}.detail`),
        items: readList(readText, MAX_ITEMS)(fields["items"], `${path}.items`),
      };
    }, MAX_ENTRIES)(record["added"], "delta.added"),
    superseded: readList((entry, path): DeltaSupersession => {
      const fields = readObject(entry, path);
      return { id: readDeltaText(fields["id"], `${path}.id`), by: readDeltaText(fields["by"], `${path}.by`) };
    }, MAX_ENTRIES)(record["superseded"], "delta.superseded"),
  };
}
