import { AnchorIndex } from "./anchor-index.js";
import { mayBeJson } from "./redact-json-text.js";
import type { KindSpan } from "./replace-spans.js";
import type { Located, SecretRule, Span } from "./secret-rule.js";

/** Finds the secrets of a text: their positions and kinds. */
export type SecretFinder = (text: string) => KindSpan[];

/** The findings of the rules in a text. */
export interface Findings {
  readonly spans: KindSpan[];
  /** True if something was looked at more closely, or a string of JSON ends with a name that promises a secret. */
  readonly suspicious: boolean;
}

const WORD = /[A-Za-z0-9]/;

/** The `n` of an escaped line break before a word does not belong to it. */
function beginsWord(text: string, start: number): boolean {
  return start === 0 || !WORD.test(text.charAt(start - 1)) || text.charAt(start - 2) === "\\";
}

const STRING_END = /[\w-]{0,24}\\{0,4}"/y;

/** True for a name at the end of a JSON string: its value may be anywhere next to it. */
function endsString(text: string, anchor: number): boolean {
  STRING_END.lastIndex = anchor;
  return STRING_END.test(text);
}

/** True if a JSON key has no string: the values inside have their own names. */
function assignsNoString(text: string, end: number): boolean {
  return /"\s{0,8}:\s{0,8}[{[ntf\d-]$/.test(text.slice(Math.max(0, end - 18), end + 1));
}

const tables = new WeakMap<RegExp, Uint8Array>();

/** Which characters of ASCII a class holds: looking them up is faster than matching each of them. */
function asciiTable(characters: RegExp): Uint8Array {
  const known = tables.get(characters);
  if (known) return known;
  const table = Uint8Array.from({ length: 128 }, (_, code) =>
    characters.test(String.fromCharCode(code)) ? 1 : 0,
  );
  tables.set(characters, table);
  return table;
}

/** Where the secret begins whose pattern begins at `end`; negative if it cannot be there. */
function beginningOf(rule: SecretRule, text: string, end: number): number {
  let start = end;
  if (rule.before) {
    const { characters, least, most } = rule.before;
    const isMeant = asciiTable(characters);
    while (start > 0 && end - start < most && isMeant[text.charCodeAt(start - 1)] === 1) start -= 1;
    if (end - start < least) return -1;
  }
  return rule.wordStart && !beginsWord(text, start) ? -1 : start;
}

interface CompiledRules {
  readonly index: AnchorIndex;
  readonly patterns: readonly RegExp[];
}

const compiled = new WeakMap<readonly SecretRule[], CompiledRules>();

/** Compiles a table once for all redactors. */
function compile(rules: readonly SecretRule[]): CompiledRules {
  const known = compiled.get(rules);
  if (known) return known;
  const index = new AnchorIndex(rules.map((rule) => rule.anchors));
  const patterns = rules.map((rule) => new RegExp(rule.pattern, rule.anyCase ? "iy" : "y"));
  compiled.set(rules, { index, patterns });
  return { index, patterns };
}

/** One walk over a text for all rules together; linear in its length. */
export function secretFinder(
  rules: readonly SecretRule[],
  isAllowed: (text: string) => boolean,
): (text: string) => Findings {
  const { index, patterns } = compile(rules);
  return (text) => {
    const search = new Search(text, isAllowed);
    index.scan(text, (owner, anchor) =>
      search.visit({ rule: rules[owner] as SecretRule, pattern: patterns[owner] as RegExp }, anchor),
    );
    return search;
  };
}

/** The search in one text. */
class Search implements Findings {
  readonly spans: KindSpan[] = [];
  suspicious = false;
  readonly #text: string;
  readonly #isJson: boolean;
  readonly #isAllowed: (text: string) => boolean;
  /** A rule does not start again inside what it read. */
  #readTo: Map<SecretRule, number> | undefined;

  constructor(text: string, isAllowed: (text: string) => boolean) {
    this.#text = text;
    this.#isJson = mayBeJson(text);
    this.#isAllowed = isAllowed;
  }

  /** Checks whether a rule applies at one of its anchors. */
  visit({ rule, pattern }: { readonly rule: SecretRule; readonly pattern: RegExp }, anchor: number): void {
    const text = this.#text;
    const from = anchor - (rule.lead ?? 0);
    if (from < (this.#readTo?.get(rule) ?? 0)) return;
    if (rule.wordStart && !rule.before && !beginsWord(text, from)) return;
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    this.#suspect(rule, match ? pattern.lastIndex : undefined, anchor);
    if (match === null) return;
    const start = beginningOf(rule, text, from);
    if (start < 0) return;
    this.#take(rule, { start, end: from + match[0].length }, match[1]);
  }

  #suspect(rule: SecretRule, end: number | undefined, anchor: number): void {
    if (!this.#isJson || this.suspicious) return;
    this.suspicious =
      end === undefined
        ? rule.anyCase && endsString(this.#text, anchor)
        : !(rule.anyCase && assignsNoString(this.#text, end));
  }

  #take(rule: SecretRule, whole: Span, value: string | undefined): void {
    const text = this.#text;
    const found = locate(rule, { text, whole, value });
    this.#readTo ??= new Map();
    this.#readTo.set(rule, Math.max(whole.end, found.end));
    if (!found.secret || found.end <= found.start) return;
    if (this.#isAllowed(text.slice(found.start, found.end))) return;
    if (this.#isAllowed(text.slice(whole.start, whole.end))) return;
    this.spans.push({ kind: rule.kind, start: found.start, end: found.end });
  }
}

function locate(
  rule: SecretRule,
  { text, whole, value }: { readonly text: string; readonly whole: Span; readonly value: string | undefined },
): Located {
  if (rule.locate) return rule.locate(text, whole);
  const start = value === undefined ? whole.start : whole.end - value.length;
  return { start, end: whole.end, secret: true };
}
