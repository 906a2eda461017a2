import { quotedLine, unquoted } from "../../facts/checkpoint/quoted-line.js";
import type { TemplateName } from "../template-name.js";
import { renderWork } from "./render-work.js";
import { QUOTE, SECTIONS, type Section, sectionLabel, sectionOf } from "./section-label.js";
import type { Unit } from "./unit.js";

const MAX_BLANKS = 8;
const MIN_LABELLED_TOKENS = 300;
const MIN_LABELLED_CHARACTERS = 160;
/** Fewer tokens are worth more as quotations than as headings. */
const MIN_GROUPED_TOKENS = 150;

/** True if lines of the work stand under where they come from. */
export const isGrouped = ({ maxTokens }: Pick<Layout, "maxTokens">): boolean =>
  maxTokens >= MIN_GROUPED_TOKENS;

/** Adjacent sentences of one source line stay on one line. */
function continues(previous: Unit, unit: Unit): boolean {
  if (previous.source !== unit.source || previous.end > unit.start) return false;
  if (unit.start - previous.end > MAX_BLANKS) return false;
  const between = unit.source.slice(previous.end, unit.start);
  return between.trim() === "" && !between.includes("\n");
}

/** The units as quoted lines; required texts are the user's words and stay unchanged. */
function sectionLines(units: readonly Unit[], { quote }: Layout): string[] {
  const lines: string[] = [];
  let start = 0;
  let last: Unit | undefined;
  for (const unit of units) {
    const goesOn = last !== undefined && continues(last, unit);
    if (!goesOn) start = unit.start;
    const text = unit.source.slice(start, unit.end).trim();
    const line = unit.kind === "required" || unit.isMarked ? text : quote(text, unit.from);
    if (goesOn) lines[lines.length - 1] = line;
    else lines.push(line);
    last = unit;
  }
  return lines;
}

/** {@link quotedLine} with a cache, because fitting a summary quotes the same lines again and again. */
export function quoter(): Layout["quote"] {
  const known = new Map<string, string>();
  return (text, source) => {
    const key = `${source}\n${text}`;
    const line = known.get(key) ?? quotedLine(text, source);
    known.set(key, line);
    return line;
  };
}

export interface Layout {
  readonly template: TemplateName;
  readonly maxTokens: number;
  /** Only words of user and assistant: both sides are printed in order. */
  readonly isConversation: boolean;
  /** One line as a quotation; see `quotedLine`. */
  quote(text: string, source: string): string;
}

/**
 * Both sides in order, with the user's lines marked if a label explains the mark. Omits a line that imitates it.
 */
function conversationLines(units: readonly Unit[], layout: Layout, marked: boolean): string[] {
  const isUser = (unit: Unit | undefined): boolean => unit?.kind === "user" || unit?.kind === "instruction";
  const lines: string[] = [];
  let start = 0;
  for (let end = 1; end <= units.length; end++) {
    if (end < units.length && isUser(units[end]) === isUser(units[start])) continue;
    const byUser = isUser(units[start]);
    for (const line of sectionLines(units.slice(start, end), layout)) {
      if (!marked) lines.push(line);
      else if (byUser) lines.push(QUOTE + line);
      else if (!unquoted(line).startsWith(QUOTE)) lines.push(line);
    }
    start = end;
  }
  return lines;
}

function bySection(units: readonly Unit[], isConversation: boolean): Map<Section, Unit[]> {
  const sections = new Map<Section, Unit[]>(SECTIONS.map((section) => [section, []]));
  for (const unit of units) {
    const section = sectionOf(unit);
    const merged = isConversation && (section === "user" || section === "assistant");
    sections.get(merged ? "conversation" : section)?.push(unit);
  }
  return sections;
}

function linesOf(
  section: Section,
  units: readonly Unit[],
  { layout, isLabelled }: { readonly layout: Layout; readonly isLabelled: boolean },
): string[] {
  if (section === "conversation") return conversationLines(units, layout, isLabelled);
  if (section !== "work" || !isGrouped(layout)) return sectionLines(units, layout);
  return renderWork(units, (members) => sectionLines(members, layout));
}

/** Units in original order as text: by section, with labels only if the budget allows. */
export function renderUnits(units: readonly Unit[], layout: Layout): string {
  const characters = units.reduce((sum, unit) => sum + unit.end - unit.start, 0);
  // Without its label the next summary would not know the user's words for what they are.
  const isSaid = units.some(({ kind }) => kind === "user");
  const labelled = isSaid
    ? isGrouped(layout)
    : layout.maxTokens >= MIN_LABELLED_TOKENS && characters >= MIN_LABELLED_CHARACTERS;
  const lines: string[] = [];
  for (const [section, members] of bySection(units, layout.isConversation)) {
    if (members.length === 0) continue;
    const label = labelled ? sectionLabel(layout.template, section) : undefined;
    if (label !== undefined) lines.push(label);
    for (const line of linesOf(section, members, { layout, isLabelled: label !== undefined }))
      lines.push(line);
  }
  return lines.join("\n");
}
