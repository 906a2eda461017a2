import { lineShape } from "./line-shape.js";
import type { Origin } from "./origin.js";
import { type Unit, unitText } from "./unit.js";

/** Outputs of up to so many lines were asked for as a whole. */
const SMALL_OUTPUT = 16;
/** Shorter lines say nothing by themselves. */
const LEAST_CHARACTERS = 12;

interface Output {
  lines: number;
  /** By shape, how many lines have it. */
  readonly alike: Map<number, number>;
}

/** The shape of a unit that has none. */
const NONE = -1;

/**
 * For each unit how much it stands out in the output that it comes from, 0 to 1: 1 for the only line of its kind in a
 * short output, next to nothing for one of many rows. Nothing for what somebody said.
 */
export function standingOut(units: readonly Unit[]): Float32Array {
  const shapes = new LineShapes();
  const ofUnits = Int32Array.from(units, (unit) => shapes.add(unit));
  return Float32Array.from(units, (unit, index) => shapes.rarity(unit, ofUnits[index] ?? NONE));
}

/** The shapes of lines, each a number, and how many lines have them, by output and everywhere. */
class LineShapes {
  readonly #numbers = new Map<string, number>();
  readonly #everywhere: number[] = [];
  readonly #outputs = new Map<Origin | number, Output>();

  add(unit: Unit): number {
    if (unit.kind !== "output" || unit.end - unit.start < LEAST_CHARACTERS) return NONE;
    const shape = this.#numberOf(lineShape(unitText(unit)));
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
