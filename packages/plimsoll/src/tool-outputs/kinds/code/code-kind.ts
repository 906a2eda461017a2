import { extensionOf, SOURCE_EXTENSIONS } from "../../../text/source-extensions.js";
import type { CallHints } from "../../call-hints.js";
import { cutText } from "../../evidence/cut-text.js";
import type { EvidenceSource } from "../../evidence/evidence-source.js";
import { forEachLine } from "../../evidence/for-each-line.js";
import { PieceCollector } from "../../evidence/piece-collector.js";
import type { EvidenceView } from "../../evidence/piece.js";
import { sampleText, type TextSample } from "../../text-sample.js";
import type { EvidenceKind } from "../evidence-kind.js";
import { isConflictMark } from "./is-conflict-mark.js";
import { isFileMark } from "./is-file-mark.js";
import { lineValue } from "./line-value.js";
import { isYaml, yamlValues } from "./yaml-value.js";

/** Imports, declarations and signatures with line numbers, the lines that the call asked about, head and tail. */
export const codeKind: EvidenceKind = {
  recognises: ({ sample, hints }) => looksLikeCode(sample, hints),
  extract: extractCode,
};

/** The column of line numbers that a tool prints. */
const NUMBERED = /^\s{0,8}\d{1,7}(?:\t|→|\||: |:\t| {2})/;
const CODE_END = /[{};]\s*$|\)\s*[:{]?\s*$|=>\s*$|,\s*$|^\s*[})\]]/;
const CODE_WORD =
  /^\s*(?:if|else|elif|for|while|return|import|from|const|let|var|def|class|function|func|fn|pub|public|private|static)\b/;
