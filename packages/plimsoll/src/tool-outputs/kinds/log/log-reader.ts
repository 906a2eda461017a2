import { sliceWhole } from "../../excerpt.js";
import type { EvidenceSource } from "../../evidence/evidence-source.js";
import { cleanLine } from "./clean-line.js";
import { cutText } from "../../evidence/cut-text.js";
import { LineShapes } from "./line-shapes.js";
import { PieceCollector } from "../../evidence/piece-collector.js";
import type { EvidenceView, Piece } from "../../evidence/piece.js";
import { LINE_KEYWORDS, LINE_VALUES, scoreLine, SHAPE_MARK } from "./score-line.js";

/** Lines are looked at and printed up to these lengths. */
const SCANNED_CHARACTERS = 1_000;
const SCORED_CHARACTERS = 400;
const PRINTED_CHARACTERS = 300;
const MAX_PRINTED_CHARACTERS = 4_000;
const CHARACTERS_PER_TOKEN = 3;
const EDGE_LINES = 24;
const MAX_NAMES = 5_000;
/** Failing tests beyond this many do not push the messages out. */
const LEADING_NAMES = 40;
const SHAPE_DECAY = 0.6;
const MAX_SHAPE_REPEATS = 12;
/** Lines alike from this many on are shown once with their count, and again only at the very end. */
const FOLDED_LINES = 4;
const LAST_LINES = 1;

interface ScannedLine {
  readonly order: number;
  readonly start: number;
  readonly end: number;
  readonly hash: number;
  readonly marks: number;
}

/** Failing tests, errors and warnings with context, head and tail, and one line for each shape of line. */
export class LogReader {
  readonly #source: EvidenceSource;
  readonly #isTestRun: boolean;
  readonly #printedCharacters: number;
  readonly #shapes: LineShapes;
  readonly #collector = new PieceCollector();
  readonly #hashes = new Map<number, number>();
  /** The failing tests, with the length of the fullest name seen of each. */
  readonly #names = new Map<string, number>();
  readonly #printed = new Set<string>();
  #tail: ScannedLine[] = [];
  #previous: ScannedLine | undefined;
  #afterProblem = false;
  #inTraceback = false;
  #problems = 0;
  #warnings = 0;

  constructor(source: EvidenceSource, isTestRun: boolean) {
    this.#source = source;
    this.#isTestRun = isTestRun;
    this.#shapes = new LineShapes(source.lines + 1);
    // A few very long lines share the budget between them.
    const fair = Math.floor((source.maxTokens * CHARACTERS_PER_TOKEN) / Math.max(1, source.lines));
    this.#printedCharacters = Math.min(MAX_PRINTED_CHARACTERS, Math.max(PRINTED_CHARACTERS, fair));
  }

