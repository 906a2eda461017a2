import { readQuotedLine } from "../checkpoint/quoted-line.js";
import type { Fact } from "./fact.js";
import { isClause, isWholeWord } from "./is-clause.js";
import { StringFinder } from "../../text/string-finder.js";

/** A position of a fact, or of a value that it replaced, in a text. */
export interface FactSighting {
  readonly start: number;
  readonly end: number;
}

/** By the number of the fact: its positions, and those of the values it replaced. */
export interface FactSightings {
  readonly current: ReadonlyMap<number, FactSighting>;
  readonly superseded: ReadonlyMap<number, FactSighting>;
}

interface Wanted {
  readonly fact: number;
  readonly isCurrent: boolean;
  /** The first letter, in either case; empty if the search is exact. */
  readonly first: string;
}

const MEANING_CHARACTERS = 80;
const SHORT_CHARACTERS = 4;
const QUOTE_CHARACTERS = 100;

/** Looks for all facts at once. A summary is read strictly, everything else for the words alone. */
export class FactFinder {
  readonly #facts: readonly Fact[];
  readonly #wanted: readonly Wanted[];
  readonly #finder: StringFinder;

  constructor(facts: readonly Fact[]) {
    this.#facts = facts;
    const wanted: Wanted[] = [];
    const strings: string[] = [];
    facts.forEach(({ kind, value, superseded }, fact) => {
      [value, ...superseded].forEach((text, index) => {
        const isCurrent = index === 0;
        const first = text.charAt(0);
        const turns = kind === "constraint" && first.toLowerCase() !== first.toUpperCase();
        const forms = turns ? formsOf(text) : [{ first: "", rest: text }];
        for (const form of forms) {
          wanted.push({ fact, isCurrent, first: form.first });
          strings.push(form.rest);
        }
      });
    });
    this.#wanted = wanted;
    this.#finder = new StringFinder(strings);
  }

  /**
   * The facts that a text states. In a summary a constraint counts only as a separate clause: `Do not use tabs`
   * does not state `Use tabs`, nor `Never push without asking` `Never push`.
   */
  find(text: string, reading: "summary" | "window"): FactSightings {
    const sightings = {
      current: new Map<number, FactSighting>(),
      superseded: new Map<number, FactSighting>(),
    };
    this.#finder.scan(text, (index, start, end) => {
      const { fact, isCurrent, first } = this.#wanted[index] as Wanted;
      const found = isCurrent ? sightings.current : sightings.superseded;
      if (found.has(fact)) return;
      if (first !== "" && text.charAt(start - 1).toLowerCase() !== first) return;
      const span = { start: first === "" ? start : start - 1, end };
      if (this.#states(text, this.#facts[fact] as Fact, { ...span, isStrict: reading === "summary" }))
        found.set(fact, span);
    });
    return sightings;
  }

  #states(
    text: string,
    { kind, value, meaning }: Fact,
    { start, end, isStrict }: FactSighting & { readonly isStrict: boolean },
  ): boolean {
    // A very long sentence is kept up to some character, which need not end a word.
    if (kind === "constraint" && !isStrict) return true;
    if (!isWholeWord(text, start, end)) return false;
    if (kind === "constraint") return isClause(text, start, end) && !isQuotedAt(text, start);
    if (value.length >= SHORT_CHARACTERS || meaning.length === 0) return true;
    const near = text.slice(Math.max(0, start - MEANING_CHARACTERS), end + MEANING_CHARACTERS).toLowerCase();
    return meaning.some((word) => near.includes(word));
  }
}

/** A quotation of somebody else does not speak for the user. */
function isQuotedAt(text: string, position: number): boolean {
  const line = text.lastIndexOf("\n", position - 1) + 1;
  return readQuotedLine(text.slice(line, line + QUOTE_CHARACTERS))?.isListed === false;
}

/** A sentence without its first letter, which is compared by itself; a word of one letter is looked for in both cases. */
function formsOf(text: string): { readonly first: string; readonly rest: string }[] {
  const first = text.charAt(0);
  if (/^\S\S/.test(text)) return [{ first: first.toLowerCase(), rest: text.slice(1) }];
  return [first.toLowerCase(), first.toUpperCase()].map((letter) => ({
    first: "",
    rest: letter + text.slice(1),
  }));
}
