import type { Assignment } from "./assignment.js";
import { isExpression } from "./is-expression.js";
import { isHarmless } from "./is-harmless.js";
import { isReference } from "./is-reference.js";
import { isWordy } from "./is-wordy.js";
import { looksRandom } from "./looks-random.js";
import type { Promised } from "./secret-rule.js";

const MIN_LENGTH = 4;
const SENTENCE = /\s.*[.:?!…]$|\s.*\s.*\s/;

/** `PWD` is the folder that a shell is in. */
export const isFolder = (name: string, value: string): boolean =>
  /(?:^|_|OLD)pwd$/i.test(name) && /^[/~.\\]|^[A-Z]:/.test(value);

/** Too short, a reference, or a word that is never a secret. */
export const standsForNothing = (value: string): boolean =>
  value.length < MIN_LENGTH || isReference(value) || isHarmless(value);

const isPrivateKey = (value: string): boolean => value.startsWith("-----BEGIN") && value.includes("PRIVATE");

export const isComparison = ({ operator }: Assignment): boolean =>
  operator.includes("==") || operator.startsWith("!");

/** Whether a quoted value is a secret. */
export function judgeQuoted(given: string, assignment: Assignment, promised: Promised): boolean {
  const value = given.trim();
  if (isFolder(assignment.name, value)) return false;
  if (isPrivateKey(value)) return true;
  if (standsForNothing(value)) return false;
  if (isComparison(assignment)) return looksRandom(value) && !isExpression(value);
  if (promised === "token") return looksRandom(value) && !/\s/.test(value);
  if (SENTENCE.test(value) && isProse(value)) return false;
  if (promised === "password") return !/^[([{]/.test(value) || !/\s/.test(value);
  return value.length >= 6 && (looksRandom(value) || (!isWordy(value) && !/^[\w.-]+$/.test(value)));
}

/** A sentence about secrets rather than one of them: several words, the first or the thing itself among them. */
const isProse = (value: string): boolean =>
  /pass|secret|token|key|credential|auth|enter|must|please|invalid|should|cannot|your|the /i.test(value);
