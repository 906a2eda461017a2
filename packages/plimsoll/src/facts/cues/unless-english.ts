/** Words of nearly every English sentence, and of none in the other languages of the cues. */
const ENGLISH =
  "the|of|and|are|were|this|that|these|those|you|your|with|not|it|its|be|been|have|has|from|they|what|when|which|should|would|could|please|never|we|our|if|then|there|to|is|or|by|at|can|will|my|i";

/**
 * Matches the texts that may be in another language with Latin letters: those with one of its own letters, or without
 * any common English word. Most texts of most sessions are English; the cues of the others are not looked for in them.
 */
export const unlessEnglish = (letters: string): RegExp =>
  new RegExp(String.raw`^(?![^]*\b(?:${ENGLISH})\b)|[${letters}]`, "i");
