import { CUES } from "../cues/cues.js";

const MAX_CHARACTERS = 200;
const ENDING_CHARACTERS = 12;
const ENDING = /only/i;
const EXCLUSIVE = /^(.{2,160}\s)(\S{1,80}) only$/;

function read(text: string): { readonly subject: string; readonly value: string } | undefined {
  if (text.length > MAX_CHARACTERS || !ENDING.test(text.slice(-ENDING_CHARACTERS))) return undefined;
  const plain = text
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/[.!\s]+$/, "")
    .trim();
  const [, subject, value] = EXCLUSIVE.exec(CUES.replace("opening word", plain, "")) ?? [];
  return subject === undefined || value === undefined ? undefined : { subject, value };
}

/** True if both allow a single value of the same thing, and not the same: "Reply in English only", "Reply in French only". */
export function replacesSingleValue(later: string, earlier: string): boolean {
  const [one, other] = [read(later), read(earlier)];
  return one !== undefined && one.subject === other?.subject && one.value !== other.value;
}
