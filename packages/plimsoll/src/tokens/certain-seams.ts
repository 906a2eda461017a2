import { countCertainBoundaries, isCertainBetween } from "./last-certain-boundary.js";
import { RUN_LIMIT } from "./split-for-tokenizer.js";
import type { TokenSeams } from "./token-seams.js";

/** The seams of `o200k_base` and `cl100k_base`: the boundaries at which their pre-tokenizers split any text. */
export const certainSeams: TokenSeams = {
  atLeast: (text, limit) => (text === "" ? 0 : countCertainBoundaries(text, limit) + 1),
  // A longer part may be cut by its length, and where depends on what stands before it.
  addUp: (parts) =>
    parts.every(
      (part, index) =>
        part.length <= RUN_LIMIT && (index === 0 || isCertainBetween(parts[index - 1] ?? "", part)),
    ),
};
