import { type SectionName, SECTION_NAMES } from "./checkpoint.js";

/** Sections that code alone keeps: the user's requests, the assistant's statements, the newest values. */
type CodeSection = "requests" | "statements" | "facts";

export type DeltaSection = Exclude<SectionName, CodeSection>;

/** Sections that a summarizer may add to. */
export const DELTA_SECTIONS: readonly DeltaSection[] = SECTION_NAMES.filter(
  (name): name is DeltaSection => name !== "requests" && name !== "statements" && name !== "facts",
);

/** One entry that a summarizer adds. `detail` holds the section's other fields; see the schema. */
export interface DeltaEntry {
  readonly section: DeltaSection;
  readonly text: string;
  readonly detail: string;
  /** Ids of the items that say it. */
  readonly items: readonly string[];
}

export interface DeltaSupersession {
  readonly id: string;
  /** The id of the entry, or the text of the added entry, that replaces it; empty if none does. */
  readonly by: string;
}

/** A summarizer's changes to a checkpoint. Code merges them; see `mergeDelta`. */
export interface CheckpointDelta {
  /** Empty: as before. */
  readonly objective: string;
  /** Empty: as before. */
  readonly activeWork: string;
  readonly added: readonly DeltaEntry[];
  readonly superseded: readonly DeltaSupersession[];
}

const text = (description: string): object => ({ type: "string", description });

/**
 * JSON Schema of a {@link CheckpointDelta}, for structured output: every key required, nothing else allowed. It has no
 * limits of length, which strict modes refuse; `readDelta` has them.
 */
export const CHECKPOINT_DELTA_SCHEMA: Readonly<Record<string, unknown>> = {
  type: "object",
  additionalProperties: false,
  required: ["objective", "activeWork", "added", "superseded"],
  properties: {
    objective: text("What the session works for, if that changed; otherwise empty."),
    activeWork: text("What is being worked on now, if that changed; otherwise empty."),
    added: {
      type: "array",
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
          items: { type: "array", items: { type: "string" }, description: "The items that say it." },
        },
      },
    },
    superseded: {
      type: "array",
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
