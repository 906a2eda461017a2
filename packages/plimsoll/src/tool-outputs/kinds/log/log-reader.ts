import { cutText } from "../../evidence/cut-text.js";
import type { EvidenceSource } from "../../evidence/evidence-source.js";
import { byValue, PieceCollector } from "../../evidence/piece-collector.js";
import type { EvidenceView, Piece } from "../../evidence/piece.js";
import { sliceWhole } from "../../excerpt.js";
import { cleanLine } from "./clean-line.js";
import { commandPiece } from "./command-piece.js";
import { DiagnosticCount } from "./diagnostic-count.js";
import { forEachLogLine } from "./for-each-log-line.js";
import { Landmarks } from "./landmarks.js";
import { LineRun } from "./line-run.js";
import { LineShapes } from "./line-shapes.js";
import { ProblemDetails } from "./problem-details.js";
import { problemSignature } from "./problem-signature.js";
import { type LogLine, RareValues } from "../rare-values.js";
import { RecordStart } from "./record-start.js";
import { scanLine } from "./scan-line.js";
import { LINE_VALUES, scoreLine } from "./score-line.js";
import { Traceback } from "./traceback.js";

/** Lines are looked at and printed up to these lengths. */
const READ_CHARACTERS = 1_000;
const SCORED_CHARACTERS = 400;
const PRINTED_CHARACTERS = 300;
const MAX_PRINTED_CHARACTERS = 30_000;
const FEW_LINES = 64;
const HEADING_VALUE = 80;
const LEAST_HEADINGS = 4;
/** A line unlike any other is worth more where nearly all are like others, and so many may be. */
const SINGLE_VALUE = 42;
const SINGLE_SHARE = 0.06;
/** How many characters a token has is tried on so many, and not trusted wholly. */
const SAMPLE_CHARACTERS = 2_000;
const CAUTION = 0.8;
const EDGE_LINES = 24;
const MOST_BLANKS = 16;
/** The shares of the budget that the first and the last lines have, and what makes them come first. */
const HEAD_SHARE = 0.1;
const TAIL_SHARE = 0.2;
const EDGE_VALUE = 118;
const MAX_SIGNATURES = 5_000;
const MAX_SHOWN = 2_000;
/** Lines alike from this many on are shown once with their count, and again only at the very end. */
const FOLDED_LINES = 4;
/** What is left of the value of a problem that was shown before, and of the last ones of its kind. */
const REPEATED_PROBLEM = 60;
/** Below the first line of another shape. */
const LEAST_PROBLEM = 11;
const LAST_OF_KIND = [2, 20, 26] as const;
const TELLING_MENTIONS = 12;
/** How many of the last problems have a sure place. */
const NEWEST = 2;
const MAX_RARE_LINES = 40;
/** How the note ends that follows a rare value. */
const RARE_NOTE = " lines]";
const MOST_RECORDS = 12;
/** Lines that are worth this divide the output already. */
const SECTION_LEAST = 84;
/** The line above many that are alike. */
const RUN_HEAD_VALUE = 45;
/** Below all others: what was shown already, between other lines. */
const SHOWN_VALUE = 2;
const RARE_VALUES = [91, 70, 58] as const;
const OUTLINE_SHARE = 0.7;
const OUTLINE_VALUE = 27;
const ENCODED_LINE = /^(?=.*(?:\d|[A-Z]{2}))(?:[A-Za-z0-9+/_-]{56,}|[A-Za-z0-9+/]{20,}={1,2})$/;

/** The frames below an error say less than what stands above them. */
const FRAME = /^\s+at \S.{0,300}:\d+\)?$/;
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;
const ONLY_A_LEVEL = /^\[(?:ERROR|INFO|WARN(?:ING)?|DEBUG)\]$/i;

interface ScannedLine extends LogLine {
  readonly hash: number;
  /** The line before it is of the same shape. */
  readonly isInRun?: boolean;
}

interface ProblemKind {
  times: number;
  readonly value: number;
  last: ScannedLine[];
}