const CODE_SIGN =
  /^\s*(?:(?:try|catch|except|switch|case|#include|use|package|end|self\.|this\.|@\w+|\/\/|\/\*|\*|#)\b|\/\/|\/\*|\*\/|\* )/;
const LISTING_WORDS = 3;
const LISTING_SHARE = 0.5;
const OTHER_CODE_WORD = /^(?:export|type|interface|enum|struct|use|using|end|module|package|require)\b/;
const LOG_LINE =
  /^\[?\d{4}-\d{2}-\d{2}|^\d{2}:\d{2}:\d{2}|^\s*\d+:\d+ {2,}(?:error|warning)\b|\b(?:INFO|DEBUG|WARN|ERROR|TRACE)\b/;

/** A log that prints values begins with a record. */
const RECORD = /^\[?\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

/** A source file, by the density of lines that look like code; the path in the call lowers the bar. */
function looksLikeCode(sample: TextSample, hints: CallHints): boolean {
  const lines = sample.lines.map((line) => line.replace(NUMBERED, ""));
  if (lines.length < 3) return false;
  const atLeast = (share: number) => (found: number) => found / lines.length >= share;
  const codes = (share: number): boolean => reach(lines, isCode, atLeast(share));
  const logs = (share: number): boolean => reach(lines, isLogged, atLeast(share));
  const declare = (least: number): boolean => reach(lines, isDeclaration, (found) => found >= least);
  if (isYaml(sample.lines)) return true;
  if (SOURCE_EXTENSIONS.has(extensionIn(hints))) return (codes(0.15) || declare(2)) && !logs(0.3);
  if (RECORD.test(lines[0] ?? "")) return false;
  return codes(0.5) && !logs(0.2) && !isListing(lines) && declare(Math.max(1, lines.length * 0.01));
}

/** Lines that nearly all have one of a few words in the same place, as no source has: "Inst …", "Conf …", "… on …". */
const isListing = (lines: readonly string[]): boolean =>
  sharesWords(lines, /^([A-Za-z]\w*) /) || sharesWords(lines, /^\S+ ([A-Za-z]+) \S/);

function sharesWords(lines: readonly string[], place: RegExp): boolean {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const word = place.exec(line)?.[1];
    if (word !== undefined && !CODE_WORD.test(line) && !OTHER_CODE_WORD.test(line))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const most = [...counts.values()].sort((left, right) => right - left).slice(0, LISTING_WORDS);
  return most.reduce((sum, times) => sum + times, 0) >= lines.length * LISTING_SHARE;
}

const isCode = (line: string): boolean => CODE_END.test(line) || CODE_WORD.test(line) || CODE_SIGN.test(line);
const isLogged = (line: string): boolean => LOG_LINE.test(line);
const isDeclaration = (line: string): boolean => lineValue(line) >= 50;

/** True if the test holds for enough lines; looks no further than it must. */
function reach(
  lines: readonly string[],
  test: (line: string) => boolean,
  isEnough: (found: number) => boolean,
): boolean {
  let found = 0;
  for (const [index, line] of lines.entries()) {
    if (isEnough(found)) return true;
    if (!isEnough(found + lines.length - index)) return false;
    if (test(line)) found += 1;
  }
  return isEnough(found);
}

/** The ending of the file that was read, as far as the call says. */
const extensionIn = ({ path, command }: CallHints): string =>
  extensionOf((path === "" ? readPath(command) : path).slice(-200));

/** The file that a command prints whole or in part. */
function readPath(command: string): string {
  const found =
    /(?:^|[;&|]\s*)(?:cat|head|tail|sed|nl|less|bat|type|Get-Content)\b[^;&|]*?([^\s;&|'"]+)['"]?\s*$/.exec(
      command.slice(0, 1_000).trim(),
    );
  return found?.[1] ?? "";
}

const SCANNED_CHARACTERS = 400;
const LINE_CHARACTERS = 160;
const EDGE_LINES = 30;
const FILE_MARK_VALUE = 91;
const CONFLICT_MARK_VALUE = 94;
/** So many lines of each side of a merge are worth nearly as much as its marks. */
const LINES_OF_A_SIDE = 8;
const SIDE_VALUE = 87;
const YAML = new Set(["yaml", "yml"]);

function extractCode(source: EvidenceSource): EvidenceView {
  const { text, bodyStart, hints } = source;
  const collector = new PieceCollector();
  const total = countLinesFrom(text, bodyStart);
  const valueOf =
    YAML.has(extensionIn(hints)) || isYaml(sampleText(text, bodyStart).lines) ? yamlValues() : lineValue;
  let declarations = 0;
  let near = 0;
  let ofSide = 0;
  forEachLine(text, bodyStart, (order, from, to) => {
    const scanned = text.slice(from, Math.min(to, from + SCANNED_CHARACTERS));
    const numbered = NUMBERED.exec(scanned);
    const line = scanned.trimEnd();
    const code = numbered === null ? line : line.slice(numbered[0].length);
    if (code === "") return;
    let value = valueOf(code);
    if (value >= 70) declarations += 1;
    value = Math.max(value, markValue(code), ofSide > 0 ? SIDE_VALUE : 0);
    ofSide = linesOfSide(code, ofSide);
    if (hints.literals.some((literal) => line.includes(literal))) {
      value = 90;
      near = 3;
    }
    near -= 1;
    value = Math.max(value, near > 0 ? 60 : 0, edgeValue(order, total));
    if (!collector.accepts(value)) return;
    const label = numbered === null ? `${order + hints.firstLine}: ` : "";
    collector.add({ order, text: label + cutText(line, LINE_CHARACTERS), value, lines: 1 });
  });
  return {
    pieces: collector.pieces(),
    facts: declarations > 0 ? [`${declarations} declarations`] : [],
    marksGaps: true,
  };
}

/** What the lines around a mark are: of which file, or of which side of a merge. */
function markValue(code: string): number {
  if (isConflictMark(code)) return CONFLICT_MARK_VALUE;
  return isFileMark(code) ? FILE_MARK_VALUE : 0;
}

/** How many of the next lines belong to the beginning of a side of a merge. */
function linesOfSide(code: string, left: number): number {
  if (!isConflictMark(code)) return Math.max(0, left - 1);
  return code.startsWith(">") ? 0 : LINES_OF_A_SIDE;
}

/** The first and the last lines, nearer to the edge worth more; the first more than the last. */
function edgeValue(order: number, total: number): number {
  if (order < EDGE_LINES) return 46 - order * 0.5;
  const left = total - order;
  return left <= EDGE_LINES ? 36 - left * 0.5 : 0;
}

function countLinesFrom(text: string, start: number): number {
  let lines = 1;
  for (let at = text.indexOf("\n", start); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}
