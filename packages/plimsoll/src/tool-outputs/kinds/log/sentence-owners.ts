import type { TestName } from "./test-name.js";

const MOST_OWNERS = 5_000;
/** A heading above the list of what failed. */
const LIST_HEADING = /\b(?:fail(?:ed|ures?|ing)?|errors?|summary|results?)\b.{0,60}$/i;

/**
 * Some runners print the sentence of the assertion that failed, the same for many tests, below the name of each test. Keeps
 * which lines such sentences stand under.
 */
export class SentenceOwners {
  readonly #owners = new Map<string, Set<string>>();
  #size = 0;

  /** True if the sentence stands under another line too. */
  add(sentence: string, owner: string): boolean {
    if (this.#size >= MOST_OWNERS || owner === "" || LIST_HEADING.test(owner)) return false;
    const key = keyOf(sentence);
    const owners = this.#owners.get(key) ?? new Set();
    this.#size += 1;
    this.#owners.set(key, owners.add(owner));
    return owners.size > 1;
  }

  /** What the names stand under, if they are one sentence and it stands under several lines; empty otherwise. */
  of(names: readonly TestName[]): readonly string[] {
    const [first, ...others] = names.map(({ leaf }) => keyOf(leaf));
    if (first === undefined || others.some((key) => key !== first)) return [];
    const owners = this.#owners.get(first) ?? new Set();
    return owners.size > Math.max(1, others.length / 2) ? [...owners] : [];
  }
}

/** The words of a sentence, without its number. */
const keyOf = (sentence: string): string =>
  sentence
    .replace(/ (?:at )?\S* ?\(?[^\s()]{1,300}:\d+(?::\d+)?\)?$/, "")
    .replace(/[^\p{L}]+/gu, " ")
    .trim();