/** Errors and warnings, rare values, the two ends, and one line for each shape of line. */
export class LogReader {
  readonly #source: EvidenceSource;
  readonly #printedCharacters: number;
  readonly #shapes: LineShapes;
  readonly #rareValues: RareValues;
  readonly #collector = new PieceCollector();
  readonly #traceback = new Traceback();
  readonly #lines = new Map<number, ScannedLine>();
  readonly #kinds = new Map<string, ProblemKind>();
  /** What is known of a shape of line, so that many lines alike are read once. */
  readonly #signatures = new Map<number, { readonly value: number; readonly signature: string }>();
  readonly #diagnostics = new DiagnosticCount();
  readonly #hasOutline: boolean;
  readonly #isMarkdown: boolean;
  readonly #head: ScannedLine[] = [];
  #tail: ScannedLine[] = [];
  #previous: ScannedLine | undefined;
  #isAfterBlank = false;
  readonly #details: ProblemDetails;
  readonly #landmarks: Landmarks;
  readonly #run = new LineRun<ScannedLine>();
  readonly #records: RecordStart;
  readonly #mentions: ScannedLine[] = [];
  #lastProblems: readonly { readonly line: ScannedLine; readonly signature: string }[] = [];
  /** The first lines as they are shown: they are asked for several times. */
  readonly #shown = new Map<number, string>();

  constructor(source: EvidenceSource) {
    this.#source = source;
    this.#shapes = new LineShapes(source.lines + 1);
    this.#rareValues = new RareValues(source.text);
    this.#hasOutline = isIndented(source.text.slice(source.bodyStart, source.bodyStart + 24_000));
    this.#records = new RecordStart(source.text, 0);
    this.#details = new ProblemDetails(source.text);
    this.#landmarks = new Landmarks(source.text, this.#records);
    this.#printedCharacters = Math.max(PRINTED_CHARACTERS, fairCharacters(source));
    this.#isMarkdown = hasHeadings(source.text.slice(source.bodyStart, source.bodyStart + 24_000));
  }

