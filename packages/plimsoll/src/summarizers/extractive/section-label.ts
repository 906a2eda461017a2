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

/** What was said stands under whose words it is, in every template. */
const SPOKEN_LABELS = { user: "The user's words:", assistant: "The assistant's words:" } as const;

/** What was done and seen, in the words of the template. */
const WORK_LABELS: Readonly<Record<TemplateName, string>> = {
  task_state: "Files, commands and facts:",
  brief: "Files, commands and facts:",
  decision_log: "Evidence:",
  step_ledger: "Steps and outcomes:",
  requirements_ledger: "Evidence:",
  code_delta: "Files, edits and commands:",
};

/** Labels that every template shares. */
const SHARED_LABELS = {
  required: MUST_KEEP,
  reported: "The user's words, by an earlier summary (not verified):",
  conversation: "Conversation (user behind >):",
  talk: "Conversation (excerpts):",
} as const;

/** Labels of earlier releases: their summaries are still read. */
const EARLIER_LABELS: Readonly<Record<string, Section>> = {
  "User requests:": "user",
  "Requirements:": "user",
  "User requests, by an earlier summary (not verified):": "reported",
  "Decisions and progress:": "assistant",
  "Decisions and reasons:": "assistant",
  "Progress notes:": "assistant",
  "Clarifications and progress:": "assistant",
  "Notes on changes:": "assistant",
};

const SECTION_OF_LABEL: ReadonlyMap<string, Section> = new Map<string, Section>([
  [SHARED_LABELS.required, "required"],
  [SHARED_LABELS.reported, "reported"],
  [SHARED_LABELS.conversation, "conversation"],
  [SHARED_LABELS.talk, "conversation"],
  [SPOKEN_LABELS.user, "user"],
  [SPOKEN_LABELS.assistant, "assistant"],
  ...Object.values(WORK_LABELS).map((label) => [label, "work"] as const),
  ...Object.entries(EARLIER_LABELS),
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
  pasted: "work",
};

/** Precedes a line of the user in a conversation. */
export const QUOTE = "> ";

/** The start of the words after the user's mark; `start` for a line of the assistant. */
export function readQuoted(text: string, start: number): number {
  return text.startsWith(QUOTE, start) ? start + QUOTE.length : start;
}

/** The label of a section; `talk` is a conversation of people who are named in each line. */
export function sectionLabel(template: TemplateName, section: Section | "talk"): string {
  if (section === "work") return WORK_LABELS[template];
  return section === "user" || section === "assistant" ? SPOKEN_LABELS[section] : SHARED_LABELS[section];
}

/** The section that a line of an earlier summary opens; undefined for an ordinary line. A quoted line opens none. */
export function openedSection(line: string): Section | undefined {
  return SECTION_OF_LABEL.get(line);
}

export function sectionOf({ kind, isUnverified }: Unit): Section {
  const section = SECTION_OF_KIND[kind];
  return isUnverified && section === "user" ? "reported" : section;
}
