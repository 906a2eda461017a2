import { CUES } from "../../../facts/cues/cues.js";
import { isNegative } from "../../../facts/ledgers/is-negative.js";
import { splitSentences } from "../split-sentences.js";
import type { TextSlice } from "../slice-codes.js";

/** A transcriber's note ({pause}, [laughter], "(inaudible)"), or a word. */
const tokenPattern = (): RegExp =>
  new RegExp(
    String.raw`(\{[\w' -]{1,40}\}|\[[a-z][a-z ]{1,30}\]|${CUES.source("transcriber note")})|\S+`,
    "gi",
  );
let token: RegExp | undefined;

/** The number of words after a negation or a condition that may still belong to it. */
const SCOPE_WORDS = 4;

interface Token {
  readonly start: number;
  readonly end: number;
  /** In small letters, without marks; empty for marks alone. */
  readonly word: string;
  readonly breaks: boolean;
}

function readTokens(text: string): Token[] {
  token ??= tokenPattern();
  return Array.from(text.matchAll(token), (match) => {
    const word = match[0].toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
    const breaks = match[1] !== undefined || CUES.hasWord("hesitation", word);
    return { start: match.index, end: match.index + match[0].length, word, breaks };
  });
}

/** True if a word or two are repeated: the speaker starts again. */
function startsAgain(tokens: readonly Token[], at: number): boolean {
  const word = (index: number): string => tokens[index]?.word ?? "";
  if (word(at) === "") return false;
  if (word(at) === word(at - 1)) return true;
  return word(at + 1) !== "" && word(at) === word(at - 2) && word(at + 1) === word(at - 1);
}

/**
 * The sentences of a turn, cut where the speaker hesitates or starts again, without the sounds of hesitation:
 * short, verbatim pieces. Never cuts after a negation or a condition, which would reverse the meaning of the
 * rest.
 */
export function splitUtterances(turn: TextSlice): TextSlice[] {
  const { source } = turn;
  const text = source.slice(turn.start, turn.end);
  return splitSentences(text).flatMap(({ start, end }) =>
    splitAtBreaks(text.slice(start, end)).map((piece) => ({
      source,
      start: turn.start + start + piece.start,
      end: turn.start + start + piece.end,
    })),
  );
}

function splitAtBreaks(sentence: string): { readonly start: number; readonly end: number }[] {
  const tokens = readTokens(sentence);
  const pieces: { start: number; end: number }[] = [];
  let piece: Token[] = [];
  const close = (): void => {
    const first = piece.findIndex(({ word }) => word !== "");
    const last = piece.at(-1);
    const opening = piece[first];
    if (opening !== undefined && last !== undefined) pieces.push({ start: opening.start, end: last.end });
    piece = [];
  };
  const isUnderScope = (): boolean => {
    const tail = piece.slice(-SCOPE_WORDS);
    const text = sentence.slice(tail[0]?.start ?? 0, tail.at(-1)?.end ?? 0);
    return tail.length > 0 && (isNegative(text) || CUES.has("condition word", text));
  };
  for (const [at, token] of tokens.entries()) {
    const breaks = (token.breaks || startsAgain(tokens, at)) && !isUnderScope();
    if (breaks) close();
    if (!token.breaks || (!breaks && piece.length > 0)) piece.push(token);
  }
  close();
  return pieces;
}
