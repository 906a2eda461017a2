import { CUES } from "../cues/cues.js";
import { constraintKind } from "./constraint-kind.js";
import type { ProseSentence } from "./prose-sentence.js";

const OPENS_LIST = /[:：]\**$/;

/** What the list below a heading contains, as the heading announces. */
export function listUnderHeading(heading: string): ProseSentence["underRules"] {
  if (CUES.has("acceptance heading", heading)) return "acceptance";
  return CUES.has("rules heading", heading) ? "requirement" : "";
}

/** "Do not touch these files:" gives the entries below it a meaning that they lack by themselves. */
export const demandsList = (sentence: string): boolean =>
  OPENS_LIST.test(sentence) &&
  !CUES.has("name of rules", sentence) &&
  !CUES.has("acceptance heading", sentence) &&
  constraintKind(sentence) !== undefined;
