import { evidenceReference } from "./evidence-reference.js";
import { excerpt } from "./excerpt.js";

const SIZE = /(\d{1,12}) (?:characters|chars), (\d{1,12}) lines/;

/** True for evidence that is one line: it only says where the output can be read. */
export const isPointer = (text: string): boolean => !text.includes("\n");

/**
 * Evidence made shorter: its first line, which names the whole output, and the beginning and end of what it shows. Made
 * from the evidence alone, so that it comes out the same wherever that stands.
 */
export function shortEvidence(text: string, maxTokens: number, count: (text: string) => number): string {
  const end = text.indexOf("\n");
  if (end < 0 || count(text) <= maxTokens) return text;
  const header = text.slice(0, end + 1);
  const body = excerpt(text.slice(end + 1), Math.max(1, maxTokens - count(header)), count);
  return header + body;
}

/** The one line that is left of evidence: the size of the output and where the whole of it can be read. */
export function evidencePointer(text: string): string {
  const reference = evidenceReference(text);
  if (reference === undefined) return text;
  const size = SIZE.exec(text.slice(0, 400));
  const told = size ? ` ${size[1]} chars, ${size[2]} lines` : "";
  return `[output${told}; full output: ${reference}]`;
}
