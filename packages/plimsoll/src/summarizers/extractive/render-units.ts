import type { TemplateName } from "../template-name.js";
import { SECTIONS, type Section, sectionLabel, sectionOf } from "./section-labels.js";
import type { Unit } from "./unit.js";

const MAX_BLANKS = 8;
const MIN_LABELLED_TOKENS = 200;
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
}

/** Units, in original order, as text: by section, with labels only where the budget bears them. */
export function renderUnits(units: readonly Unit[], layout: Layout): string {
  const sections = new Map<Section, Unit[]>(SECTIONS.map((section) => [section, []]));
  for (const unit of units) sections.get(sectionOf(unit.kind))?.push(unit);
  const characters = units.reduce((sum, unit) => sum + unit.end - unit.start, 0);
  const labelled = layout.maxTokens >= MIN_LABELLED_TOKENS && characters >= MIN_LABELLED_CHARACTERS;
  const lines: string[] = [];
  for (const [section, members] of sections) {
    if (members.length === 0) continue;
    const label = labelled ? sectionLabel(layout.template, section) : undefined;
    if (label !== undefined) lines.push(label);
    for (const line of sectionLines(members)) lines.push(line);
  }
  return lines.join("\n");
}
