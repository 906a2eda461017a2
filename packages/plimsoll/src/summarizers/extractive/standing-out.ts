import type { Steps } from "../../collections/in-turns.js";
import { lineShape } from "./line-shape.js";
import type { Origin } from "./origin.js";
import { isWholeRecord, type Unit, unitText } from "./unit.js";

/** Outputs of up to so many lines were asked for as a whole. */
const SMALL_OUTPUT = 16;
/** Shorter lines say nothing by themselves. */
const LEAST_CHARACTERS = 12;

interface Output {
  lines: number;
  /** By shape, how many lines have it. */
  readonly alike: Map<number, number>;
}

/** Units that are looked at in one turn. */
const TURN_UNITS = 1_024;
/** The shape of a unit that has none. */
const NONE = -1;

/**
 * For each unit how much it stands out in the output that it comes from, 0 to 1: 1 for the only line of its kind in a
 * short output, next to nothing for one of many rows. Nothing for what somebody said, and for records if the caller says so.
 */
export function* standingOut(
  units: readonly Unit[],
  { withRecords, sameAs }: { readonly withRecords: boolean; readonly sameAs: Int32Array },
): Steps<Float32Array> {
  const shapes = new LineShapes();
  const ofUnits = new Int32Array(units.length);
  for (let index = 0; index < units.length; index++) {
    const unit = units[index] as Unit;
    const first = sameAs[index] ?? index;
    const known = first < index && units[first]?.kind === "output" ? ofUnits[first] : undefined;
    ofUnits[index] = withRecords || !isRow(unit) ? shapes.add(unit, known) : NONE;
    if (index % TURN_UNITS === TURN_UNITS - 1) yield;
  }
  const found = Float32Array.from(units, (unit, index) => shapes.rarity(unit, ofUnits[index] ?? NONE));
  markNewestErrors(units, found);
  return found;
}

/** What a ledger says of a record is one row of many. */
const isRow = (unit: Unit): boolean => unit.origin === undefined && isWholeRecord(unit);

/** A line that reads like an error, whatever printed it. */
const ERROR_LINE = /(?:\b|_)(?:\w{1,40})?(?:error|exception|fatal)["']?\s?:\s?\S/i;
/** So many of the newest items show what the work is at, and so many lines of each item are looked at and taken. */
const NEWEST_ITEMS = 20;
const MOST_LINES = 2_000;
const MOST_ERROR_LINES = 3;

/** The last lines of each of the newest outputs that read like errors stand out, however many there are like them. */
function markNewestErrors(units: readonly Unit[], found: Float32Array): void {
  const last = units.at(-1)?.item ?? 0;
  const taken = new Map<number, { lines: number; errors: number }>();
  for (let index = units.length - 1; index >= 0; index--) {
    const unit = units[index];
    if (unit === undefined || unit.item <= last - NEWEST_ITEMS) return;
    if (unit.kind !== "output") continue;
    const seen = taken.get(unit.item) ?? { lines: 0, errors: 0 };
    taken.set(unit.item, seen);
    if (seen.lines++ >= MOST_LINES || seen.errors >= MOST_ERROR_LINES || !ERROR_LINE.test(unitText(unit)))
      continue;
    seen.errors++;
    found[index] = 1;
  }
}

/** The shapes of lines, each a number, and how many lines have them, by output and everywhere. */
class LineShapes {
  readonly #numbers = new Map<string, number>();
  readonly #everywhere: number[] = [];
  readonly #outputs = new Map<Origin | number, Output>();

  /** The shape of a unit, which is known if it was read of the same line before. */
  add(unit: Unit, known: number | undefined): number {
    if (unit.kind !== "output" || unit.end - unit.start < LEAST_CHARACTERS) return NONE;
    const shape = known ?? this.#numberOf(lineShape(unitText(unit)));
    const output = this.#outputOf(unit);
    output.lines++;
    if (shape === NONE) return NONE;
    output.alike.set(shape, (output.alike.get(shape) ?? 0) + 1);
    this.#everywhere[shape] = (this.#everywhere[shape] ?? 0) + 1;
    return shape;
  }

  rarity(unit: Unit, shape: number): number {
    if (shape === NONE) return 0;
    const { lines, alike } = this.#outputOf(unit);
    const own = alike.get(shape) ?? 1;
    const others = (this.#everywhere[shape] ?? own) - own;
    return Math.min(1, SMALL_OUTPUT / lines) / (own * Math.sqrt(1 + others));
  }

  #numberOf(shape: string): number {
    if (shape === "") return NONE;
    const known = this.#numbers.get(shape) ?? this.#numbers.size;
    if (known === this.#numbers.size) this.#numbers.set(shape, known);
    return known;
  }

  #outputOf({ origin, item }: Unit): Output {
    const known = this.#outputs.get(origin ?? item);
    if (known !== undefined) return known;
    const output = { lines: 0, alike: new Map<number, number>() };
    this.#outputs.set(origin ?? item, output);
    return output;
  }
}
