/** Words of nearly every English sentence, and of none in the other languages of the cues. */
const ENGLISH =
  /\b(?:the|of|and|are|were|this|that|these|those|you|your|with|not|it|its|be|been|have|has|from|they|what|when|which|should|would|could|please|never|we|our|if|then|there|to|is|or|by|at|can|will|my|i)\b/i;
const BEYOND_ASCII = /[^\u0000-\u007f]/;

/** So many characters of a text tell whether its words are of a language. */
const MOST_CHARACTERS = 1_000;

/** What is read once of a text to tell the languages that it may be in. */
export interface TextTraits {
  readonly isAscii: boolean;
  /** Where to look for words of a language. */
  readonly beginning: string;
  /** It has a common English word. */
  readonly isEnglish: boolean;
}

export function textTraits(text: string): TextTraits {
  const beginning = text.slice(0, MOST_CHARACTERS);
  return { isAscii: !BEYOND_ASCII.test(text), beginning, isEnglish: ENGLISH.test(beginning) };
}
