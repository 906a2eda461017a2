/** How to recognise a passage and the value in it. */
export interface Clue {
  /**
   * All of these occur in one sentence or line with the value; the first, which is global, is its subject.
   */
  readonly about: readonly RegExp[];
  /** The shape of values; global. Its first group, if any, is the value. */
  readonly value: RegExp;
}

const MAX_DISTANCE = 200;
const CORRECTS =
  /\b(?:correction|instead of|no longer|from now on|changed to|rather than|replaces|is now|not .{1,60} any ?more)\b/i;
const NEGATES =
  /(?:\binstead of|\bno longer(?: to| use| in)?|\bnot|\brather than|\breplaces|\bnever|\bwas)[\s:"'`]*$/i;

/**
 * The value in a text, read as a careful person would: a correction beats any other sentence, a later one beats
 * an earlier one, the value nearest to the subject counts, and denied values do not.
 */
export function readValue(text: string, clue: Clue): string | undefined {
  let said: string | undefined;
  let corrected: string | undefined;
  for (const passage of passages(text)) {
    const value = valueIn(passage, clue);
    if (value === undefined) continue;
    if (CORRECTS.test(passage)) corrected = value;
    else said = value;
  }
  return corrected ?? said;
}

/** Lines, and sentences within them. */
function passages(text: string): string[] {
  return text.split(/\n|(?<=[.!?])\s+/);
}

function valueIn(passage: string, { about, value }: Clue): string | undefined {
  const [subject, ...others] = about;
  if (subject === undefined || !others.every((pattern) => pattern.test(passage))) return undefined;
  const places = [...passage.matchAll(subject)].map((match) => match.index);
  if (places.length === 0) return undefined;
  let nearest: { readonly value: string; readonly distance: number } | undefined;
  for (const match of passage.matchAll(value)) {
    if (NEGATES.test(passage.slice(Math.max(0, match.index - 40), match.index))) continue;
    const distance = Math.min(...places.map((place) => Math.abs(place - match.index)));
    if (distance > MAX_DISTANCE || distance >= (nearest?.distance ?? Number.POSITIVE_INFINITY)) continue;
    nearest = { value: match[1] ?? match[0], distance };
  }
  return nearest?.value;
}

/** JSON in an output, however often it was quoted, is read as its content, one record per line. */
export function unquoted(text: string): string {
  return text
    .replace(/\\{1,8}n/g, "\n")
    .replace(/\\{1,8}"/g, '"')
    .replace(/\},\{/g, "}\n{");
}
