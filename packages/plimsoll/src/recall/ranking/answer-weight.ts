import { scanWords } from "./scan-words.js";
import type { Question } from "./read-question.js";

/** A passage that has what the question asks for: a name for who, a number for how long. */
const ANSWERS = 1.25;
/** How much prose counts for more, and code for less, where somebody asks in a sentence. */
const PROSE = 0.1;
/** The same for prose in the language of a question that is not in English, which tools print whoever asks. */
const SAME_LANGUAGE = 0.4;
const CODE = 0.4;
/** The share of function words in prose, and of marks in code. */
const PROSE_SHARE = 0.25;
const CODE_SHARE = 0.06;
const MARKS = /[();=<>→{}[\]\\|$]/g;

/** How much likelier a passage with this text is to answer the question than its words alone say: a weak sign. */
export function answerWeight(text: string, question: Question): number {
  const answers = question.answer?.given.test(text) === true ? ANSWERS : 1;
  if (!question.isSentence) return answers;
  const prose = Math.min(1, functionShare(text, question) / PROSE_SHARE);
  const marks = (text.match(MARKS) ?? []).length / Math.max(1, text.length);
  const counted = question.language.name === "english" ? PROSE : SAME_LANGUAGE;
  return answers * (1 + counted * prose) * (1 - CODE * Math.min(1, marks / CODE_SHARE));
}

function functionShare(text: string, { language }: Question): number {
  let [words, functional] = [0, 0];
  scanWords(text, (word) => {
    words += 1;
    if (language.functionWords.has(word)) functional += 1;
  });
  return functional / Math.max(1, words);
}
