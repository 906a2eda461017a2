import { countLines, lineAt } from "../text/count-lines.js";
import { outsidePair } from "../text/outside-pair.js";
import { CompactError } from "../errors/compact-error.js";
import type { ReadOptions, RecallText } from "./recall.js";

/** Reads a part of a text, `maxCharacters` at the most. */
export function readPart(
  { id, text }: { readonly id: string; readonly text: string },
  options: ReadOptions,
  maxCharacters: number,
): RecallText {
  const [wantedStart, wantedEnd] = wantedRange(text, options, maxCharacters);
  const start = outsidePair(text, wantedStart);
  const end = outsidePair(text, Math.min(wantedEnd, start + maxCharacters, text.length));
  const lines = countLines(text);
  // The end of a text that ends with a newline still belongs to its last line.
  const firstLine = Math.min(lineAt(text, start), Math.max(1, lines));
  const part = text.slice(start, end);
  return {
    id,
    text: part,
    firstLine,
    lastLine: Math.max(firstLine, firstLine + countLines(part) - 1),
    lines,
    characters: text.length,
    complete: start === 0 && end === text.length,
  };
}

function wantedRange(text: string, options: ReadOptions, maxCharacters: number): readonly [number, number] {
  if (options.around !== undefined) return rangeAround(text, options.around, maxCharacters);
  if (options.lines !== undefined) return rangeOfLines(text, options.lines);
  if (options.range === undefined) return [0, text.length];
  const [start, end] = checked(options.range, "range", 0);
  return [Math.min(start, text.length), Math.min(end, text.length)];
}

function rangeAround(text: string, around: string, maxCharacters: number): readonly [number, number] {
  const at = around === "" ? -1 : text.toLowerCase().indexOf(around.toLowerCase());
  if (at === -1) {
    throw new CompactError(
      "INVALID_INPUT",
      `"${around.slice(0, 80)}" does not stand in this item; search for it first.`,
      {
        details: { around: around.slice(0, 200) },
      },
    );
  }
  const margin = Math.max(0, Math.floor((maxCharacters - around.length) / 2));
  return [Math.max(0, at - margin), at + around.length + margin];
}

function rangeOfLines(text: string, lines: readonly [number, number]): readonly [number, number] {
  const [first, last] = checked(lines, "lines", 1);
  let start = 0;
  for (let line = 1; line < first; line++) {
    const next = text.indexOf("\n", start);
    if (next === -1) return [text.length, text.length];
    start = next + 1;
  }
  let end = start;
  for (let line = first; line <= last; line++) {
    const next = text.indexOf("\n", end);
    if (next === -1) return [start, text.length];
    end = line === last ? next : next + 1;
  }
  return [start, end];
}

function checked(pair: readonly [number, number], name: string, least: number): readonly [number, number] {
  const [first, last] = pair;
  if (Number.isInteger(first) && Number.isInteger(last) && first >= least && last >= first) return pair;
  throw new CompactError(
    "INVALID_INPUT",
    `${name} is ${JSON.stringify(pair)}; give two whole numbers from ${least}, in order.`,
  );
}
