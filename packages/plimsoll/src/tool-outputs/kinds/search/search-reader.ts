import { sliceWhole } from "../../excerpt.js";
import { cutText } from "../../evidence/cut-text.js";
import type { EvidenceSource } from "../../evidence/evidence-source.js";
import { forEachLine } from "../../evidence/for-each-line.js";
import { PieceCollector } from "../../evidence/piece-collector.js";
import type { EvidenceView, Piece } from "../../evidence/piece.js";

/** Characters shown either side of a match; the brief form has the second. */
const AROUND = 60;
const AROUND_BRIEF = 40;
const MAX_MATCHES_PER_LINE = 200;
const LINE_CHARACTERS = 200;
const LOCATION_CHARACTERS = 400;
const LOWER_CASE_CHUNK = 65_536;

const FILE_AND_LINE = /^([^\s:][^:\n]{0,300}|[A-Za-z]:[^:\n]{0,300}):(\d{1,9})([:-])/;
const FILE_CONTEXT = /^([^\s:]{1,300})-(\d{1,9})-/;
const LINE_ONLY = /^(\d{1,9})([:-])/;
const FILE_ONLY = /^((?:[A-Za-z]:)?[^\s:"'<>|]*[./][^\s:"'<>|]{1,200}):(?!\/\/)/;

/** What the program says of its search: a file that it could not read, and how much it found. */
const OF_SEARCH =
  /: (?:No such file or directory|Permission denied|Is a directory|binary file matches)\b|^\d{1,12} (?:matches|matched lines|files? (?:contained matches|searched))$/;
const OF_SEARCH_VALUE = 101;
const MAX_OF_SEARCH = 8;

type Span = readonly [from: number, to: number];

interface Location {
  readonly file: string;
  readonly line: string;
  readonly offset: number;
  readonly isContext: boolean;
}

/** Each match with its file and only the text around it. */
export class SearchReader {
  readonly #source: EvidenceSource;
  readonly #collector = new PieceCollector(3_000);
  readonly #perFile = new Map<string, number>();
  readonly #literals: readonly string[];
  #heading = "";
  #matches = 0;
  #ofSearch = 0;

  constructor(source: EvidenceSource) {
    this.#source = source;
    this.#literals = source.hints.literals;
  }

  read(): EvidenceView {
    const { text, bodyStart } = this.#source;
    forEachLine(text, bodyStart, (order, start, end) => this.#line(order, start, end));
    const files = this.#perFile.size;
    const facts =
      this.#matches === 0 ? [] : [`${this.#matches} matches${files > 1 ? ` in ${files} files` : ""}`];
    return { pieces: this.#collector.pieces(), facts, marksGaps: false };
  }

  #line(order: number, start: number, end: number): void {
    const { text } = this.#source;
    const head = text.slice(start, Math.min(end, start + LOCATION_CHARACTERS));
    if (head.trim() === "" || head === "--") return;
    if (OF_SEARCH.test(head)) return this.#addOfSearch(order, head);
    const location = readLocation(head) ?? { file: "", line: "", offset: 0, isContext: false };
    if (location.file === "" && location.line === "" && looksLikePath(head)) {
      this.#heading = head.trim();
      return;
    }
    const windows = this.#windows(start + location.offset, end);
    if (windows.length === 0) {
      return this.#addPlain({ order, start, end, location });
    }
    windows.forEach((window, index) =>
      this.#addMatch({ order, index, location, window, start: start + location.offset }),
    );
  }

  #addOfSearch(order: number, line: string): void {
    this.#ofSearch += 1;
    const value = this.#ofSearch <= MAX_OF_SEARCH ? OF_SEARCH_VALUE : 40;
    this.#collector.add({ order, text: cutText(line.trimEnd(), LINE_CHARACTERS), value, lines: 1 });
  }

  /** Where the literals occur between two positions, each `[from, to]`, in order and without overlap. */
  #windows(start: number, end: number): readonly Span[] {
    const line = this.#source.text.slice(start, end);
    const spans: Span[] = [];
    for (const literal of this.#literals) {
      let found = line.indexOf(literal);
      while (found !== -1 && spans.length < MAX_MATCHES_PER_LINE) {
        spans.push([start + found, start + found + literal.length]);
        found = line.indexOf(literal, found + literal.length);
      }
    }
    if (spans.length === 0) spans.push(...this.#windowsOfAnyCase(line, start));
    return mergeNear(spans.sort((left, right) => left[0] - right[0]));
  }

  #windowsOfAnyCase(line: string, start: number): readonly Span[] {
    const spans: Span[] = [];
    const literals = this.#literals.map((literal) => literal.toLowerCase());
    for (let from = 0; from < line.length && literals.length > 0; from += LOWER_CASE_CHUNK) {
      const chunk = line.slice(from, from + LOWER_CASE_CHUNK + 500).toLowerCase();
      for (const literal of literals) {
        let found = chunk.indexOf(literal);
        while (found !== -1 && found < LOWER_CASE_CHUNK && spans.length < MAX_MATCHES_PER_LINE) {
          spans.push([start + from + found, start + Math.min(line.length, from + found + literal.length)]);
          found = chunk.indexOf(literal, found + literal.length);
        }
      }
    }
    return spans;
  }

  #addMatch(match: {
    readonly order: number;
    readonly index: number;
    readonly location: Location;
    readonly window: Span;
    /** Where the text of the line starts. */
    readonly start: number;
  }): void {
    const { order, index, location, window } = match;
    const file = location.file || this.#heading;
    const seen = this.#perFile.get(file) ?? 0;
    if (this.#perFile.size < 50_000 || seen > 0) this.#perFile.set(file, seen + 1);
    this.#matches += 1;
    // The first matches of every file come before the many of one.
    const value = 100 - Math.min(15, Math.log2(1 + seen) * 2) - Math.min(4, index * 0.1);
    if (!this.#collector.accepts(value)) return;
    const ends = this.#lineEnds(window, match.start);
    const label = location.line === "" ? "" : `${location.line}: `;
    const piece: Piece = {
      order: order + Math.min(0.999, index / 1_000),
      text: label + this.#around(window, ends, AROUND),
      brief: label + this.#around(window, ends, AROUND_BRIEF),
      value,
      lines: index === 0 ? 1 : 0,
    };
    this.#collector.add(file === "" ? piece : { ...piece, group: file });
  }

  #lineEnds(window: Span, start: number): Span {
    const { text } = this.#source;
    let low = Math.max(start, window[0] - AROUND - 1);
    while (low < window[0] && low === start && /[ \t]/.test(text.charAt(low))) start = low += 1;
    const high = Math.min(text.length, window[1] + AROUND + 1);
    const after = text.slice(window[1], high).indexOf("\n");
    return [low, after === -1 ? high : window[1] + after];
  }

  #around(window: Span, ends: Span, reach: number): string {
    const { text } = this.#source;
    const from = Math.max(ends[0], window[0] - reach);
    const to = Math.min(ends[1], window[1] + reach);
    const cutBefore = from > ends[0];
    const cutAfter = to < ends[1];
    return `${cutBefore ? "…" : ""}${sliceWhole(text, from, to)}${cutAfter ? "…" : ""}`.trimEnd();
  }

  /** A line in which the pattern was not found: context, or a match of an expression without exact strings. */
  #addPlain(line: {
    readonly order: number;
    readonly start: number;
    readonly end: number;
    readonly location: Location;
  }): void {
    const { order, start, end, location } = line;
    const known = this.#literals.length > 0;
    const file = location.file || this.#heading;
    const isMatch = !location.isContext && (location.line !== "" || location.file !== "");
    if (isMatch && !known) {
      this.#perFile.set(file, (this.#perFile.get(file) ?? 0) + 1);
      this.#matches += 1;
    }
    const seen = this.#perFile.get(file) ?? 0;
    const base = isMatch ? (known ? 70 : 95) : 40;
    const from = start + location.offset;
    const label = location.line === "" ? "" : `${location.line}: `;
    const body = sliceWhole(this.#source.text, from, Math.min(end, from + LINE_CHARACTERS + 1)).trimEnd();
    const piece: Piece = {
      order,
      text: label + cutText(body, LINE_CHARACTERS),
      brief: label + cutText(body, AROUND_BRIEF * 2),
      value: base - Math.min(14, Math.log2(1 + seen) * 2),
      lines: 1,
    };

    this.#collector.add(file === "" ? piece : { ...piece, group: file });
  }
}

