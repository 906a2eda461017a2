import { CUES } from "../cues/cues.js";

/** A table that lays down who may do what, or how much of something. */
export interface RulesTable {
  /** The line above it, its head and its rows, in one. */
  readonly text: string;
  /** The number of the line that introduces it; -1 if none does. */
  readonly introduction: number;
  /** The line behind its last row. */
  readonly end: number;
}

const ROW = /^\s{0,8}\|.{1,400}\|\s{0,8}$/;
const RULE_BELOW_HEAD = /^\s{0,8}\|[\s:|-]{3,400}\|\s{0,8}$/;
const INTRODUCES = /[:：]\**\s{0,4}$/;
const MAX_ROWS = 40;
const MAX_CHARACTERS = 2_000;

const isRow = (line: string | undefined): boolean => line !== undefined && ROW.test(line);

/** The line that ends with a colon above a table, with at most one blank line between. */
function introductionOf(lines: readonly string[], head: number): number {
  const at = lines[head - 1]?.trim() === "" ? head - 2 : head - 1;
  return INTRODUCES.test(lines[at] ?? "") ? at : -1;
}

/** The tables of rules of a text, by the number of their first line. Linear. */
export function rulesTables(lines: readonly string[]): ReadonlyMap<number, RulesTable> {
  const found = new Map<number, RulesTable>();
  for (let head = 0; head + 1 < lines.length; head++) {
    if (!isRow(lines[head]) || !RULE_BELOW_HEAD.test(lines[head + 1] ?? "")) continue;
    let end = head + 2;
    while (isRow(lines[end])) end++;
    const introduction = introductionOf(lines, head);
    const opening = [introduction < 0 ? "" : (lines[introduction] ?? ""), lines[head] ?? ""];
    if (opening.some((line) => CUES.has("rules table", line))) {
      const rows = lines.slice(head + 2, Math.min(end, head + 2 + MAX_ROWS));
      const text = [...opening, ...rows]
        .map((line) => line.trim())
        .join(" ")
        .trim();
      found.set(head, { text: text.slice(0, MAX_CHARACTERS), introduction, end });
    }
    head = end - 1;
  }
  return found;
}
