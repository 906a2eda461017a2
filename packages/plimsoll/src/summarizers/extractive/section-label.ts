import { MUST_KEEP } from "../../facts/ledgers/summary-rules.js";
import type { TemplateName } from "../template-name.js";
import type { Unit, UnitKind } from "./unit.js";

export const SECTIONS = ["required", "reported", "conversation", "user", "assistant", "work"] as const;
/**
 * The parts of an extractive summary: required texts, an unverified summary's statements about the user,
 * requests, statements, actions and observations. If there were no actions, one part holds both sides in order:
 * an answer next to its question.
 */
export type Section = (typeof SECTIONS)[number];
type NamedSection = Exclude<Section, "required" | "reported" | "conversation">;

/** Labels by template; an empty set prints lines without labels. */
const LABELS: Readonly<Record<TemplateName, Readonly<Record<NamedSection, string>> | undefined>> = {
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
/** Labels that every template shares. */
const SHARED_LABELS = {
  required: MUST_KEEP,
  reported: "User requests, by an earlier summary (not verified):",
  conversation: "Conversation (user behind >):",
  talk: "Conversation (excerpts):",
} as const;

const SECTION_OF_LABEL: ReadonlyMap<string, Section> = new Map<string, Section>([
  [SHARED_LABELS.required, "required"],
  [SHARED_LABELS.reported, "reported"],
  [SHARED_LABELS.conversation, "conversation"],
  [SHARED_LABELS.talk, "conversation"],
  ...Object.values(LABELS).flatMap((labels) =>
    labels === undefined
      ? []
      : (["user", "assistant", "work"] as const).map((name) => [labels[name], name] as const),
  ),
]);

const SECTION_OF_KIND: Readonly<Record<UnitKind, Section>> = {
  required: "required",
  user: "user",
  instruction: "user",
  assistant: "assistant",
  call: "work",
  edit: "work",
  argument: "work",
  output: "work",
};

/** Precedes a line of the user in a conversation. */
export const QUOTE = "> ";

/** The start of the words after the user's mark; `start` for a line of the assistant. */
export function readQuoted(text: string, start: number): number {
  return text.startsWith(QUOTE, start) ? start + QUOTE.length : start;
}

/** The label of a section; `talk` is a conversation of people who are named in each line. */
export function sectionLabel(template: TemplateName, section: Section | "talk"): string | undefined {
  const labels = LABELS[template];
  if (labels === undefined) return undefined;
  return section === "user" || section === "assistant" || section === "work"
    ? labels[section]
    : SHARED_LABELS[section];
}

/** The section that a line of an earlier summary opens; undefined for an ordinary line. A quoted line opens none. */
export function openedSection(line: string): Section | undefined {
  return SECTION_OF_LABEL.get(line);
}

export function sectionOf({ kind, isUnverified }: Unit): Section {
  const section = SECTION_OF_KIND[kind];
  return isUnverified && section === "user" ? "reported" : section;
}
