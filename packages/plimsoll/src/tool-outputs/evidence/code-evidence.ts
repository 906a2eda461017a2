import { cutText } from "./cut-text.js";
import type { EvidenceSource } from "./evidence-source.js";
import { PieceCollector } from "./piece-collector.js";
import type { EvidenceView } from "./piece.js";

const LINE_CHARACTERS = 160;
const EDGE_LINES = 30;

const IMPORT =
  /^\s*(?:import\b|from\s+\S+\s+import\b|#\s*include\b|use\s+[\w:{]|using\s+[\w.]+|require\b|package\s+\w|module\s+[\w.]+|export\s+(?:\*|\{)[^=]*from\b|const\s+.{1,80}=\s*require\()/;
const DECLARATION =
  /^\s*(?:(?:export|default|public|private|protected|internal|static|abstract|final|sealed|async|override|virtual|inline|extern|unsafe|pub(?:\([^)]*\))?|open|data|partial|readonly|declare|const|local|suspend)\s+)*(?:class|interface|struct|enum|trait|impl|type|namespace|module|mod|protocol|extension|object|record|union|function\*?|func|fun|fn|def|sub|proc|procedure|defmodule|defp?|macro_rules!|macro|contract|message|service|rpc|CREATE\s+\w+)\s+[\w$<~(*]/;
const BINDING =
  /^(?:export\s+)?(?:const|let|var|val)\s+[\w$]+\s*(?::[^=]{1,120})?=\s*(?:async\s*)?(?:\(|function\b|[\w$]+\s*=>)/;
const TYPED_FUNCTION =
  /^(?:\s{0,8})(?!return\b|else\b|if\b|for\b|while\b|switch\b|case\b|throw\b|new\b|await\b|delete\b|print\b|yield\b|raise\b|assert\b|goto\b|echo\b|not\b|and\b|or\b|typeof\b|co_\w+\b)(?:[\w$<>[\]*&:,?]+\s+){1,6}[*&]?[\w$:~]+\s*\([^;]{0,200}\)\s*(?:const|noexcept|throws\s[\w., ]{1,80}|override|->.{1,60})?\s*\{?\s*$/;
const METHOD =
  /^\s{1,8}(?!if\b|for\b|while\b|switch\b|catch\b|return\b|function\b|else\b)(?:(?:static|async|get|set|public|private|protected|readonly|override|#)\s*)*[\w$#]+\s*\([^()]{0,160}\)\s*(?::\s*[^={]{1,80})?\{\s*$/;
const SECTION = /^(?:#{1,4}\s\S|\[\[?[\w."-]+\]?\]\s*$|@\w+[.(]?)/;
const NUMBERED = /^\s{0,8}\d{1,7}(?:\t|→|\||: |:\t| {2})/;

/** Imports, declarations and signatures with line numbers, the lines that the call asked about, head and tail. */
export function codeEvidence(source: EvidenceSource): EvidenceView {
  const { text, bodyStart, hints } = source;
  const collector = new PieceCollector();
  const total = countLinesFrom(text, bodyStart);
  let declarations = 0;
  let order = 0;
  let near = 0;
  for (let start = bodyStart; start < text.length; order += 1) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, Math.min(end, start + 400)).trimEnd();
    start = end + 1;
    if (line === "") continue;
    const numbered = NUMBERED.exec(line);
    const code = numbered === null ? line : line.slice(numbered[0].length);
    let value = lineValue(code);
    if (value >= 70) declarations += 1;
    if (hints.literals.some((literal) => line.includes(literal))) {
      value = 90;
      near = 3;
    }
    near -= 1;
    value = Math.max(value, near > 0 ? 60 : 0, edgeValue(order, total));
    if (!collector.accepts(value)) continue;
    const label = numbered === null ? `${order + hints.firstLine}: ` : "";
    collector.add({ order, text: label + cutText(line, LINE_CHARACTERS), value, lines: 1 });
  }
  return {
    pieces: collector.pieces(),
    facts: declarations > 0 ? [`${declarations} declarations`] : [],
    marksGaps: true,
  };
}

/** How far a line of code tells what is in the file. */
export function lineValue(code: string): number {
  if (DECLARATION.test(code)) return isIndented(code) ? 76 : 86;
  if (BINDING.test(code) || TYPED_FUNCTION.test(code)) return 84;
  if (METHOD.test(code)) return 74;
  if (IMPORT.test(code)) return 50;
  return SECTION.test(code) ? 64 : 5;
}

const isIndented = (code: string): boolean => /^\s/.test(code);

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
