import { distinctWords } from "./distinct-words.js";
import type { SessionFact } from "./session-facts.js";
import { addTally, type Tally } from "./tally.js";

/** How many facts of a session its window tells. */
export interface KeptFacts {
  /** Facts of the newest quarter of the items, settled ones left out, that are readable. */
  readonly newest: Tally;
  /** Open matters of any age that are readable. */
  readonly open: Tally;
  /** Settled matters that are gone, or told as settled. */
  readonly closed: Tally;
}

/** The share of its words by which a line tells a fact. */
const LEAST_COVER = 0.7;
/** Where the newest quarter begins. */
const NEWEST_FROM = 0.75;
/** A fact is looked for on so many lines with one of its words. */
const MAX_LINES_OF_WORD = 50;
/** Marks and words by which a line says that something is settled. */
const SETTLED =
  /\[x\]|✓|✔|\b(?:done|completed?|closed|resolved|fixed|passed|replaced|superseded|instead|before|removed|deleted|ended|stopped|exited|no longer)\b/i;

/** The lines of a window by their words. */
class WindowLines {
  readonly #lines: { readonly words: ReadonlySet<string>; readonly isSettled: boolean }[] = [];
  readonly #linesWith = new Map<string, number[]>();

  constructor(texts: readonly string[]) {
    for (const text of texts) {
      let before = "";
      for (const line of text.split("\n")) {
        // A fact may be told on two lines.
        this.#add(`${before}\n${line}`, SETTLED.test(line));
        before = line;
      }
    }
  }

  #add(text: string, isSettled: boolean): void {
    const words = distinctWords(text);
    const number = this.#lines.push({ words, isSettled }) - 1;
    for (const word of words) {
      const list = this.#linesWith.get(word);
      if (list === undefined) this.#linesWith.set(word, [number]);
      else if (list.length < MAX_LINES_OF_WORD) list.push(number);
    }
  }

  /** For each line that tells the fact: whether the line says that it is settled. */
  telling({ text }: SessionFact): boolean[] {
    const words = [...distinctWords(text)];
    const numbers = new Set(words.flatMap((word) => this.#linesWith.get(word) ?? []));
    return [...numbers].flatMap((number) => {
      const line = this.#lines[number];
      const found = words.filter((word) => line?.words.has(word)).length;
      return line !== undefined && found >= LEAST_COVER * words.length ? [line.isSettled] : [];
    });
  }
}

/** Holds a window, as readable texts, against the facts of a session of so many items. */
export function keptFacts(facts: readonly SessionFact[], texts: readonly string[], items: number): KeptFacts {
  const lines = new WindowLines(texts);
  const isTold = (fact: SessionFact): boolean => lines.telling(fact).length > 0;
  const isNew = ({ last, state }: SessionFact): boolean => state !== "closed" && last >= NEWEST_FROM * items;
  const ofState = (state: SessionFact["state"]): SessionFact[] =>
    facts.filter((fact) => fact.state === state);
  return {
    newest: tally(facts.filter(isNew), isTold),
    open: tally(ofState("open"), isTold),
    closed: tally(ofState("closed"), (fact) => lines.telling(fact).every((isSettled) => isSettled)),
  };
}

/** The facts of many windows together. */
export function addKeptFacts(one: KeptFacts, other: KeptFacts): KeptFacts {
  return {
    newest: addTally(one.newest, other.newest),
    open: addTally(one.open, other.open),
    closed: addTally(one.closed, other.closed),
  };
}

function tally(facts: readonly SessionFact[], isKept: (fact: SessionFact) => boolean): Tally {
  return { kept: facts.filter(isKept).length, all: facts.length };
}
