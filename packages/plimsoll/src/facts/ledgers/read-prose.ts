import { boundedSentences, MAX_DEMAND_CHARACTERS } from "./bounded-sentences.js";
import { type LineSpeech, readSpeech } from "./line-speech.js";
import { demandsList } from "./list-under-heading.js";
import { listMark, type ProseLine, proseLines } from "./prose-lines.js";
import type { ProseSentence } from "./prose-sentence.js";
import { softBreaks } from "./soft-breaks.js";
import { speakerLabel } from "./speaker-label.js";
import { partsOutsideTags } from "./tagged-blocks.js";

/** Nobody writes such a long run of characters; a text with one is data. */
const DATA_CHARACTERS = 160;
const DATA = /[\x21-\x7e]{160}/;
const isData = (text: string): boolean => text.length >= DATA_CHARACTERS && DATA.test(text);

/**
 * The sentences that a speaker wrote: without code blocks, pasted logs, quotes, tagged documents and other
 * machine text. An unclosed code block ends with the text.
 */
export function readProse(text: string): ProseSentence[] {
  const lines = text.split(/\r?\n/);
  const written = proseLines(lines);
  const labelled = new Set(written.filter(({ isListed }) => !isListed).map(({ number }) => number));
  const speech = readSpeech(lines, (line) => !labelled.has(line));
  const passages = joined(written, speech).map(({ number, text: passage, ...place }) => {
    const { underRules, isListed, section, paragraph } = place;
    const isEntry = isListed && place.opens;
    const { speaker = "", reported = false } = speech.get(number) ?? {};
    const sentences = partsOutsideTags(passage)
      .flatMap(boundedSentences)
      .filter((sentence) => !isData(sentence))
      .map((sentence, index) => ({
        text: sentence,
        underRules,
        speaker,
        reported,
        isListed,
        opensEntry: isEntry && index === 0,
        section,
        paragraph,
      }));
    const mark = listMark(lines[number] ?? "").trim();
    return { sentences, entry: isListed && underRules !== "acceptance" ? `${mark} ${passage}`.trim() : "" };
  });
  return withLists(passages);
}

/** The sentences, with the entries of a list in the demand that opens it. */
function withLists(
  passages: readonly { readonly sentences: readonly ProseSentence[]; readonly entry: string }[],
): ProseSentence[] {
  const found: ProseSentence[] = [];
  let open: ProseSentence | undefined;
  for (const { sentences, entry } of passages) {
    const text = open === undefined || entry === "" ? "" : `${open.text} ${entry}`;
    if (open !== undefined && text !== "" && text.length <= MAX_DEMAND_CHARACTERS && !isData(entry)) {
      open = { ...open, text };
      found[found.length - 1] = open;
      continue;
    }
    for (const sentence of sentences) found.push(sentence);
    const last = sentences.at(-1);
    open = last !== undefined && entry === "" && !last.reported && demandsList(last.text) ? last : undefined;
  }
  return found;
}

/** The lines, those that were broken within a sentence put together again, by a blank. */
function joined(lines: readonly ProseLine[], speech: ReadonlyMap<number, LineSpeech>): ProseLine[] {
  const written = lines.map((line) => {
    const [before, here] = [speech.get(line.number - 1), speech.get(line.number)];
    const { written: name = "" } = (here && speakerLabel(line.text)) ?? {};
    const changes = (before?.reported ?? false) !== (here?.reported ?? false);
    const isTurn = name !== "" && (here?.reported === true || (before !== undefined && name.length > 1));
    return changes || isTurn ? { ...line, opens: true } : line;
  });
  const breaks = softBreaks(written);
  const passages: { readonly line: ProseLine; readonly texts: string[] }[] = [];
  for (const line of lines) {
    if (breaks.has(line.number)) passages.at(-1)?.texts.push(line.text);
    else passages.push({ line, texts: [line.text] });
  }
  return passages.map(({ line, texts }) => (texts.length === 1 ? line : { ...line, text: texts.join(" ") }));
}
