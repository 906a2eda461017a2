import { sentenceSpans } from "../../text/sentence-spans.js";
import { type ContentWords, contentWords } from "../ledgers/content-words.js";

const MAX_SENTENCES = 2_000;
const MAX_CHARACTERS = 1_000;
const MARKER = /^[\s>#|]*(?:[-*•+]\s+|\(?\d{1,3}[.)、]\s*)?\s*/;

/** One sentence of a model's prose, as a claim that the record bears out or does not. */
export interface ProseClaim {
  /** Without the mark of a list. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly content: ContentWords;
}

/** The sentences of a prose, in order. */
export function proseClaims(prose: string): ProseClaim[] {
  const claims: ProseClaim[] = [];
  for (const { start, end } of sentenceSpans(prose)) {
    if (claims.length >= MAX_SENTENCES) break;
    const raw = prose.slice(start, end);
    const lead = MARKER.exec(raw.slice(0, 200))?.[0].length ?? 0;
    const text = raw.slice(lead).trimEnd();
    if (text === "") continue;
    const own = start + lead;
    const content = contentWords(text.slice(0, MAX_CHARACTERS));
    claims.push({ text, start: own, end: own + text.length, content });
  }
  return claims;
}
