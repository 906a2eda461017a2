import { LINE_VALUES } from "./score-line.js";

/** What a line is worth that only goes with failures, the less the more of its shape came before. */
export function lessForRepeats(value: number, repeats: number): number {
  if (value >= LINE_VALUES.failedCheck && value < LINE_VALUES.problem)
    return Math.max(LINE_VALUES.context, LINE_VALUES.mentionsProblem - repeats * 2);
  return value > LINE_VALUES.newShape ? value * 0.8 ** Math.min(repeats, 12) : 0;
}