  read(): EvidenceView {
    const { text } = this.#source;
    forEachLogLine(text, (order, start, end) => {
      const { hash, marks, tabs } = scanLine(text, start, end);
      const head = this.#run.headOf({ order, start, end, hash }, tabs > 1 ? tabs : hash);
      if (head !== undefined) this.#add(head, RUN_HEAD_VALUE);
      this.#line({ order, start, end, hash, isInRun: this.#previous?.hash === hash }, marks);
    });
    this.#addLastProblems();
    this.#addMentions();
    this.#addRareValues();
    this.#addEdges();
    return {
      pieces: [...commandPiece(this.#source), ...this.#folded()],
      facts: this.#diagnostics.facts(),
      marksGaps: true,
    };
  }

  #line(line: ScannedLine, marks: number): void {
    const repeats = this.#shapes.add(line.hash);
    this.#rareValues.add(line);
    const value = this.#score(line, marks);
    if (value < SECTION_LEAST)
      for (const worth of this.#landmarks.valuesOf(line, { repeats, isAfterBlank: this.#isAfterBlank }))
        this.#add(line, worth);
    if (value === 0) this.#add(line, this.#fillerValue(line, repeats));
    if (value === 0) this.#add(line, this.#details.valueOf(line, this.#previous));
    const isProblem = value >= LINE_VALUES.failedCheck;
    if (isProblem && this.#previous !== undefined) this.#add(this.#previous, LINE_VALUES.context);
    this.#details.read(isProblem ? value : undefined);
    this.#isAfterBlank = line.end === line.start;
    if (this.#isAfterBlank) return;
    this.#previous = line;
    if (this.#head.length < EDGE_LINES) this.#head.push(line);
    this.#tail.push(line);
    if (this.#tail.length >= EDGE_LINES * 4) this.#tail = this.#tail.slice(-EDGE_LINES);
  }

  #fillerValue(line: ScannedLine, repeats: number): number {
    if (this.#isMarkdown && this.#source.text.charCodeAt(line.start) === 35) return this.#headingValue(line);
    if (this.#hasOutline && this.#source.text.charCodeAt(line.start) > 32) return OUTLINE_VALUE;
    return repeats === 0 ? LINE_VALUES.newShape : LINE_VALUES.repeatedShape;
  }

  #headingValue({ start, end }: ScannedLine): number {
    const signs = /^(#{1,6}) \S/.exec(this.#source.text.slice(start, Math.min(end, start + 10)))?.[1];
    return signs === undefined ? LINE_VALUES.newShape : HEADING_VALUE - signs.length;
  }

  /** Adds the line by what it says; returns its value, 0 for a line that says nothing. */
  #score(line: ScannedLine, marks: number): number {
    if (marks === 0 && !this.#traceback.isOpen && !this.#diagnostics.isOpen) return 0;
    const { text } = this.#source;
    const raw = text.slice(line.start, Math.min(line.end, line.start + SCORED_CHARACTERS));
    const cleaned = cleanLine(raw);
    // Groups of exceptions and boxes have a bar before each line.
    const trimmed = cleaned.replace(/^[\s|│]+/, "");
    if (trimmed === "") return 0;
    this.#diagnostics.read(trimmed);
    const ofShape = this.#traceback.isOpen ? undefined : this.#signatures.get(line.hash);
    if (ofShape !== undefined) return this.#addProblem(line, ofShape.value, ofShape.signature);
    const score = scoreLine(trimmed, marks, false);
    const value = this.#traceback.endsWith(cleaned, trimmed) ? LINE_VALUES.exception : score.value;
    // In prose the words for trouble are only words.
    if (value <= (this.#hasOutline ? LINE_VALUES.mentionsProblem : LINE_VALUES.newShape)) return 0;
    const signature =
      value >= LINE_VALUES.failedCheck ? problemSignature(trimmed) : trimmed.replace(/\d+/g, "0");
    if (this.#signatures.size < MAX_SIGNATURES) this.#signatures.set(line.hash, { value, signature });
    return this.#addProblem(line, value, signature);
  }

  /** The first of its kind in full value, later ones less; returns the value. */
  #addProblem(line: ScannedLine, value: number, signature: string): number {
    if (value >= LINE_VALUES.problem)
      this.#lastProblems = [...this.#lastProblems.slice(1 - NEWEST), { line, signature }];
    const kind = this.#kinds.get(signature);
    if (kind === undefined) {
      const first = value === LINE_VALUES.mentionsProblem ? this.#mention(line) : value;
      if (this.#kinds.size < MAX_SIGNATURES) this.#kinds.set(signature, { times: 1, value, last: [line] });
      this.#add(line, first);
      return first;
    }
    kind.times += 1;
    kind.last.push(line);
    if (kind.last.length > LAST_OF_KIND.length * 4) kind.last = kind.last.slice(-LAST_OF_KIND.length);
    const again = Math.max(LEAST_PROBLEM, REPEATED_PROBLEM - kind.times);
    const lowered = value >= LINE_VALUES.failedCheck ? again : value * 0.6 ** Math.min(kind.times, 12);
    this.#add(line, lowered);
    return lowered;
  }

  /** Keeps a line that only mentions trouble; what it is worth is known at the end. */
  #mention(line: ScannedLine): number {
    if (this.#mentions.length <= TELLING_MENTIONS) this.#mentions.push(line);
    return LINE_VALUES.newShape;
  }

  /** Where many lines mention trouble, none of them tells of one. */
  #addMentions(): void {
    if (this.#mentions.length > TELLING_MENTIONS) return;
    for (const line of this.#mentions) this.#add(line, LINE_VALUES.mentionsProblem);
  }

  /** The end of the output counts: its very last problems come first, and the last problems of a kind are worth nearly as much as its first. */
  #addLastProblems(): void {
    this.#lastProblems.forEach(({ line, signature }, index) => {
      // One of many alike says nothing that its first does not, unless it is the very last.
      const isAlike = (this.#kinds.get(signature)?.times ?? 0) >= FOLDED_LINES;
      if (!isAlike || index === this.#lastProblems.length - 1) this.#add(line, EDGE_VALUE - 1);
    });
    for (const { times, value, last } of this.#kinds.values()) {
      if (times < 2 || value < LINE_VALUES.failedCheck) continue;
      last
        .slice(-LAST_OF_KIND.length)
        .reverse()
        .forEach((line, index) => this.#add(line, value - (LAST_OF_KIND[index] ?? 0)));
    }
  }

  #addRareValues(): void {
    const lines = this.#rareValues
      .lines()
      .toSorted((left, right) => left.times - right.times || left.order - right.order);
    const seen = new Set<number>();
    for (const line of lines) {
      if (seen.has(line.order) || seen.size >= MAX_RARE_LINES) continue;
      seen.add(line.order);
      const { value, times, of, index } = line;
      const { hash } = scanLine(this.#source.text, line.start, line.end);
      this.#add({ ...line, hash }, RARE_VALUES[index] ?? 0, ` [${value}: ${times} of ${of}${RARE_NOTE}`);
    }
  }

  #add(line: ScannedLine, value: number, note = ""): void {
    if (value === 0 || !this.#collector.accepts(value)) return;
    const text = this.#printed(line);
    if (text === "") return;
    this.#lines.set(line.order, line);
    this.#collector.add({ order: line.order, text: text + note, value, lines: 1 });
    if (this.#lines.size > 50_000) this.#lines.clear();
  }

  #printed(line: LogLine): string {
    let text = this.#shown.get(line.order);
    if (text !== undefined) return text;
    text = this.#print(line);
    if (this.#shown.size < MAX_SHOWN) this.#shown.set(line.order, text);
    return text;
  }

  /** The line as it is shown; empty if it says nothing. */
  #print(line: LogLine): string {
    const limit = Math.max(READ_CHARACTERS, this.#printedCharacters + 1);
    const cleaned = cleanLine(
      sliceWhole(this.#source.text, line.start, Math.min(line.end, line.start + limit)),
    );
    if (!SAYS_SOMETHING.test(cleaned) || ENCODED_LINE.test(cleaned) || ONLY_A_LEVEL.test(cleaned)) return "";
    return cutText(cleaned, this.#printedCharacters);
  }

  /** Head and tail have a share of the budget, whatever else there is; a line that is like others once. */
  #addEdges(): void {
    const alike = new Set<number>();
    this.#addEdge(
      this.#head.filter(({ hash }) => !alike.has(hash) && alike.add(hash)),
      HEAD_SHARE,
    );
    const tail = this.#tail.slice(-EDGE_LINES).reverse();
    const telling = tail.filter((line) => !FRAME.test(this.#source.text.slice(line.start, line.end)));
    this.#addEdge(telling.length === 0 ? tail : telling, TAIL_SHARE);
    this.#head.forEach((line, index) => this.#add(line, LINE_VALUES.edge - index * 0.5));
  }

  #addEdge(lines: readonly ScannedLine[], share: number): void {
    const { maxTokens } = this.#source;
    let left = maxTokens * share;
    for (const [index, line] of lines.entries()) {
      left -= this.#source.count(this.#printed(line)) + 2;
      const isFirst = index === 0 && left > -maxTokens * share * 0.5;
      this.#add(line, left >= 0 || isFirst ? EDGE_VALUE - index * 0.01 : LINE_VALUES.edge - index * 0.5);
    }
  }

  /** The lines that are like no other, where few are. */
  #singleLines(pieces: readonly Piece[]): ReadonlySet<number> {
    const single = pieces.filter(({ order }) => {
      const hash = this.#lines.get(order)?.hash;
      return hash !== undefined && this.#shapes.countOf(hash) === 1;
    });
    const isFew = single.length <= Math.max(2, this.#source.lines * SINGLE_SHARE);
    return new Set(isFew ? single.map(({ order }) => order) : []);
  }

  /** A value that few records have says nothing without the beginning of its record. */
  #addRecordStarts(best: Map<number, Piece>, singles: ReadonlySet<number>): void {
    const telling = [...best.values()].filter(
      ({ order, text }) => singles.has(order) || text.endsWith(RARE_NOTE),
    );
    for (const piece of telling.sort(byValue).slice(0, MOST_RECORDS)) {
      const line = this.#lines.get(piece.order);
      const first = line && this.#records.of(line);
      if (first === undefined || this.#printed(first) === "") continue;
      const value = Math.max(piece.value, SINGLE_VALUE);
      if ((best.get(first.order)?.value ?? 0) < value)
        best.set(first.order, { order: first.order, text: this.#printed(first), value, lines: 1 });
    }
  }

  /** The blank lines behind a line need no mark that they are missing. */
  #withBlankLines(piece: Piece): Piece {
    const line = this.#lines.get(piece.order);
    if (line === undefined) return piece;
    const behind = this.#source.text.slice(line.end + 1, line.end + 1 + MOST_BLANKS);
    const blanks = /^\s*(?=\S|$)/.exec(behind)?.[0].match(/\n/g)?.length ?? 0;
    return blanks === 0 ? piece : { ...piece, lines: piece.lines + blanks };
  }

  /** One piece per line, the best of them, with a count of the lines that are equal up to digits. */
  #folded(): Piece[] {
    const best = new Map<number, Piece>();
    for (const piece of this.#collector.pieces()) {
      const other = best.get(piece.order);
      if (other === undefined || other.value < piece.value) best.set(piece.order, piece);
    }
    const marked = new Map<number, string>();
    const singles = this.#singleLines([...best.values()]);
    this.#addRecordStarts(best, singles);
    return [...best.values()]
      .sort((left, right) => left.order - right.order)
      .map((piece) => this.#withBlankLines(piece))
      .flatMap((piece) => {
        const hash = this.#lines.get(piece.order)?.hash;
        const times = hash === undefined ? 0 : this.#shapes.countOf(hash);
        if (singles.has(piece.order)) return [{ ...piece, value: Math.max(piece.value, SINGLE_VALUE) }];
        if (hash === undefined || times < FOLDED_LINES || piece.text.endsWith(RARE_NOTE)) return [piece];
        const shown = marked.get(hash);
        marked.set(hash, piece.text);
        if (shown === undefined) return [{ ...piece, text: `${piece.text} [×${times} alike]` }];
        if (shown === piece.text)
          return this.#lines.get(piece.order)?.isInRun === false ? [{ ...piece, value: SHOWN_VALUE }] : [];
        return [piece.value > LINE_VALUES.edge ? piece : { ...piece, value: LINE_VALUES.repeatedShape }];
      });
  }
}

/** What a line may have so that all together fill the budget, the long ones as much as each other. */
function fairCharacters(source: EvidenceSource): number {
  const { text, lines, maxTokens } = source;
  if (lines > FEW_LINES || text.length === 0) return 0;
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const perToken = (sample.length / Math.max(1, source.count(sample))) * CAUTION;
  const lengths = text
    .split("\n")
    .map((line) => line.length)
    .sort((left, right) => left - right);
  let left = maxTokens * perToken;
  for (const [index, length] of lengths.entries()) {
    const share = left / (lengths.length - index);
    if (length > share) return Math.min(MAX_PRINTED_CHARACTERS, Math.floor(share));
    left -= length;
  }
  return MAX_PRINTED_CHARACTERS;
}

const hasHeadings = (head: string): boolean =>
  (head.match(/^#{1,6} \S/gm)?.length ?? 0) >= LEAST_HEADINGS &&
  /^#{1,6} \S/.test(head.trimStart()) &&
  /^## /m.test(head);

/** Most lines are indented, so that those which are not are headings. */
function isIndented(head: string): boolean {
  const lines = head.split("\n").filter((line) => line.trim() !== "");
  const indented = lines.filter((line) => /^\s{2,}/.test(line)).length;
  return lines.length >= 20 && indented >= lines.length * OUTLINE_SHARE;
}
