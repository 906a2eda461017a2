import { LINE_KEYWORDS, SHAPE_MARK } from "./score-line.js";

/** Only the beginning of a line is looked at. */
const SCANNED_CHARACTERS = 1_000;

export interface LineScan {
  /** A hash of the line without its digits: lines of one shape share it. */
  readonly hash: number;
  /** The marks of the keywords in it. */
  readonly marks: number;
  readonly tabs: number;
}

/** Hashes a line without its digits and looks for keywords, in one pass over its characters. */
export function scanLine(text: string, start: number, end: number): LineScan {
  const { classes, classCount, next, marks: wordMarks } = LINE_KEYWORDS;
  const stop = Math.min(end, start + SCANNED_CHARACTERS);
  let hash = 0x811c9dc5;
  let state = 0;
  let marks = 0;
  let tabs = 0;
  for (let index = start; index < stop; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 57) {
      state = 0;
      continue;
    }
    hash = Math.imul(hash ^ code, 0x01000193);
    if (code === 9) tabs += 1;
    if (code < 128) {
      state = next[state * classCount + (classes[code] ?? 0)] ?? 0;
      marks |= wordMarks[state] ?? 0;
    } else {
      state = 0;
      if (code === 0xd7 || (code >= 0x25a0 && code <= 0x27bf)) marks |= SHAPE_MARK;
    }
  }
  return { hash, marks, tabs };
}
