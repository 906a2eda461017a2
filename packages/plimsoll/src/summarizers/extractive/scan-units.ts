import type { Steps } from "../../collections/in-turns.js";
import { estimateTokens } from "./estimate-tokens.js";
import { NumberList } from "./number-list.js";
import { SliceCodes } from "./slice-codes.js";
import { type ExactKind, TermScanner, type TermSink } from "./term-scanner.js";
import { SEEN, TERM_KIND, type TermContext, TermTable } from "./term-table.js";
import type { Unit } from "./unit.js";

const WINDOW = 320;
const MIN_LINE = 24;
const MAX_LINE = 240;
// A line without any of these says nothing about the names in it: it lists them.
const STATEMENT = new Uint8Array(128);
for (const character of "()[]{}=<>,;:\"'`!?") STATEMENT[character.charCodeAt(0)] = 1;

const FIRST_HASH = 0x811c9dc5;
const FIRST_FACTOR = 0x01000193;
const SECOND_FACTOR = 31;

const SEEN_OF_KIND: Readonly<Record<Unit["kind"], number>> = {
  required: SEEN.user,
  user: SEEN.user,
  instruction: SEEN.user,
  assistant: SEEN.assistant,
  call: SEEN.call,
  edit: SEEN.call | SEEN.edit,
  argument: SEEN.call,
  output: SEEN.output,
  pasted: SEEN.user,
};

/** The terms of all units, met in order. */
export interface UnitScan {
  readonly table: TermTable;
  /** The terms of unit `i` are `terms[starts[i]]` up to `terms[starts[i + 1]]`, each once. */
  readonly starts: Int32Array;
  readonly terms: Int32Array;
  /** A quick guess at the tokens of each unit. */
  readonly estimates: Float32Array;
  /** The term of each unit that is a whole line of a file or an output; -1 for the others. */
  readonly lines: Int32Array;
  /** The first unit with the same line, or the unit itself. */
  readonly sameAs: Int32Array;
  /** Characters of the conversation. */
  readonly characters: number;
  /** Number of windows that words are counted in. */
  readonly windows: number;
}

function isListing({ codes, length }: SliceCodes): boolean {
  for (let at = 0; at < length; at++) if (STATEMENT[codes[at] ?? 0] === 1) return false;
  return true;
}

function seenIn(unit: Unit, slice: SliceCodes): number {
  if (unit.item === 0) return SEEN_OF_KIND[unit.kind] | SEEN.previous;
  if (unit.isError) return SEEN_OF_KIND[unit.kind] | SEEN.error;
  return unit.kind === "output" && isListing(slice) ? SEEN.listing : SEEN_OF_KIND[unit.kind];
}

function hasLineTerm(unit: Unit): boolean {
  const length = unit.end - unit.start;
  if (!unit.wholeLine || length < MIN_LINE || length > MAX_LINE) return false;
  return unit.kind === "output" || unit.kind === "argument";
}

/** Notes the terms of units, one after the other. A line that was seen before is not scanned again. */
class UnitScanner implements TermSink {
  readonly table: TermTable = new TermTable();
  readonly terms: NumberList = new NumberList();
  readonly starts: Int32Array;
  readonly estimates: Float32Array;
  readonly lines: Int32Array;
  readonly sameAs: Int32Array;
  readonly #slice: SliceCodes = new SliceCodes();
  readonly #scanner: TermScanner = new TermScanner(this.#slice, this);
  #context: TermContext = { unit: 0, item: 0, call: -1, seen: 0, window: 0 };

  constructor(units: number) {
    this.starts = new Int32Array(units + 1);
    this.estimates = new Float32Array(units);
    this.lines = new Int32Array(units).fill(-1);
    this.sameAs = new Int32Array(units);
  }

  scan(unit: Unit, index: number): void {
    this.#slice.load(unit);
    const window = Math.floor(unit.position / WINDOW);
    const seen = seenIn(unit, this.#slice);
    this.#context = { unit: index, item: unit.item, call: unit.call, seen, window };
    const line = hasLineTerm(unit) ? this.#line() : -1;
    const before = line < 0 ? -1 : (this.table.firstUnit[line] ?? -1);
    this.lines[index] = line;
    this.sameAs[index] = before < 0 ? index : before;
    this.estimates[index] = before >= 0 ? (this.estimates[before] ?? 0) : estimateTokens(this.#slice);
    if (before >= 0) {
      this.#repeat(before);
    } else {
      if (line >= 0) this.#meet(line);
      this.#scanner.scan();
    }
    this.starts[index + 1] = this.terms.length;
  }

  word(hash: number): void {
    this.#meet(this.table.findWord(hash, false));
  }

  exact(text: string, kind: ExactKind): void {
    this.#meet(this.table.find(text, kind, false));
  }

  implied(path: string): void {
    this.#imply(this.table.find(path, TERM_KIND.path, false));
  }

  /** The number of the line, by two hashes: it is only compared with other lines. */
  #line(): number {
    const { codes, length } = this.#slice;
    let hash = FIRST_HASH;
    let check = length;
    for (let at = 0; at < length; at++) {
      const code = codes[at] ?? 0;
      hash = Math.imul(hash ^ code, FIRST_FACTOR);
      check = Math.imul(check, SECOND_FACTOR) + code;
    }
    return this.table.findLine(hash, check | 0);
  }

  #repeat(unit: number): void {
    const end = this.starts[unit + 1] ?? 0;
    for (let at = this.starts[unit] ?? 0; at < end; at++) {
      const term = this.terms.at(at);
      if (term < 0) this.#imply(~term);
      else this.#meet(term);
    }
  }

  /** Implied terms are noted as complements: a line that comes again does not speak of them either. */
  #imply(term: number): void {
    if (this.table.imply(term, this.#context.unit)) this.terms.push(~term);
  }

  #meet(term: number): void {
    if (this.table.meet(term, this.#context)) this.terms.push(term);
  }
}

/** Units that are scanned in one turn. */
const TURN_UNITS = 1_024;

export function* scanUnits(units: readonly Unit[]): Steps<UnitScan> {
  const scanner = new UnitScanner(units.length);
  for (let index = 0; index < units.length; index++) {
    scanner.scan(units[index] as Unit, index);
    if (index % TURN_UNITS === TURN_UNITS - 1) yield;
  }
  const last = units.at(-1);
  const characters = last === undefined ? 1 : last.position + last.end - last.start + 1;
  const { table, starts, estimates, terms, lines, sameAs } = scanner;
  const windows = Math.ceil(characters / WINDOW);
  return {
    table,
    starts,
    estimates,
    lines,
    sameAs,
    terms: terms.toArray().map((term) => (term < 0 ? ~term : term)),
    characters,
    windows,
  };
}
