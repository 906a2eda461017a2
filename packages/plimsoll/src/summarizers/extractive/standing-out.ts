import { lineShape } from "./line-shape.js";
import type { Origin } from "./origin.js";
import { type Unit, unitText } from "./unit.js";

/** Outputs of up to so many lines were asked for as a whole. */
const SMALL_OUTPUT = 16;
/** Shorter lines say nothing by themselves. */
const LEAST_CHARACTERS = 12;

interface Output {
  lines: number;
  readonly shapes: Map<string, number>;
}

/**
 * For each unit how much it stands out in the output that it comes from, 0 to 1: 1 for the only line of its kind in a
 * short output, next to nothing for one of many rows. Nothing for what somebody said.
 */
export function standingOut(units: readonly Unit[]): Float32Array {
  const outputs = new Map<Origin | number, Output>();
  const everywhere = new Map<string, number>();
  const shapes = units.map((unit) => shapeIn(unit, { outputs, everywhere }));
  return Float32Array.from(units, (unit, index) => {
    const shape = shapes[index] ?? "";
    const output = outputs.get(unit.origin ?? unit.item);
    if (shape === "" || output === undefined) return 0;
    const alike = output.shapes.get(shape) ?? 1;
    const others = (everywhere.get(shape) ?? alike) - alike;
    return Math.min(1, SMALL_OUTPUT / output.lines) / (alike * Math.sqrt(1 + others));
  });
}

function shapeIn(
  unit: Unit,
  {
    outputs,
    everywhere,
  }: { readonly outputs: Map<Origin | number, Output>; readonly everywhere: Map<string, number> },
): string {
  if (unit.kind !== "output" || unit.end - unit.start < LEAST_CHARACTERS) return "";
  const shape = lineShape(unitText(unit));
  const key = unit.origin ?? unit.item;
  const output = outputs.get(key) ?? { lines: 0, shapes: new Map<string, number>() };
  outputs.set(key, output);
  output.lines++;
  output.shapes.set(shape, (output.shapes.get(shape) ?? 0) + 1);
  everywhere.set(shape, (everywhere.get(shape) ?? 0) + 1);
  return shape;
}
