import type { FactFields } from "../checkpoint/checkpoint.js";

/** Lines that show a value which a later one has replaced. */
export interface OutdatedLines {
  readonly size: number;
  has(line: string): boolean;
}

type ReplacingFact = Pick<FactFields, "subject" | "value" | "before">;

const MAX_FACTS = 500;
const MAX_LINE_CHARACTERS = 1_000;
const TOKEN = /#?[A-Za-z0-9][\w.@/:-]*\w|\d/g;
const IDENTIFIER = /^#?[\w-]*\d[\w-]*$/;

/**
 * The lines that a list of facts puts out of date: they name the subject with an earlier value and without the one that
 * stands, or name a record that another took the place of.
 */
export function outdatedLines(facts: readonly ReplacingFact[]): OutdatedLines {
  const byToken = new Map<string, ReplacingFact[]>();
  for (const fact of facts.filter(({ before }) => before.length > 0).slice(-MAX_FACTS))
    for (const token of [nameOf(fact.subject), ...replacedIds(fact)]) {
      if (token.length < 3) continue;
      const known = byToken.get(token.toLowerCase());
      if (known === undefined) byToken.set(token.toLowerCase(), [fact]);
      else known.push(fact);
    }
  return {
    size: byToken.size,
    has: (line) =>
      byToken.size > 0 && line.length <= MAX_LINE_CHARACTERS && isOutdated(line.toLowerCase(), byToken),
  };
}

/** The ids of the records that the record of a fact took the place of. */
const replacedIds = ({ subject, before }: ReplacingFact): string[] =>
  IDENTIFIER.test(nameOf(subject)) ? before.filter((value) => IDENTIFIER.test(value)) : [];

/** The word by which a line names a subject: its id, otherwise the last word. */
function nameOf(subject: string): string {
  const words = subject.replace(/\s\([^)]*\)$/, "").match(TOKEN) ?? [];
  return words.findLast((word) => IDENTIFIER.test(word)) ?? words.at(-1) ?? "";
}

function isOutdated(line: string, byToken: ReadonlyMap<string, readonly ReplacingFact[]>): boolean {
  const tokens = new Set(line.match(TOKEN) ?? []);
  for (const token of tokens)
    for (const fact of byToken.get(token) ?? byToken.get(token.replace(/^#/, "")) ?? [])
      if (showsOld(tokens, fact)) return true;
  return false;
}

/** True if the tokens hold an earlier value, and of the subject and the standing value nothing that is new. */
function showsOld(tokens: ReadonlySet<string>, fact: ReplacingFact): boolean {
  const { subject, value, before } = fact;
  const standing = new Set(tokensOf(value));
  const old = before.flatMap(tokensOf).filter((token) => !standing.has(token));
  if (!old.some((token) => tokens.has(token))) return false;
  const isReplacedRecord = replacedIds(fact).some((id) => tokens.has(id.toLowerCase()));
  const fresh = isReplacedRecord ? [nameOf(subject).toLowerCase()] : freshTokens(value, before);
  return !fresh.some((token) => tokens.has(token));
}

const tokensOf = (text: string): string[] => text.toLowerCase().match(TOKEN) ?? [];

/** What only the standing value has, of a record in the fields that changed. */
function freshTokens(value: string, before: readonly string[]): string[] {
  const old = new Set(before.flatMap(tokensOf));
  const fields = value.toLowerCase().split("; ");
  const changed = fields.filter((field) => field.includes(" ") && old.has(field.split(" ", 1)[0] ?? ""));
  return (changed.length > 0 ? changed : fields)
    .flatMap(tokensOf)
    .filter((token) => !old.has(token) && token.length > 1);
}
