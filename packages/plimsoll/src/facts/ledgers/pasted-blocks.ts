import { CodeFence } from "../../text/code-fence.js";
import { CUES } from "../cues/cues.js";

/** Marks around a pasted text, alone on a line, or of a code comment: opening and closing. */
const ENCLOSURES: readonly { readonly open: RegExp; readonly close: RegExp }[] = [
  { open: /^\s{0,12}\/\*(?!.*\*\/)/, close: /\*\/\s{0,4}$/ },
  { open: /^\s{0,12}<!--(?!.*-->)/, close: /-->\s{0,4}$/ },
  { open: /^\s{0,12}"""\s{0,4}$/, close: /^\s{0,12}"""\s{0,4}$/ },
  { open: /^\s{0,12}'''\s{0,4}$/, close: /^\s{0,12}'''\s{0,4}$/ },
];

/** The line that closes an enclosure opened at `start`; -1 if none does. */
function closingLine(lines: readonly string[], start: number, close: RegExp): number {
  for (let at = start + 1; at < lines.length; at++) if (close.test(lines[at] ?? "")) return at;
  return -1;
}

function addEnclosures(lines: readonly string[], into: Set<number>): void {
  const unclosed = new Set<RegExp>();
  for (let line = 0; line < lines.length; line++) {
    const found = ENCLOSURES.find(({ open, close }) => !unclosed.has(close) && open.test(lines[line] ?? ""));
    if (found === undefined) continue;
    const end = closingLine(lines, line, found.close);
    if (end < 0) {
      unclosed.add(found.close);
      continue;
    }
    for (let at = line; at <= end; at++) into.add(at);
    line = end;
  }
}

interface Paragraph {
  readonly start: number;
  readonly end: number;
  /**
   * The number of set phrases of licences and disclaimers in it, across line breaks. Nobody demands anything in
   * them.
   */
  readonly phrases: number;
  readonly isLong: boolean;
}

function readParagraphs(lines: readonly string[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let start = 0;
  for (let line = 0; line <= lines.length; line++) {
    if (line < lines.length && lines[line]?.trim() !== "") continue;
    if (line > start) {
      const bare = lines.slice(start, line).map((text) => text.replace(/^[\s#*/;-]{1,8}/, ""));
      const text = bare.join(" ");
      const phrases = CUES.count("legal phrase", text);
      paragraphs.push({ start, end: line, phrases, isLong: text.length >= LONG_CHARACTERS });
    }
    start = line + 1;
  }
  return paragraphs;
}

/** A paragraph with one set phrase belongs to a licence if it is this long and next to another. */
const LONG_CHARACTERS = 160;

/** Two set phrases make a licence, also in two paragraphs side by side; one alone may be spoken of. */
function addLegalParagraphs(lines: readonly string[], into: Set<number>): void {
  const paragraphs = readParagraphs(lines);
  for (const [index, { start, end, phrases, isLong }] of paragraphs.entries()) {
    const beside = (paragraphs[index - 1]?.phrases ?? 0) + (paragraphs[index + 1]?.phrases ?? 0);
    if (phrases < 2 && !(phrases === 1 && isLong && beside > 0)) continue;
    for (let at = start; at < end; at++) into.add(at);
  }
}

const LEAST_MAIL_HEADERS = 3;

/** An answer follows the lines that it quotes. */
const isQuoted = (lines: readonly string[], from: number): boolean =>
  /^\s{0,4}>/.test(lines.slice(from, from + 3).find((line) => line.trim() !== "") ?? "");

/** Three lines of a mail's head, one of them its sender. */
function isMailHead(lines: readonly string[], index: number): boolean {
  if (!CUES.has("mail header", lines[index] ?? "")) return false;
  const head = lines
    .slice(index, index + LEAST_MAIL_HEADERS + 1)
    .filter((line) => CUES.has("mail header", line));
  return head.length >= LEAST_MAIL_HEADERS && head.some((line) => CUES.has("mail sender", line));
}

/**
 * A mail below something of the user's own is passed on, to its end. A message that is a mail from its top on is one
 * to the reader.
 */
function addForwardedMail(lines: readonly string[], into: Set<number>): void {
  const fence = new CodeFence();
  const start = lines.findIndex((line, index) => {
    if (fence.holds(line)) return false;
    return (
      CUES.has("mail divider", line) ||
      (CUES.has("mail quotation", line) && !isQuoted(lines, index + 1)) ||
      isMailHead(lines, index)
    );
  });
  if (start <= 0 || lines.slice(0, start).every((line) => line.trim() === "")) return;
  for (let at = start; at < lines.length; at++) into.add(at);
}

/**
 * The lines of texts that were pasted in: block comments, texts between quotation marks of their own, licences, mails
 * that are passed on.
 */
export function pastedBlocks(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  addForwardedMail(lines, found);
  addEnclosures(lines, found);
  addLegalParagraphs(lines, found);
  return found;
}
