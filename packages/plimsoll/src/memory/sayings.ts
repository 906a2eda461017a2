import type { ItemView } from "../conversation/item-view.js";
import type { SectionName, Speaker } from "./checkpoint.js";
import { readProse } from "./ledgers/prose.js";

/** Sections whose entries are statements: a part of a sentence may say the opposite of the whole. */
const STATEMENTS: ReadonlySet<SectionName> = new Set(["constraints", "plan", "decisions", "errors", "risks"]);
const WORD_CHARACTER = /[\p{L}\p{N}_]/u;
const MAX_OCCURRENCES = 1_000;
/** A text is looked at up to here; what stands behind is nobody's claim to confirm. */
const MAX_CHARACTERS = 1_000_000;

const collapsed = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The sentences of a text that its author wrote, and all of its lines, pasted ones included. */
interface Statements {
  readonly own: ReadonlySet<string>;
  readonly lines: ReadonlySet<string>;
}

/** Finds out who says what in the items of one conversation. Every text is taken apart once. */
export class Sayings {
  readonly #statements = new Map<string, Statements>();

  /**
   * Who says a text in an item as a whole: a statement as a sentence or line of its own, anything else as whole words.
   * Undefined where nobody does. A demand is the user's only where it stands in the user's own prose, not in what was
   * pasted.
   */
  speakerOf(view: ItemView, section: SectionName, text: string): Speaker | undefined {
    const wanted = collapsed(text);
    if (wanted === "") return undefined;
    const author = view.role === "assistant" ? "assistant" : view.role === "tool" ? "tool" : "user";
    const isDemand = section === "constraints" && author === "user";
    if (isDemand) return this.#takenApart(view.text).own.has(wanted) ? author : undefined;
    const says = (source: string): boolean =>
      STATEMENTS.has(section) ? this.#states(source, wanted) : hasWords(source, wanted);
    if (view.results.some((result) => says(result.text))) return "tool";
    if (says(view.text)) return author;
    return view.calls.some((call) => says(call.arguments)) ? "assistant" : undefined;
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
