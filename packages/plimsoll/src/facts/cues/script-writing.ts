import type { Writing } from "./cue-language.js";

/** Tells the texts in a language with letters of its own, all beyond ASCII, by a pattern for them. */
export const scriptWriting = (letters: RegExp): Writing => ({
  test: (text, { isAscii }) => !isAscii && letters.test(text),
});
