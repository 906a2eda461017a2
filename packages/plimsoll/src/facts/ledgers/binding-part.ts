import { CUES } from "../cues/cues.js";
import { constraintKind } from "./constraint-kind.js";
import { clausesOf } from "./without-told.js";

/** What is shorter than this is not worth shortening. */
const LEAST_CHARACTERS = 80;
const LEAST_QUALIFYING_WORDS = 4;
const JOINING = /^(?:and|but|so|because|since|then|also|anyway|well|ok|okay)\s+/i;
const BLANKS_BEFORE = /^\s*/;
const MARKS = ",;—–，；、-";
/** A sentence is not cut inside of these. */
const PAIRED = /\([^()]*\)|\[[^[\]]*\]|"[^"]*"|“[^“”]*”|«[^«»]*»|`[^`]*`|（[^（）]*）|「[^「」]*」/g;

/** A clause by its place in the sentence, the mark at its end included. */
interface Clause {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function clausesWithPlaces(sentence: string): Clause[] {
  const whole = sentence.replace(PAIRED, (part) => "x".repeat(part.length));
  let end = 0;
  return clausesOf(whole).map((clause) => {
    const start = whole.indexOf(clause, end);
    end = start + clause.length;
    return { start, end, text: sentence.slice(start, end) };
  });
}

/** It demands something by itself, be it only once. */
const demands = (clause: string): boolean => {
  const kind = constraintKind(clause);
  return (kind !== undefined && kind !== "preference") || CUES.has("order", clause);
};

const qualifies = (clause: Clause | undefined): boolean =>
  clause !== undefined && CUES.has("qualifying word", clause.text);
const continues = (clause: Clause | undefined): boolean =>
  clause !== undefined && (qualifies(clause) || CUES.has("negation", clause.text));

/** Without the mark at its end, which separates it from nothing now. */
function withoutMark(part: string): string {
  const trimmed = part.trimEnd();
  return MARKS.includes(trimmed.slice(-1)) ? trimmed.slice(0, -1).trimEnd() : part;
}

/** "unless, of course": what it introduces stands behind the next mark. */
const isWordOnly = (clause: Clause | undefined): boolean =>
  clause !== undefined && clause.text.trim().split(/\s+/).length < LEAST_QUALIFYING_WORDS;

/**
 * A long sentence shortened to what binds, as one piece of it, word for word: "They diff the file with a script nobody
 * knows, so the export has to stay byte-identical, trailing blank included" becomes "the export has to stay
 * byte-identical, trailing blank included". Clauses next to it that say when or for what it holds stay. So does a short
 * sentence, and one of which no clause binds by itself.
 */
export function bindingPart(text: string): string {
  if (text.length < LEAST_CHARACTERS) return text;
  const clauses = clausesWithPlaces(text);
  let first = clauses.findIndex((clause) => demands(clause.text));
  if (first < 0) return text;
  let last = clauses.findLastIndex((clause) => demands(clause.text));
  while (qualifies(clauses[first - 1])) first--;
  while (continues(clauses[last + 1])) last += isWordOnly(clauses[last + 1]) ? 2 : 1;
  const part = text
    .slice(clauses[first]?.start, clauses[Math.min(last, clauses.length - 1)]?.end)
    .replace(BLANKS_BEFORE, "");
  return withoutMark(part).replace(JOINING, "");
}
