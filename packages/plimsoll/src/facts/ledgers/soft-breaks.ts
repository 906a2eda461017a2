import { endsClause, endsSentence } from "../../text/sentence-spans.js";
import { CUES } from "../cues/cues.js";

/** One line of prose in a text. */
export interface WrittenLine {
  readonly number: number;
  /** Without its indentation and the mark of a list. */
  readonly text: string;
  /** How far the line reaches, with indentation and mark: in characters and in columns. */
  readonly width: number;
  readonly columns: number;
  /** It begins something: a list entry, a heading, somebody's words. It continues nothing. */
  readonly opens: boolean;
  /** It belongs to the list entry above it. */
  readonly continues: boolean;
  /** Nothing continues it: a heading, a table row. */
  readonly closes: boolean;
}

/**
 * A paragraph this wide, of so many lines, or with a sentence that ends and one that begins on the same line, was
 * broken by a program if all its lines are filled.
 */
const LEAST_COLUMNS = 40;
const LEAST_LINES = 3;
const MOST = 0.7;

/** A backslash at the end of a line keeps it apart from the next. */
const HARD_BREAK = "\\";
/** No sentence begins like this in scripts with capitals. */
const INNER_START = /^[("'“‘*_`]{0,2}(?:\p{Ll}|\d|\p{Lo})/u;
const INNER_END = /[.!?…]["'”’)\]*_`]{0,4}\s|[。！？；]/;
/** No sentence ends inside brackets, or after a comma or similar. */
const OPEN_END = /[,(—–&+/，、（]$|\S-$|(?<![:;])\([^()]{0,160}$/;

/** A question, or an entry with its own label: separate unless a program visibly broke the lines. */
const APART = /[?？]["'”’)]{0,2}$|^\S{1,24}:\s/;

const isUnfinished = (end: string): boolean => OPEN_END.test(end) || CUES.has("unfinished end", end);

const isWide = (code: number): boolean => code >= 0x1100 && (code <= 0x115f || code >= 0x2e80);

/** The width of a text in columns; East Asian characters take two. */
export function columnsOf(text: string): number {
  let columns = text.length;
  for (let at = 0; at < text.length; at++) if (isWide(text.charCodeAt(at))) columns++;
  return columns;
}

const isEnded = ({ text }: WrittenLine): boolean => endsSentence(text) || text.endsWith(HARD_BREAK);

/**
 * What would have to fit at the end of the previous line: a word, or a character in scripts without blanks.
 */
function firstUnit(text: string): { readonly width: number; readonly columns: number } {
  if (isWide(text.charCodeAt(0))) return { width: 1, columns: 2 + 2 };
  const word = /^\S{1,200}/.exec(text)?.[0] ?? "";
  const unspaced = [...word].findIndex((sign) => isWide(sign.charCodeAt(0)));
  const width = (unspaced > 0 ? unspaced : word.length) + 1;
  return { width, columns: width };
}

/** Lines that follow each other without anything between them. */
class Paragraph {
  readonly #lines: readonly WrittenLine[];
  readonly #isFilled: boolean;
  readonly #startsSmall: boolean;
  /** Lines that end within a span of code. */
  readonly #inCode = new Set<number>();

  constructor(lines: readonly WrittenLine[]) {
    this.#lines = lines;
    const hasEnds = lines.some((line) => isEnded(line) || INNER_END.test(line.text));
    const isShaped =
      lines.length >= LEAST_LINES ||
      lines.some((line) => line.columns >= LEAST_COLUMNS || (INNER_END.test(line.text) && !isEnded(line)));
    this.#isFilled = hasEnds && isShaped && (this.#fills("columns") || this.#fills("width"));
    this.#startsSmall = /^\p{Ll}/u.test(lines[0]?.text ?? "");
    let marks = 0;
    lines.forEach(({ text }, index) => {
      marks += text.split("`").length - 1;
      if (marks % 2 === 1 && lines[index + 1]?.text.includes("`")) this.#inCode.add(index);
    });
  }

  /** True if lines that end within a sentence have no room for the word that follows: most of many, all of a few. */
  #fills(measure: "columns" | "width"): boolean {
    const widest = this.#lines.reduce((most, line) => Math.max(most, line[measure]), 0);
    const broken = this.#lines.slice(0, -1).filter((line) => !isEnded(line));
    const full = this.#lines.filter((line, index) => {
      const next = this.#lines[index + 1];
      return next !== undefined && !isEnded(line) && line[measure] + firstUnit(next.text)[measure] > widest;
    });
    return (
      full.length === broken.length || (full.length > LEAST_LINES && full.length >= broken.length * MOST)
    );
  }

  /** True if the sentence at the end of a line continues in the next one. */
  goesOn(index: number): boolean {
    const [line, next] = [this.#lines[index], this.#lines[index + 1]];
    if (line === undefined || next === undefined || isEnded(line)) return false;
    const isInner = INNER_START.test(next.text);
    if (endsClause(line.text)) return this.#isFilled && isInner;
    if (isUnfinished(line.text.slice(-200)) || this.#inCode.has(index)) return true;
    return this.#continues(next, isInner);
  }

  /** True if a line continues the previous sentence although nothing at its end says so. */
  #continues(line: WrittenLine, isInner: boolean): boolean {
    if (this.#isFilled) return (isInner && !this.#startsSmall) || !CUES.has("sentence opening", line.text);
    if (APART.test(line.text)) return false;
    if (line.continues) return isInner || !CUES.has("sentence opening", line.text);
    return isInner && !this.#startsSmall && !isWide(line.text.charCodeAt(0));
  }
}

/** Lines by the paragraphs that they belong to. */
function paragraphsOf(lines: readonly WrittenLine[]): WrittenLine[][] {
  const paragraphs: WrittenLine[][] = [];
  let last: WrittenLine | undefined;
  for (const line of lines) {
    const follows = last !== undefined && last.number + 1 === line.number && !last.closes && !line.opens;
    if (follows) paragraphs.at(-1)?.push(line);
    else paragraphs.push([line]);
    last = line;
  }
  return paragraphs;
}

/**
 * The numbers of lines that continue the previous line's sentence: text broken at a column, by hand or by a
 * program. Lines that are sentences without an end mark stay separate. Linear.
 */
export function softBreaks(lines: readonly WrittenLine[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const run of paragraphsOf(lines)) {
    if (run.length < 2) continue;
    const paragraph = new Paragraph(run);
    run.forEach(({ number }, index) => {
      if (paragraph.goesOn(index)) found.add(number + 1);
    });
  }
  return found;
}
