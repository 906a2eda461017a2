import { NumberList } from "./number-list.js";
import { scanTerms } from "./scan-terms.js";
import { SEEN, TERM_KIND, type TermContext, type TermKind, TermTable } from "./term-table.js";
import { type Unit, unitText } from "./unit.js";

const WINDOW = 320;
const MIN_LINE = 24;
const MAX_LINE = 240;
// A line without any of these says nothing about the names in it: it lists them.
const STATEMENT = /[()[\]{}=<>,;:"'`!?]/;

const SEEN_OF_KIND: Readonly<Record<Unit["kind"], number>> = {
  user: SEEN.user,
  instruction: SEEN.user,
  assistant: SEEN.assistant,
  call: SEEN.call,
  argument: SEEN.call,
  output: SEEN.output,
};

/** The terms of all units, met in order. */
export interface UnitScan {
  readonly table: TermTable;
  /** The terms of unit `i` are `terms[starts[i]]` up to `terms[starts[i + 1]]`, each once. */
  readonly starts: Int32Array;
  readonly terms: Int32Array;
  /** Where each unit begins, in characters of all units. */
  readonly positions: Float64Array;
  readonly characters: number;
  /** Number of windows that words are counted in. */
  readonly windows: number;
}

function seenIn(unit: Unit, text: string): number {
  if (unit.item === 0) return SEEN_OF_KIND[unit.kind] | SEEN.previous;
  if (unit.isError) return SEEN_OF_KIND[unit.kind] | SEEN.error;
  return unit.kind === "output" && !STATEMENT.test(text) ? SEEN.listing : SEEN_OF_KIND[unit.kind];
}

function hasLineTerm(unit: Unit): boolean {
  const length = unit.end - unit.start;
  if (!unit.wholeLine || length < MIN_LINE || length > MAX_LINE) return false;
  return unit.kind === "output" || unit.kind === "argument";
}

/** Notes the terms of units, one after the other. A line that was seen before is not scanned again. */
class UnitScanner {
  readonly table: TermTable = new TermTable();
  readonly terms: NumberList = new NumberList();
  readonly starts: Int32Array;
  readonly #firstWith = new Map<string, number>();
  #context: TermContext = { unit: 0, item: 0, call: -1, seen: 0, window: 0 };

  constructor(units: number) {
    this.starts = new Int32Array(units + 1);
  }

  scan(unit: Unit, text: string, context: TermContext): void {
    this.#context = context;
    const isLine = hasLineTerm(unit);
    const before = isLine ? this.#firstWith.get(text) : undefined;
    if (before === undefined) {
      if (isLine) {
        this.#firstWith.set(text, context.unit);
        this.#meet(text, TERM_KIND.line);
      }
      scanTerms(text, this.#meet);
    } else {
      this.#repeat(before);
    }
    this.starts[context.unit + 1] = this.terms.length;
  }

  #repeat(unit: number): void {
    const end = this.starts[unit + 1] ?? 0;
    for (let at = this.starts[unit] ?? 0; at < end; at++) {
      const id = this.terms.at(at);
      if (this.table.meet(id, this.#context)) this.terms.push(id);
    }
  }

  readonly #meet = (term: string, kind: TermKind): void => {
    const id = this.table.find(term, kind, false);
    if (this.table.meet(id, this.#context)) this.terms.push(id);
  };
}

export function scanUnits(units: readonly Unit[]): UnitScan {
  const scanner = new UnitScanner(units.length);
  const positions = new Float64Array(units.length);
  let position = 0;
  for (let index = 0; index < units.length; index++) {
    const unit = units[index] as Unit;
    const text = unitText(unit);
    const window = Math.floor(position / WINDOW);
    scanner.scan(unit, text, {
      unit: index,
      item: unit.item,
      call: unit.call,
      seen: seenIn(unit, text),
      window,
    });
    positions[index] = position;
    position += text.length + 1;
  }
  const windows = Math.ceil(position / WINDOW);
  const { table, starts, terms } = scanner;
  return { table, starts, terms: terms.toArray(), positions, characters: position, windows };
}
