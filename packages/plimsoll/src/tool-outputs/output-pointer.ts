import { countLines } from "../conversation/count-lines.js";

/** One line in place of an output that there is no room for: how long it is and where the whole of it can be read. */
export const outputPointer = (text: string, reference: string): string =>
  `[output ${text.length} chars, ${countLines(text)} lines; full output: ${reference}]`;
