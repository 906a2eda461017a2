import type { TemplateName } from "../template-name.js";
import type { UnitKind } from "./unit.js";

export const SECTIONS = ["user", "assistant", "work"] as const;
/** The parts of an extractive summary: what was asked, what was said, what was done and seen. */
export type Section = (typeof SECTIONS)[number];

/** Labels by template; an empty set prints lines without labels. */
const LABELS: Readonly<Record<TemplateName, Readonly<Record<Section, string>> | undefined>> = {
  task_state: {
    user: "User requests:",
    assistant: "Decisions and progress:",
    work: "Files, commands and facts:",
  },
  brief: undefined,
  decision_log: { user: "User requests:", assistant: "Decisions and reasons:", work: "Evidence:" },
  step_ledger: { user: "User requests:", assistant: "Progress notes:", work: "Steps and outcomes:" },
  requirements_ledger: {
    user: "Requirements:",
    assistant: "Clarifications and progress:",
    work: "Evidence:",
  },
  code_delta: { user: "User requests:", assistant: "Notes on changes:", work: "Files, edits and commands:" },
};

const SECTION_OF_LABEL: ReadonlyMap<string, Section> = new Map(
  Object.values(LABELS).flatMap((labels) =>
    labels === undefined ? [] : SECTIONS.map((section) => [labels[section], section] as const),
  ),
);

const SECTION_OF_KIND: Readonly<Record<UnitKind, Section>> = {
  user: "user",
  instruction: "user",
  assistant: "assistant",
  call: "work",
  argument: "work",
  output: "work",
};

export function sectionLabel(template: TemplateName, section: Section): string | undefined {
  return LABELS[template]?.[section];
}

/** The section that a line of an earlier summary opens; undefined for an ordinary line. */
export function openedSection(line: string): Section | undefined {
  return SECTION_OF_LABEL.get(line.trim());
}

export function sectionOf(kind: UnitKind): Section {
  return SECTION_OF_KIND[kind];
}
