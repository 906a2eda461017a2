import { CompactError } from "../errors/compact-error.js";
import type { Problem } from "./problem.js";
import { readShape } from "./read-shape.js";
import type { Shape } from "./shape.js";

/**
 * A copy of a value of foreign JSON, which is of the shape. `path` is what the value is called in the error.
 *
 * @throws CompactError `INVALID_INPUT` with the place of the first value that is wrong, the value, and what belongs there.
 */
export function parseShape<T>(shape: Shape, value: unknown, path: string): T {
  const problems: Problem[] = [];
  const read = readShape(shape, value, { path, problems });
  const [problem] = problems;
  if (problem === undefined) return read as T;
  throw new CompactError("INVALID_INPUT", `${problem.path} ${problem.text}.`, {
    details: { path: problem.path },
  });
}
