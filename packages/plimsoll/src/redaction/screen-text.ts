import type { RulePass } from "./secret-rule.js";

const PREFIXES =
  "sk- aiza ya29. gocspx- akia asia ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- xox xapp- hooks.slack.com sk_live_ " +
  "sk_test_ rk_live_ rk_test_ whsec_ hf_ npm_ accountkey= accesskey= 8q~ eyj -----begin";
const KEYWORDS = "authorization bearer passw passphrase pwd secret token";
const KEY_NAMES = ["api", "access", "private", "account", "subscription"];
const PARAMETERS = ["key=", "sig=", "signature=", "auth=", "x-amz-signature=", "x-goog-signature="];

/** What a text must hold, in any case, for a rule of a pass to match in it. */
const NEEDED_WORDS: ReadonlyArray<readonly [RulePass, readonly string[]]> = [
  ["prefix", PREFIXES.split(" ")],
  ["keyword", KEYWORDS.split(" ")],
  ["keyword", KEY_NAMES.flatMap((name) => ["", "_", "-"].map((joint) => `${name}${joint}key`))],
  ["keyword", PARAMETERS.flatMap((name) => [`?${name}`, `&${name}`])],
  ["address", ["://"]],
];
/** Prefixes that end many a word unless their case is minded. */
const CAPITAL_PREFIXES: readonly string[] = ["SG.", "SK"];
/** A card has at least so many digits, with at most a blank or a hyphen between two of them. */
const LEAST_CARD_DIGITS = 13;

const BITS: Readonly<Record<RulePass, number>> = { prefix: 1, keyword: 2, address: 4, digits: 8 };
const ALL_BITS = 15;

/** The class of each ASCII code: one for each character of the words, in either case; 0 for all others. */
const CLASSES = new Uint8Array(128);
const CLASS_COUNT = assignClasses();
const { next: NEXT, marks: MARKS } = buildAutomaton();

/** The passes that may find something in a text, as bits; those left out certainly find nothing. Linear. */
export function screenText(text: string): number {
  let found = CAPITAL_PREFIXES.some((prefix) => text.includes(prefix)) ? BITS.prefix : 0;
  let state = 0;
  let digits = 0;
  for (let index = 0; index < text.length && found !== ALL_BITS; index += 1) {
    const code = text.charCodeAt(index);
    state = NEXT[state * CLASS_COUNT + (code < 128 ? (CLASSES[code] as number) : 0)] as number;
    if (state !== 0) found |= MARKS[state] as number;
    if (code >= 48 && code <= 57) {
      digits += 1;
      if (digits >= LEAST_CARD_DIGITS) found |= BITS.digits;
    } else if (code !== 32 && code !== 45) digits = 0;
  }
  return found;
}

export const mayFind = (screened: number, pass: RulePass): boolean => (screened & BITS[pass]) !== 0;

function assignClasses(): number {
  let count = 1;
  for (const character of NEEDED_WORDS.flatMap(([, words]) => words).join("")) {
    const code = character.charCodeAt(0);
    if (CLASSES[code] !== 0) continue;
    CLASSES[code] = count;
    CLASSES[character.toUpperCase().charCodeAt(0)] = count;
    count += 1;
  }
  return count;
}

/** Finds all words at once (Aho–Corasick). */
function buildAutomaton(): { readonly next: Uint16Array; readonly marks: Uint8Array } {
  const children: Map<number, number>[] = [new Map()];
  const marks: number[] = [0];
  for (const [pass, words] of NEEDED_WORDS) {
    for (const word of words) {
      const end = insertWord(children, word);
      marks[end] = (marks[end] ?? 0) | BITS[pass];
    }
  }
  const next = new Uint16Array(children.length * CLASS_COUNT);
  const fallback = new Uint16Array(children.length);
  const queue = [0];
  for (const state of queue) {
    const back = fallback[state] as number;
    marks[state] = (marks[state] ?? 0) | (marks[back] ?? 0);
    for (let symbol = 0; symbol < CLASS_COUNT; symbol += 1) {
      const other = state === 0 ? 0 : (next[back * CLASS_COUNT + symbol] as number);
      const child = children[state]?.get(symbol);
      next[state * CLASS_COUNT + symbol] = child ?? other;
      if (child === undefined) continue;
      fallback[child] = other;
      queue.push(child);
    }
  }
  return { next, marks: Uint8Array.from({ length: children.length }, (_, state) => marks[state] ?? 0) };
}

/** Adds the states of a word; returns the one that it ends in. */
function insertWord(children: Map<number, number>[], word: string): number {
  let state = 0;
  for (const character of word) {
    const symbol = CLASSES[character.charCodeAt(0)] as number;
    const row = children[state] as Map<number, number>;
    const child = row.get(symbol) ?? children.push(new Map()) - 1;
    row.set(symbol, child);
    state = child;
  }
  return state;
}
