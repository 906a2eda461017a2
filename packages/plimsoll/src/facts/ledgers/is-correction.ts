import { CUES } from "../cues/cues.js";
import { spokenWords } from "./spoken-words.js";

/** True if a sentence takes something back; what holds besides takes back nothing. */
export const isCorrection = (sentence: string): boolean =>
  CUES.has("correction", spokenWords(sentence)) && !CUES.has("addition", sentence);

/** "Actually the tests use the network": how things are, not what is allowed. */
export const isClaimOfFact = (sentence: string): boolean =>
  CUES.has("claim of fact", sentence) && !CUES.has("modal word", sentence);
