import { CUES } from "../cues/cues.js";
import { spokenWords } from "./spoken-words.js";

/** True if a sentence denies or forbids something. */
export const isNegative = (sentence: string): boolean => CUES.has("negation", spokenWords(sentence));
