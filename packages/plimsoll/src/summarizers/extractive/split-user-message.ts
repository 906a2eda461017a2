import { isClientContext } from "../../conversation/is-client-context.js";
import { proseLines } from "../../facts/ledgers/prose-lines.js";
import { partsOutsideTags } from "../../facts/ledgers/tagged-blocks.js";
import { pasteNote } from "./paste-note.js";

/** A part of a user's message: what the user wrote, or what was pasted into it. */
export interface MessagePart {
  readonly start: number;
  readonly end: number;
  readonly isPasted: boolean;
  /** Stands for a pasted part; empty for one that a client put there. */
  readonly note: string;
}

/** So much code, log or quotation belongs to what the user says; more of it is bounded like a tool's output. */
const FEW_LINES = 20;
const FEW_CHARACTERS = 1_000;
/** So few lines between pasted ones, without a blank line, belong to them. */
const STRAY_LINES = 2;

interface Run {
  /** Line numbers, the end excluded. */
  readonly first: number;
  readonly end: number;
  readonly isOwn: boolean;
}

/** The parts of a message in order. Linear. */
export function splitUserMessage(text: string): MessagePart[] {
  if (isClientContext(text)) return [{ start: 0, end: text.length, isPasted: true, note: "" }];
  if (text.length <= FEW_CHARACTERS && !text.includes("\n"))
    return [{ start: 0, end: text.length, isPasted: false, note: "" }];
  const lines = text.split("\n");
  const starts = lineStarts(lines);
  return joined(runsOf(lines), lines).map(({ first, end, isOwn }) => {
    const part = { start: starts[first] ?? 0, end: Math.max(0, (starts[end] ?? text.length + 1) - 1) };
    const note =
      isOwn || isClientNote(lines.slice(first, end)) ? "" : pasteNote(text.slice(part.start, part.end));
    return { ...part, isPasted: !isOwn, note };
  });
}

function lineStarts(lines: readonly string[]): number[] {
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  return starts;
}

const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === "";

/** A line that is nothing but a note in tags. */
const isTagged = (line: string): boolean =>
  line.includes("</") && partsOutsideTags(line).every((part) => part.trim() === "");

const isClientNote = (lines: readonly string[]): boolean => /^\s{0,4}<[\w-]+[ >]/.test(lines[0] ?? "");

/** Lines of the user's own and others, by turns; blank lines go with what is before them. */
function runsOf(lines: readonly string[]): Run[] {
  const own = new Set(proseLines(lines).map(({ number }) => number));
  const runs: Run[] = [];
  for (const [number, line] of lines.entries()) {
    const isOwn = own.has(number) && !isTagged(line);
    const last = runs.at(-1);
    if (last !== undefined && (isBlank(line) || last.isOwn === isOwn))
      runs[runs.length - 1] = { ...last, end: number + 1 };
    else runs.push({ first: number, end: number + 1, isOwn });
  }
  return runs;
}

/** Few lines of code belong to what the user says; stray lines between pasted ones belong to those. */
function joined(runs: readonly Run[], lines: readonly string[]): Run[] {
  const merged: Run[] = [];
  for (const [index, run] of runs.entries()) {
    const isStray = run.isOwn && isBetweenPasted(runs, index, lines);
    const isOwn = (run.isOwn && !isStray) || isSmall(lines.slice(run.first, run.end));
    const last = merged.at(-1);
    if (last !== undefined && last.isOwn === isOwn) merged[merged.length - 1] = { ...last, end: run.end };
    else merged.push({ ...run, isOwn });
  }
  return merged;
}

function isSmall(lines: readonly string[]): boolean {
  if (lines.some(isTagged)) return false;
  return lines.length <= FEW_LINES && lines.reduce((sum, line) => sum + line.length + 1, 0) <= FEW_CHARACTERS;
}

function isBetweenPasted(runs: readonly Run[], index: number, lines: readonly string[]): boolean {
  const [before, run, after] = [runs[index - 1], runs[index], runs[index + 1]];
  if (before === undefined || run === undefined || after === undefined) return false;
  if (run.end - run.first > STRAY_LINES) return false;
  return !isBlank(lines[run.first - 1]) && !isBlank(lines[run.end - 1]);
}
