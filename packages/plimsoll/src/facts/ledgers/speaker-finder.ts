import { clientSummary } from "../../conversation/is-client-context.js";
import type { ItemView } from "../../conversation/item-view.js";
import type { SectionName, Speaker } from "../checkpoint/checkpoint.js";
import { supportsDecision } from "../checkpoint/supports-decision.js";
import { CUES } from "../cues/cues.js";
import { contentWords } from "./content-words.js";
import { readProse } from "./read-prose.js";

/** Sections whose entries are statements: a part of a sentence may say the opposite of the whole. */
const STATEMENTS: ReadonlySet<SectionName> = new Set(["constraints", "plan", "decisions", "errors", "risks"]);
/** Sections whose entries say no more than their text. */
const TEXT_ALONE: ReadonlySet<SectionName> = new Set(["constraints", "decisions", "risks"]);
const WORD_CHARACTER = /[\p{L}\p{N}_]/u;
const MAX_OCCURRENCES = 1_000;
/** A text is read up to here; the rest cannot confirm a claim. */
const MAX_CHARACTERS = 200_000;

const MAX_SENTENCES = 2_000;
/** The sentence without its reason. */
const withoutReason = (sentence: string): string =>
  sentence.slice(0, CUES.find("reason clause", sentence)?.start);

const collapsed = (text: string): string => text.replace(/\s+/g, " ").trim();

/** A statement attributed to somebody. */
export interface Claim {
  readonly section: SectionName;
  readonly text: string;
  /** The entry's other content: a state, an outcome, a meaning. */
  readonly detail: string;
}

/** The sentences of a text that its author wrote, and all of its lines, pasted ones included. */
interface Statements {
  readonly own: ReadonlySet<string>;
  readonly lines: ReadonlySet<string>;
}

/** Finds the speaker of statements in one conversation. Parses every text once. */
export class SpeakerFinder {
  readonly #statements = new Map<string, Statements>();
  readonly #words = new Map<string, ReadonlySet<string>>();

  /**
   * Who states a text in an item as a whole: a statement as a separate sentence or line, anything else as whole
   * words, together with the words of the entry's details. Undefined if nobody does. A demand is the user's only
   * in the user's own prose, not in pasted text.
   */
  speakerOf(view: ItemView, { section, text, detail }: Claim): Speaker | undefined {
    const wanted = collapsed(text);
    if (wanted === "" || !(TEXT_ALONE.has(section) || this.#mentions(view, detail))) return undefined;
    const isModels = view.role === "assistant" || clientSummary(view.text) !== undefined;
    const author = isModels ? "assistant" : view.role === "tool" ? "tool" : "user";
    const isDemand = section === "constraints" && author === "user";
    if (isDemand) return this.#takenApart(view.text).own.has(wanted) ? author : undefined;
    const says = (source: string): boolean =>
      STATEMENTS.has(section) ? this.#states(source, wanted) : hasWords(source, wanted);
    if (view.results.some((result) => says(result.text))) return "tool";
    if (says(view.text)) return author;
    if (section === "decisions" && this.#decides(view.text, wanted)) return author;
    return view.calls.some((call) => says(call.arguments)) ? "assistant" : undefined;
  }

  /** True if the speaker settles on that in a sentence of the own prose, in whatever words around it. */
  #decides(source: string, wanted: string): boolean {
    let looked = 0;
    for (const sentence of this.#takenApart(source).own) {
      if (++looked > MAX_SENTENCES) return false;
      if (supportsDecision(wanted, withoutReason(sentence))) return true;
    }
    return false;
  }

  /** True if an item mentions some of a text's details, such as the reason of a decision. */
  mentions(view: ItemView, detail: string): boolean {
    return this.#mentions(view, detail);
  }

  /** True if an item has every significant word of a text. */
  #mentions({ text, results, calls }: ItemView, wanted: string): boolean {
    const { words, numbers } = contentWords(wanted);
    if (words.size + numbers.length === 0) return true;
    const known = [text, ...results.map((result) => result.text), ...calls.map((call) => call.arguments)].map(
      (source) => this.#wordsOf(source),
    );
    return [...words, ...numbers].every((word) => known.some((own) => own.has(word)));
  }

  #wordsOf(source: string): ReadonlySet<string> {
    const known = this.#words.get(source);
    if (known !== undefined) return known;
    const { words, numbers } = contentWords(source.slice(0, MAX_CHARACTERS), Number.POSITIVE_INFINITY);
    const all = new Set([...words, ...numbers]);
    this.#words.set(source, all);
    return all;
  }

  #states(source: string, wanted: string): boolean {
    if (source.length < wanted.length) return false;
    const { own, lines } = this.#takenApart(source);
    return own.has(wanted) || lines.has(wanted);
  }

  #takenApart(source: string): Statements {
    const known = this.#statements.get(source);
    if (known !== undefined) return known;
    const text = source.slice(0, MAX_CHARACTERS);
    const statements = {
      own: new Set(readProse(text).map((sentence) => collapsed(sentence.text))),
      lines: new Set(text.split("\n").map(collapsed)),
    };
    this.#statements.set(source, statements);
    return statements;
  }
}

function hasWords(source: string, wanted: string): boolean {
  const text = source.slice(0, MAX_CHARACTERS);
  let at = text.indexOf(wanted);
  for (let seen = 0; at >= 0 && seen < MAX_OCCURRENCES; seen++) {
    const [before, after] = [text.charAt(at - 1), text.charAt(at + wanted.length)];
    if (!(WORD_CHARACTER.test(before) || WORD_CHARACTER.test(after))) return true;
    at = text.indexOf(wanted, at + 1);
  }
  return false;
}
