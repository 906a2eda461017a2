import type { ConstraintKind } from "../checkpoint/checkpoint.js";
import { CUES } from "../cues/cues.js";
import { spokenWords } from "./spoken-words.js";

const LEAST_CHARACTERS = 3;

const isQuestion = (sentence: string): boolean =>
  CUES.has("question form", sentence) ||
  CUES.has("supposition", sentence) ||
  (CUES.has("question", sentence) && !CUES.has("polite request", sentence));

/** The kind of constraint in a user's sentence; undefined if it binds nothing. */
export function constraintKind(text: string): ConstraintKind | undefined {
  const sentence = spokenWords(text);
  if (sentence.length < LEAST_CHARACTERS || isQuestion(sentence)) return undefined;
  if (CUES.has("acceptance", sentence)) return "acceptance";
  if (CUES.has("limit", sentence)) return "limit";
  if (CUES.has("rule", sentence) || CUES.has("advice", sentence)) return "rule";
  return CUES.has("preference", sentence) ? "preference" : undefined;
}

/**
 * True if a sentence only says how something is done best. It binds if the user says it; in a long text it is one
 * piece of advice among many.
 */
export function isAdvice(text: string): boolean {
  const sentence = spokenWords(text);
  const binds = (["acceptance", "limit", "rule"] as const).some((name) => CUES.has(name, sentence));
  return !binds && CUES.has("advice", sentence);
}
