import type { FactFields } from "../checkpoint/checkpoint.js";

/** Lines that show a value which a later one has replaced. */
export interface OutdatedLines {
  readonly size: number;
  has(line: string): boolean;
}

type ReplacingFact = Pick<FactFields, "subject" | "value" | "before">;

/** What of a fact decides whether a line shows an earlier value. */
interface ReplacedValue {
  /** Tokens of the earlier values that the standing one does not have. */
  readonly old: readonly string[];
  /** Ids of the records that its own took the place of. */
  readonly ids: readonly string[];
  /** Tokens of which one shows the standing value, where a line names such a record and where it does not. */
  readonly ownName: string;
  readonly fresh: readonly string[];
}

const MAX_FACTS = 500;
/** A shorter name may be part of any line. */
const LEAST_NAME = 3;
const MAX_LINE_CHARACTERS = 1_000;
const TOKEN = /#?[A-Za-z0-9][\w.@/:-]*\w|\d/g;
const IDENTIFIER = /^#?[\w-]*\d[\w-]*$/;

/**
 * The lines that a list of facts puts out of date: they name the subject with an earlier value and without the one that
 * stands, or name a record that another took the place of.
 */
export function outdatedLines(facts: readonly ReplacingFact[]): OutdatedLines {
  const byToken = new Map<string, ReplacedValue[]>();
  for (const fact of facts.filter(({ before }) => before.length > 0).slice(-MAX_FACTS)) {
    const replaced = replacedValue(fact);
    for (const name of [nameOf(fact.subject), ...replacedIds(fact)]) {
      if (name.length < LEAST_NAME) continue;
      const token = name.toLowerCase();
      const known = byToken.get(token);
      if (known === undefined) byToken.set(token, [replaced]);
      else known.push(replaced);
    }
  }
  const beginnings = new Set(Array.from(byToken.keys(), beginningOf));
  return {
    size: byToken.size,
    has: (line) =>
      byToken.size > 0 &&
      line.length <= MAX_LINE_CHARACTERS &&
      mayName(line, beginnings) &&
      isOutdated(line.toLowerCase(), byToken),
  };
}

/** The first three signs of a name as one number, without the third if there is none. */
function beginningOf(name: string): number {
  const at = name.startsWith("#") ? 1 : 0;
  return name.length < at + 3 ? firstTwo(beginningAt(name, at)) : beginningAt(name, at);
}

const LOWER_CASE = 32;
/** Digits and other signs of ASCII have that bit or meet in one: a beginning too many costs a closer look, no more. */
const beginningAt = (text: string, at: number): number =>
  ((text.charCodeAt(at) | LOWER_CASE) << 16) |
  ((text.charCodeAt(at + 1) | LOWER_CASE) << 8) |
  (text.charCodeAt(at + 2) | LOWER_CASE);

const firstTwo = (beginning: number): number => beginning & ~0xff;

/** False if no token of the line begins like one of the names: that passes over most lines quickly. */
function mayName(line: string, beginnings: ReadonlySet<number>): boolean {
  let isInside = false;
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    // What such a sign becomes in lower case may be anything.
    if (code > 127) return true;
    const isPart = isAlphanumeric(code);
    if (isPart && !isInside) {
      const beginning = beginningAt(line, at);
      if (beginnings.has(beginning) || beginnings.has(firstTwo(beginning))) return true;
    }
    isInside = isPart;
  }
  return false;
}

const isAlphanumeric = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);

/** The ids of the records that the record of a fact took the place of. */
const replacedIds = ({ subject, before }: ReplacingFact): string[] =>
  IDENTIFIER.test(nameOf(subject)) ? before.filter((value) => IDENTIFIER.test(value)) : [];

/** The word by which a line names a subject: its id, otherwise the last word. */
function nameOf(subject: string): string {
  const words = subject.replace(/\s\([^)]*\)$/, "").match(TOKEN) ?? [];
  return words.findLast((word) => IDENTIFIER.test(word)) ?? words.at(-1) ?? "";
}

function isOutdated(line: string, byToken: ReadonlyMap<string, readonly ReplacedValue[]>): boolean {
  const tokens = new Set(line.match(TOKEN) ?? []);
  for (const token of tokens)
    for (const replaced of byToken.get(token) ?? byToken.get(token.replace(/^#/, "")) ?? [])
      if (showsOld(tokens, replaced)) return true;
  return false;
}

function replacedValue(fact: ReplacingFact): ReplacedValue {
  const { subject, value, before } = fact;
  const standing = new Set(tokensOf(value));
  return {
    old: before.flatMap(tokensOf).filter((token) => !standing.has(token)),
    ids: replacedIds(fact).map((id) => id.toLowerCase()),
    ownName: nameOf(subject).toLowerCase(),
    fresh: freshTokens(value, before),
  };
}

/** True if the tokens hold an earlier value, and of the subject and the standing value nothing that is new. */
function showsOld(tokens: ReadonlySet<string>, { old, ids, ownName, fresh }: ReplacedValue): boolean {
  const holds = (token: string): boolean => tokens.has(token);
  if (!old.some(holds)) return false;
  return ids.some(holds) ? !holds(ownName) : !fresh.some(holds);
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