  read(): EvidenceView {
    const { text } = this.#source;
    let order = 0;
    for (let start = 0; start <= text.length; order += 1) {
      const newline = text.indexOf("\n", start);
      const end = newline === -1 ? text.length : newline;
      this.#line(this.#scan(order, start, end));
      start = end + 1;
    }
    this.#addTail();
    const facts: string[] = [];
    if (this.#names.size > 0) facts.push(`${this.#names.size} failing`);
    if (this.#problems > 0 && this.#names.size === 0) facts.push(`${this.#problems} error lines`);
    if (this.#warnings > 0 && this.#problems === 0) facts.push(`${this.#warnings} warnings`);
    return { pieces: [...this.#commandPiece(), ...this.#folded()], facts, marksGaps: true };
  }

  /** Hashes the line without its digits and looks for keywords, in one pass over its characters. */
  #scan(order: number, start: number, end: number): ScannedLine {
    const { text } = this.#source;
    const { classes, classCount, next, marks: wordMarks } = LINE_KEYWORDS;
    const stop = Math.min(end, start + SCANNED_CHARACTERS);
    let hash = 0x811c9dc5;
    let state = 0;
    let marks = 0;
    for (let index = start; index < stop; index += 1) {
      const code = text.charCodeAt(index);
      if (code >= 48 && code <= 57) {
        state = 0;
        continue;
      }
      hash = Math.imul(hash ^ code, 0x01000193);
      if (code < 128) {
        state = next[state * classCount + (classes[code] ?? 0)] ?? 0;
        marks |= wordMarks[state] ?? 0;
      } else {
        state = 0;
        if (code === 0xd7 || (code >= 0x25a0 && code <= 0x27bf)) marks |= SHAPE_MARK;
      }
    }
    if (this.#isTestRun && marks === 0 && isTestShape(text, start, stop)) marks = SHAPE_MARK;
    return { order, start, end, hash, marks };
  }

  #line(line: ScannedLine): void {
    const repeats = this.#shapes.add(line.hash);
    const scored = this.#score(line, repeats);
    if (line.order < EDGE_LINES) this.#add(line, LINE_VALUES.edge - line.order * 0.5);
    else if (scored === 0) this.#add(line, repeats === 0 ? LINE_VALUES.newShape : LINE_VALUES.repeatedShape);
    if (this.#afterProblem && scored === 0) this.#add(line, LINE_VALUES.context);
    const problem = scored >= LINE_VALUES.failedCheck;
    if (problem && this.#previous !== undefined) this.#add(this.#previous, LINE_VALUES.context);
    this.#afterProblem = problem;
    this.#previous = line;
    this.#tail.push(line);
    if (this.#tail.length >= EDGE_LINES * 4) this.#tail = this.#tail.slice(-EDGE_LINES);
  }

  /** Adds the line by what it says; returns its value, 0 for a line that says nothing. */
  #score(line: ScannedLine, repeats: number): number {
    if (line.marks === 0 && !this.#inTraceback) return 0;
    if (repeats > MAX_SHAPE_REPEATS && !this.#isTestRun) return 0;
    const { text } = this.#source;
    const raw = text.slice(line.start, Math.min(line.end, line.start + SCORED_CHARACTERS));
    const cleaned = cleanLine(raw);
    const trimmed = cleaned.trimStart();
    if (trimmed === "") return 0;
    const score = scoreLine(trimmed, line.marks, this.#isTestRun);
    const value = this.#endsTraceback(cleaned, trimmed) ? LINE_VALUES.exception : score.value;
    if (value === LINE_VALUES.problem || value === LINE_VALUES.exception) this.#problems += 1;
    if (value === LINE_VALUES.warning) this.#warnings += 1;
    if (score.failure !== undefined) return this.#addFailingTest(line, score.failure.name);
    if (value <= LINE_VALUES.newShape) return 0;
    if (this.#printed.has(trimmed)) return 1;
    if (this.#printed.size < MAX_NAMES) this.#printed.add(trimmed);
    this.#add(line, value * SHAPE_DECAY ** Math.min(repeats, MAX_SHAPE_REPEATS));
    return value;
  }

  /** The line that ends a Python traceback is its message, whatever the exception is called. */
  #endsTraceback(cleaned: string, trimmed: string): boolean {
    if (trimmed.startsWith("Traceback (most recent call last)")) {
      this.#inTraceback = true;
      return false;
    }
    if (!this.#inTraceback || cleaned !== trimmed) return false;
    this.#inTraceback = false;
    return /^[A-Za-z_][\w.]*(?::|$)/.test(trimmed);
  }

  #addFailingTest(line: ScannedLine, name: string): number {
    const key = name.slice(0, 300);
    const simple = simpleName(key);
    const known = this.#names.get(simple);
    if (known !== undefined) {
      const value = key.length > known ? LINE_VALUES.qualifiedTestAgain : LINE_VALUES.failingTestAgain;
      if (key.length > known) this.#names.set(simple, key.length);
      this.#add(line, value);
      return value;
    }
    if (this.#names.size < MAX_NAMES) this.#names.set(simple, key.length);
    const leads = this.#names.size <= LEADING_NAMES;
    this.#add(
      line,
      leads ? LINE_VALUES.failingTest : LINE_VALUES.failedCheck,
      `FAIL ${key.replace(/ \([\w.$<>-]+\)$/, "")}`,
    );
    return LINE_VALUES.failingTest;
  }

  #add(line: ScannedLine, value: number, brief?: string): void {
    if (!this.#collector.accepts(value)) return;
    const limit = Math.max(SCANNED_CHARACTERS, this.#printedCharacters + 1);
    const cleaned = cleanLine(
      sliceWhole(this.#source.text, line.start, Math.min(line.end, line.start + limit)),
    );
    if (cleaned === "" || !/[\p{L}\p{N}]/u.test(cleaned)) return;
    const text = cutText(cleaned, this.#printedCharacters);
    this.#hashes.set(line.order, line.hash);
    const piece: Piece = { order: line.order, text, value, lines: 1 };
    this.#collector.add(brief === undefined || brief.length >= text.length ? piece : { ...piece, brief });
    if (this.#hashes.size > 50_000) this.#hashes.clear();
  }

  #addTail(): void {
    const tail = this.#tail.slice(-EDGE_LINES);
    tail.forEach((line, index) => this.#add(line, LINE_VALUES.edge - (tail.length - index) * 0.5));
  }

  #commandPiece(): Piece[] {
    const { command } = this.#source.hints;
    if (command === "") return [];
    const text = `$ ${cutText(command.replace(/\s+/g, " ").trim(), 120)}`;
    return [{ order: -1, text, value: LINE_VALUES.failedCheck + 1, lines: 0 }];
  }

  /** One piece per line, the best of them, with a count of the lines that are equal up to digits. */
  #folded(): Piece[] {
    const best = new Map<number, Piece>();
    for (const piece of this.#collector.pieces()) {
      const other = best.get(piece.order);
      if (other === undefined || other.value < piece.value) best.set(piece.order, piece);
    }
    const marked = new Map<number, string>();
    const last = this.#previous?.order ?? 0;
    return [...best.values()]
      .sort((left, right) => left.order - right.order)
      .flatMap((piece) => {
        const hash = this.#hashes.get(piece.order);
        const times = hash === undefined ? 0 : this.#shapes.countOf(hash);
        if (hash === undefined || times < FOLDED_LINES || piece.value >= LINE_VALUES.failingTest)
          return [piece];
        const shown = marked.get(hash);
        marked.set(hash, piece.text);
        if (shown === undefined) return [{ ...piece, text: `${piece.text} [×${times} alike]` }];
        const tells = piece.value > LINE_VALUES.edge || piece.order >= last - LAST_LINES;
        if (shown === piece.text) return [];
        return [tells ? piece : { ...piece, value: LINE_VALUES.repeatedShape }];
      });
  }
}

/** The name without its suites before and its class behind, by which two reports of one test are known. */
function simpleName(name: string): string {
  const last = name.split(/ [›>] /).at(-1) ?? name;
  return /^[\w.$:/-]+(?:\[[^\]]*\])?(?= \(|$)/.exec(last)?.[0] ?? last;
}

/** "1) name", "E   message" and "> code" at the start of a line, without a keyword in it. */
function isTestShape(text: string, start: number, stop: number): boolean {
  let index = start;
  while (index < stop && text.charCodeAt(index) === 32) index += 1;
  const code = text.charCodeAt(index);
  if (code === 69 || code === 62) return text.charCodeAt(index + 1) === 32;
  if (code < 48 || code > 57) return false;
  for (let ahead = index + 1; ahead < Math.min(stop, index + 5); ahead += 1) {
    if (text.charCodeAt(ahead) === 41) return true;
  }
  return false;
}
