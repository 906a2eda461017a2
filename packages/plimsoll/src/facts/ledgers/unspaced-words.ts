import { CUES } from "../cues/cues.js";

const MAX_SIGNS = 200;
/** Words in Katakana and in Hangul, and runs of Chinese characters. */
const PART = /[\p{Script=Katakana}ー]+|\p{Script=Hangul}+|\p{Script=Han}+|\p{Script=Hiragana}+/gu;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /^\p{Script=Hangul}/u;
const HAN = /^\p{Script=Han}/u;
const STEM_SYLLABLES = 2;

const pairsOf = (signs: readonly string[]): string[] =>
  signs.slice(1).map((sign, index) => `${signs[index]}${sign}`);

/** The first two syllables of a Korean word, which particles and endings follow; one if a particle is the second. */
function koreanStem(word: string): string {
  const stem = Array.from(word).slice(0, STEM_SYLLABLES).join("");
  return CUES.has("particle", word) ? stem.slice(0, 1) : stem;
}

/**
 * What a run of East Asian text speaks of, without the signs between its words: Chinese by pairs of characters,
 * Japanese also by single ones and by words in Katakana, Korean by the stems of words.
 */
export function unspacedWords(run: string): string[] {
  const text = run.slice(0, MAX_SIGNS);
  const isJapanese = KANA.test(text);
  const parts = CUES.replace("function sign", text, " ").match(PART) ?? [];
  return parts.flatMap((part) => {
    if (HANGUL.test(part)) return [koreanStem(part)];
    const signs = Array.from(part);
    if (HAN.test(part)) return signs.length > 1 ? pairsOf(signs) : isJapanese ? signs : [];
    return [part];
  });
}
