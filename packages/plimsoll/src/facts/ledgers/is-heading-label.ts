import { CUES } from "../cues/cues.js";

/** True for "Important", "Acceptance criteria", "注意" and the like: the text below is the writer's own. */
export function isHeadingLabel(label: string): boolean {
  if (CUES.has("heading sign", label)) return true;
  const lower = label.toLowerCase();
  if (CUES.hasWord("lone heading word", lower)) return true;
  const words = CUES.words("heading word");
  return lower.split(/[\s/&,]+/).some((word) => words.has(word.replace(/’/g, "'")));
}