function readLocation(head: string): Location | undefined {
  const both = FILE_AND_LINE.exec(head);
  if (both !== null && isFileName(both[1] ?? "")) {
    return { file: both[1] ?? "", line: both[2] ?? "", offset: both[0].length, isContext: both[3] === "-" };
  }
  const numbered = LINE_ONLY.exec(head);
  if (numbered !== null) {
    return { file: "", line: numbered[1] ?? "", offset: numbered[0].length, isContext: numbered[2] === "-" };
  }
  const context = FILE_CONTEXT.exec(head);
  if (context !== null) {
    return { file: context[1] ?? "", line: context[2] ?? "", offset: context[0].length, isContext: true };
  }
  const file = FILE_ONLY.exec(head);
  if (file === null) return undefined;
  return { file: file[1] ?? "", line: "", offset: file[0].length, isContext: false };
}

/** A name with blanks is one only where it is a path. */
const isFileName = (name: string): boolean =>
  !/^https?$/.test(name) && (!/\s/.test(name) || /[\\/]/.test(name));

const looksLikePath = (head: string): boolean =>
  head.length < 300 &&
  /^(?:[A-Za-z]:)?[\w@.~+/\\-]+[./\\][\w@.~+/\\-]+\r?$/.test(head) &&
  !/\s/.test(head.trim());

function mergeNear(spans: readonly Span[]): readonly Span[] {
  const merged: [number, number][] = [];
  for (const [from, to] of spans) {
    const last = merged.at(-1);
    if (last !== undefined && from - last[1] < AROUND_BRIEF && to - last[0] < AROUND * 4)
      last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}
