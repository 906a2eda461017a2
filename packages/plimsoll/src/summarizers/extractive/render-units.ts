import type { TemplateName } from "../template-name.js";
import { QUOTE, SECTIONS, type Section, sectionLabel, sectionOf } from "./section-labels.js";
import type { Unit } from "./unit.js";

const MAX_BLANKS = 8;
const MIN_LABELLED_TOKENS = 300;
const MIN_LABELLED_CHARACTERS = 160;

/** Sentences that stand next to each other on one line of their source stay on one line. */
function continues(previous: Unit, unit: Unit): boolean {
  if (previous.source !== unit.source || previous.end > unit.start) return false;
  if (unit.start - previous.end > MAX_BLANKS) return false;
  const between = unit.source.slice(previous.end, unit.start);
  return between.trim() === "" && !between.includes("\n");
}

function sectionLines(units: readonly Unit[]): string[] {
  const lines: string[] = [];
  let start = 0;
  let last: Unit | undefined;
  for (const unit of units) {
    if (last !== undefined && continues(last, unit)) {
      lines[lines.length - 1] = unit.source.slice(start, unit.end).trim();
    } else {
      start = unit.start;
      lines.push(unit.source.slice(unit.start, unit.end).trim());
    }
    last = unit;
  }
  return lines;
}

export interface Layout {
  readonly template: TemplateName;
  readonly maxTokens: number;
  /** Nothing but what user and assistant said: both sides are printed in order. */
  readonly isConversation: boolean;
}

/** Both sides in order, the user's lines marked where a label explains the mark. A line that imitates it is left out. */
function conversationLines(units: readonly Unit[], marked: boolean): string[] {
  const isUser = (unit: Unit | undefined): boolean => unit?.kind === "user" || unit?.kind === "instruction";
  const lines: string[] = [];
  let start = 0;
  for (let end = 1; end <= units.length; end++) {
    if (end < units.length && isUser(units[end]) === isUser(units[start])) continue;
    const byUser = isUser(units[start]);
    for (const line of sectionLines(units.slice(start, end))) {
      if (!marked) lines.push(line);
      else if (byUser) lines.push(QUOTE + line);
      else if (!line.startsWith(QUOTE)) lines.push(line);
    }
    start = end;
  }
  return lines;
}

function bySection(units: readonly Unit[], isConversation: boolean): Map<Section, Unit[]> {
  const sections = new Map<Section, Unit[]>(SECTIONS.map((section) => [section, []]));
  for (const unit of units) {
    const section = sectionOf(unit.kind);
    const merged = isConversation && (section === "user" || section === "assistant");
    sections.get(merged ? "conversation" : section)?.push(unit);
  }
  return sections;
}

/** Units, in original order, as text: by section, with labels only where the budget bears them. */
export function renderUnits(units: readonly Unit[], layout: Layout): string {
  const characters = units.reduce((sum, unit) => sum + unit.end - unit.start, 0);
  const labelled = layout.maxTokens >= MIN_LABELLED_TOKENS && characters >= MIN_LABELLED_CHARACTERS;
  const lines: string[] = [];
  for (const [section, members] of bySection(units, layout.isConversation)) {
    if (members.length === 0) continue;
    const label = labelled ? sectionLabel(layout.template, section) : undefined;
    if (label !== undefined) lines.push(label);
    const own =
      section === "conversation" ? conversationLines(members, label !== undefined) : sectionLines(members);
    for (const line of own) lines.push(line);
  }
  return lines.join("\n");
}
