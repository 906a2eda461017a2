import type { ItemView } from "../conversation/item-view.js";
import { isOwnNote } from "../conversation/is-own-note.js";
import { sentenceSpans } from "../text/sentence-spans.js";

const LEAST_WORDS = 5;
const MAX_CHARACTERS = 400;
const MAX_SENTENCES = 2000;
/** After this many unclosed tags, a text counts as one that merely looks like markup. */
const MAX_UNCLOSED = 50;
const OPENING_TAG = /<([a-z][a-z0-9]*[-_][a-z0-9_-]{1,60})>/gi;

/**
 * The users' sentences of at least five words, each once, the first 2000; without blocks that clients add.
 */
export function userSentences(views: readonly ItemView[]): string[] {
  const sentences = new Set<string>();
  for (const view of views) {
    if (view.role !== "user" || view.results.length > 0 || isOwnNote(view)) continue;
    const text = withoutClientBlocks(view.text);
    for (const { start, end } of sentenceSpans(text)) {
      const sentence = text.slice(start, end);
      if (sentence.length <= MAX_CHARACTERS && wordCount(sentence) >= LEAST_WORDS) sentences.add(sentence);
    }
  }
  return [...sentences].slice(0, MAX_SENTENCES);
}

/** Scripts without spaces have about two characters a word. */
function wordCount(sentence: string): number {
  const spaced = sentence.split(/\s+/).length;
  return spaced > 1
    ? spaced
    : (sentence.match(/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/gu)?.length ?? 0) / 2;
}

/** Clients wrap their own additions in tags of two words: `<system-reminder>`, `<environment_context>`. */
function withoutClientBlocks(text: string): string {
  let kept = "";
  let from = 0;
  const unclosed = new Set<string>();
  for (const match of text.matchAll(OPENING_TAG)) {
    const tag = match[1] ?? "";
    if (unclosed.size >= MAX_UNCLOSED) break;
    if (match.index < from || unclosed.has(tag)) continue;
    const closing = `</${tag}>`;
    const end = text.indexOf(closing, match.index);
    if (end === -1) {
      unclosed.add(tag);
      continue;
    }
    kept += text.slice(from, match.index);
    from = end + closing.length;
  }
  return kept + text.slice(from);
}
