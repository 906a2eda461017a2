import { clausesOf } from "./without-told.js";
import { constraintKind } from "./constraint-kind.js";

/** What is shorter than this is not worth shortening. */
const LEAST_CHARACTERS = 80;
const JOINING = /^(?:and|but|so|because|since|then|also|anyway|well|ok|okay)\s+/i;

const tidy = (clause: string): string =>
  clause
    .trim()
    .replace(/[,;—–，；、]$/, "")
    .trim();

/** True if a clause continues what the one before it says: "trailing blank included", "not later". */
const continues = (clause: string): boolean =>
  /^(?:including|included|not|nor|or|unless|except|without|at|in|on|by|under|over|only|even)\b|\bincluded\b/i.test(
    clause,
  );

/**
 * A long sentence shortened to the clauses that bind, word for word: "They diff the file with a script nobody knows, so
 * the export has to stay byte-identical, trailing blank included" becomes "the export has to stay byte-identical, trailing
 * blank included". A short sentence, and one of which no clause binds by itself, stays as it is.
 */
export function bindingPart(text: string): string {
  if (text.length < LEAST_CHARACTERS) return text;
  const clauses = clausesOf(text).map(tidy);
  const kinds = clauses.map((clause) => constraintKind(clause));
  const isStrong = kinds.some((kind) => kind !== undefined && kind !== "preference");
  const binds = kinds.map((kind) => kind !== undefined && !(isStrong && kind === "preference"));
  const first = binds.indexOf(true);
  if (first < 0) return text;
  let end = binds.lastIndexOf(true) + 1;
  while (end < clauses.length && continues(clauses[end] ?? "")) end++;
  const part = clauses.slice(first, end).join(", ").replace(JOINING, "");
  return part.length < text.length ? part : text;
}
