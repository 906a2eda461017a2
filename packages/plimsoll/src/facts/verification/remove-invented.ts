import { CLAIM_MARK } from "../checkpoint/render-entry.js";
import { lineAfter, lineBefore } from "./line-part.js";
import type { InventedString } from "./find-invented.js";

/** What was done about a string that the source does not have. */
export interface RemovedString {
  readonly value: string;
  readonly action: "dropped" | "shortened" | "replaced";
}

/** Keys that may hold the arguments; the first present one counts. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

const LINE_CHARACTERS = 48;
const CLAIM_CHARACTERS = 3_000;
const MARK = "[…]";

/** How each invented string is taken out of the summary. Edits are in order and do not overlap. */
export function inventedEdits(
  summary: string,
  invented: readonly InventedString[],
): { readonly edits: readonly TextEdit[]; readonly removed: readonly RemovedString[] } {
  const edits: TextEdit[] = [];
  const removed: RemovedString[] = [];
  let from = 0;
  for (const string of invented) {
    if (string.start < from) {
      removed.push({ value: string.value, action: "dropped" });
      continue;
    }
    const { edit, action } = editFor(summary, string, from);
    edits.push(edit);
    removed.push({ value: string.value, action });
    from = edit.end;
  }
  return { edits, removed };
}

/**
 * Takes invented strings out of a summary: a line or a member of a list that holds nothing else goes, and so does a line that
 * only a model claims; a path keeps the end that the source has, and in any other place a mark stands for the string.
 */
export function removeInvented(
  summary: string,
  invented: readonly InventedString[],
): { readonly text: string; readonly removed: readonly RemovedString[] } {
  const { edits, removed } = inventedEdits(summary, invented);
  return { text: applyEdits(summary, edits), removed };
}

/** Edits must be in order and must not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let from = 0;
  for (const { start, end, replacement } of edits) {
    result += text.slice(from, start) + replacement;
    from = end;
  }
  return result + text.slice(from);
}

interface Removal {
  readonly edit: TextEdit;
  readonly action: RemovedString["action"];
}

function editFor(summary: string, string: InventedString, from: number): Removal {
  const { end, knownEnd } = string;
  const start = string.start - leadBefore(summary, string.start, from);
  if (knownEnd !== "") return { edit: { start, end, replacement: knownEnd }, action: "shortened" };
  const claim = claimAround(summary, string, from);
  if (claim !== undefined) return { edit: claim, action: "dropped" };
  const before = lineBefore(summary, start, Math.min(LINE_CHARACTERS, start - from));
  const after = lineAfter(summary, end, LINE_CHARACTERS);
  const drop = (first: number, last: number): Removal => ({
    edit: { start: first, end: last, replacement: "" },
    action: "dropped",
  });
  if (before.isWhole && after.isWhole && isMarker(before.text) && !/[\p{L}\p{N}]/u.test(after.text))
    return drop(start - before.text.length, Math.min(end + after.text.length + 1, summary.length));
  const [lead] = /[,，、;；]\s{0,4}[`"'*]{0,3}$/.exec(before.text) ?? [""];
  if (lead !== "" && /^[`"'*]{0,3}(?:[,，、;；.。)）\]]|$)/.test(after.text)) {
    const [quotes] = /^[`"'*]{0,3}/.exec(after.text) ?? [""];
    return drop(start - lead.length, end + quotes.length);
  }
  const [bracket] = /\s?[(（][`"'*]{0,3}$/.exec(before.text) ?? [""];
  const [closing] = /^[`"'*]{0,3}[)）]/.exec(after.text) ?? [""];
  if (bracket !== "" && closing !== "") return drop(start - bracket.length, end + closing.length);
  return { edit: { start, end, replacement: MARK }, action: "replaced" };
}

/** The line around a string, where only a model claims what it says. */
function claimAround(summary: string, { start, end }: InventedString, from: number): TextEdit | undefined {
  const after = lineAfter(summary, end, CLAIM_CHARACTERS);
  if (!after.isWhole || !after.text.endsWith(CLAIM_MARK)) return undefined;
  const before = lineBefore(summary, start, Math.min(CLAIM_CHARACTERS, start - from));
  if (!before.isWhole) return undefined;
  const last = Math.min(end + after.text.length + 1, summary.length);
  return { start: start - before.text.length, end: last, replacement: "" };
}

/** Nothing but a list marker and signs. */
const isMarker = (text: string): boolean => /^(?:\s{0,40}\(?\d{1,3}[.)、])?[^\p{L}\p{N}]{0,40}$/u.test(text);

/** Signs that belong to the string and are no part of its word: the first slash of a path, a drive, a number sign. */
function leadBefore(summary: string, start: number, from: number): number {
  const before = summary.slice(Math.max(from, start - 8), start);
  return /(?:\b[A-Za-z]:)?[./\\~$@#+-]*$/.exec(before)?.[0].length ?? 0;
}
