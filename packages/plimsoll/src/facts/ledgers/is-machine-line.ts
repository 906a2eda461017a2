import { CUES } from "../cues/cues.js";

/** A semicolon ends a line of code, or a clause of at least five plain words. */
const CLAUSE_WITH_SEMICOLON = /^[\p{L}\p{N}'’`,.()\s-]{0,400};$/u;
const LEAST_WORDS = 5;

const isCodeEnd = (bare: string): boolean =>
  bare.endsWith("{") ||
  (bare.endsWith(";") &&
    !(CLAUSE_WITH_SEMICOLON.test(bare) && bare.split(/\s+/, LEAST_WORDS).length === LEAST_WORDS));

/**
 * True for a line that is not a written sentence: prompts, stack frames, logs, diffs, quotes, records, tables,
 * code.
 */
export const isMachineLine = (line: string, bare: string): boolean =>
  isCodeEnd(bare) || CUES.has("machine line", line);
