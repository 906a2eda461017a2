import { CUES } from "../cues/cues.js";
import { constraintKind } from "./constraint-kind.js";
import type { ProseSentence } from "./prose-sentence.js";

const OPENS_LIST = /[:：]\**$/;

/** What the list below a heading holds, by what the heading announces. */
export function listUnderHeading(heading: string): ProseSentence["underRules"] {
  if (CUES.has("acceptance heading", heading)) return "acceptance";
  return CUES.has("rules heading", heading) ? "requirement" : "";
}

/** "Do not touch these files:" says of the entries below it what they do not say themselves. */
export const demandsList = (sentence: string): boolean =>
  OPENS_LIST.test(sentence) &&
  !CUES.has("name of rules", sentence) &&
  !CUES.has("acceptance heading", sentence) &&
  constraintKind(sentence) !== undefined;
