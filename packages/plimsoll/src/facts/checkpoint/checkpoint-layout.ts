import { SECTION_NAMES, type SectionEntry, type SectionName } from "./checkpoint.js";

/** The parts of a checkpoint, by name. */
export type PartName = SectionName | "objective" | "activeWork";

/** Entries that are shown below one heading. */
export interface LayoutPart {
  readonly name: PartName;
  /** Only entries in one of these conditions; see {@link conditionOf}. @default all of them */
  readonly only?: readonly string[];
  /** Name the speaker of each entry. @default false */
  readonly withSpeaker?: boolean;
}

export interface LayoutSection {
  /** The whole line above the entries; empty for none. */
  readonly heading: string;
  readonly parts: readonly LayoutPart[];
}

/** In which order and under which headings a checkpoint is written. */
export interface CheckpointLayout {
  readonly sections: readonly LayoutSection[];
}

/** The default heading of each section. */
export const HEADINGS: Readonly<Record<PartName, string>> = {
  constraints: "Constraints of the user:",
  objective: "Objective:",
  activeWork: "Working on:",
  plan: "Plan:",
  statements: "Last said by the assistant:",
  handles: "Still open:",
  errors: "Errors:",
  risks: "Risks and blockers:",
  decisions: "Decisions:",
  facts: "Facts:",
  files: "Files:",
  identifiers: "Identifiers:",
  commands: "Commands:",
  requests: "Requests of the user, word for word:",
  sources: "Sources:",
};

/** The parts in order of importance. */
export const PART_NAMES: readonly PartName[] = [
  "constraints",
  "objective",
  "activeWork",
  ...SECTION_NAMES.filter((name) => name !== "constraints"),
];

/** Every part under its own heading, in order of importance. */
export const PLAIN_LAYOUT: CheckpointLayout = {
  sections: PART_NAMES.map((name) => ({ heading: HEADINGS[name], parts: [{ name }] })),
};

/**
 * The condition of an entry: the state of a step, error or handle, the last action on a file, the outcome of a
 * command, a kind.
 */
export function conditionOf(entry: SectionEntry<SectionName>): string {
  if ("state" in entry) return entry.state;
  if ("action" in entry) return entry.action;
  if ("outcome" in entry) return entry.outcome;
  return "kind" in entry ? entry.kind : "";
}
