import type { StepFields } from "../checkpoint/checkpoint.js";
import { StringFinder } from "../../text/string-finder.js";
import type { OutdatedLines } from "./outdated-lines.js";

/** A shorter step may be part of any line. */
const LEAST_CHARACTERS = 12;
const MOST_STEPS = 400;

/** The lines that show steps of a plan: the state shows those with their newest state. */
export function planLines(steps: readonly Pick<StepFields, "text">[]): OutdatedLines {
  const texts = steps.map(({ text }) => text).filter((text) => text.length >= LEAST_CHARACTERS);
  const finder = new StringFinder(texts.slice(-MOST_STEPS));
  return {
    size: texts.length,
    has: (line) => {
      if (texts.length === 0 || line.length < LEAST_CHARACTERS) return false;
      let isFound = false;
      finder.scan(line, () => {
        isFound = true;
      });
      return isFound;
    },
  };
}
