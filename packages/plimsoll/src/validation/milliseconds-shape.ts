import type { NumberShape } from "./shape.js";

/** The longest wait that timers can make, in milliseconds. */
const MAX_WAIT = 2_147_483_647;

export const MILLISECONDS_SHAPE: NumberShape = {
  kind: "number",
  whole: true,
  min: 0,
  max: MAX_WAIT,
  be: `a whole number of milliseconds from 0 (no limit) to ${MAX_WAIT}`,
};
