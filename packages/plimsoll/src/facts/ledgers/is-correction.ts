import { CUES } from "../cues/cues.js";
import { spokenWords } from "./spoken-words.js";

/** True if a sentence withdraws something; an addition withdraws nothing. */
export const isCorrection = (sentence: string): boolean =>
  CUES.has("correction", spokenWords(sentence)) && !CUES.has("addition", sentence);

/** "Actually the tests use the network": how things are, not what is allowed. */
export const isClaimOfFact = (sentence: string): boolean =>
  CUES.has("claim of fact", sentence) && !CUES.has("modal word", sentence);
