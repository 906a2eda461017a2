import { outsidePair } from "../../text/outside-pair.js";
import { addressLength, opensWithStamp } from "./address-length.js";
import { CUES } from "../cues/cues.js";
import { constraintKind } from "./constraint-kind.js";
import { isDemandOfReader } from "./is-said-to-reader.js";
import { isMachineLine } from "./is-machine-line.js";
import { pastedBlocks } from "./pasted-blocks.js";
import { type LineSpeech, readSpeech } from "./line-speech.js";
import { columnsOf, softBreaks, type WrittenLine } from "./soft-breaks.js";
import { speakerLabel } from "./speaker-label.js";

const MAX_SENTENCE_CHARACTERS = 600;
/** What opens as a demand may list many things, and all of them belong to it. */
const MAX_DEMAND_CHARACTERS = 2_000;
/** Nobody writes a run of characters like that; what holds one is data. */
const DATA_CHARACTERS = 160;
const DATA = /[\x21-\x7e]{160}/;
const isData = (text: string): boolean => text.length >= DATA_CHARACTERS && DATA.test(text);

/** One sentence, word for word. */
export interface ProseSentence {
  readonly text: string;
  /** It is listed below a heading that announces such a list. */
  readonly underRules: "" | "requirement" | "acceptance";
  /** Who is named as saying it, in small letters: "Ann: …". Empty where nobody is. */
  readonly speaker: string;
  /** It stands in a transcript that was put into the message: what others said. */
  readonly reported: boolean;
  /** It is part of a list, and the first sentence of its entry. */
  readonly isListed: boolean;
  readonly opensEntry: boolean;
  /** How many Markdown headings stand above it. */
  readonly section: number;
  /** Counts the paragraphs of the text. */
  readonly paragraph: number;
}

const MAX_HEADING_CHARACTERS = 30;

const INDENTED = /^(?: {2,}|\t)/;
const MARKDOWN_HEADING = /^#{1,6}\s/;
const BOLD_LINE = /^\*\*[^*]{1,200}\*\*:?$/;
/** A row of a table, or what is drawn under a heading. */
const ROW = /\s\|\s.{0,400}\s\|\s|^[-=|:\s]{3,400}$/;
const ENDED = /[.!?…:;。！？：；]["'”’)\]*_`」』）]{0,4}$/;
const FENCE = /^\s{0,12}(`{3,}|~{3,})/;
const LIST_MARK =
  /^\s{0,40}(?:[-*•+]\s|\(?\d{1,3}(?:[.)](?:\s|(?=\p{Lo}))|、\s?)|[（(]?[一二三四五六七八九十]{1,3}[)）、.])\s{0,4}(?:\[[ xX]\]\s)?/u;
const OPENING_TAG = /^\s{0,20}<([A-Za-z][\w:-]{0,60})(?:\s[^<>]{0,300})?>/;
const CLOSING_TAG = /<\/([A-Za-z][\w:-]{0,60})>/g;
const INLINE_TAG = /<([A-Za-z][\w:-]{0,60})>([^<]{0,4000})<\/\1>/g;
const OPENS_LIST = /[:：]\**$/;
/** "Please build it. Requirements:" is a sentence, and the heading of the list below it. */
const HEADING_BEHIND = /[.!?。！？]["'”’)\]*]{0,3}\s{0,4}(\*{0,2}[^.!?。！？*]{2,30}[:：]\*{0,2})$/;
const HEADING_BEHIND_CHARACTERS = 48;

/** What opens like a line of a log, but is an order that somebody gives in a chat. */
const isStampedDemand = (line: string): boolean =>
  opensWithStamp(line) &&
  isDemandOfReader(line) &&
  !isMachineLine(line.slice(addressLength(line)), line.slice(addressLength(line)));

/** The parts of a line outside of tagged insertions, and inside of those that hold what is wanted. */
function ownParts(line: string): string[] {
  if (!line.includes("</")) return [line];
  const parts: string[] = [];
  let start = 0;
  for (const match of line.matchAll(INLINE_TAG)) {
    parts.push(line.slice(start, match.index));
    if (CUES.has("request tag", match[1] ?? "")) parts.push(match[2] ?? "");
    start = match.index + match[0].length;
  }
  return [...parts, line.slice(start)];
}

/** "Do not touch these files:" says of the entries below it what they do not say themselves. */
const demandsList = (sentence: string): boolean =>
  OPENS_LIST.test(sentence) &&
  !CUES.has("name of rules", sentence) &&
  !CUES.has("acceptance heading", sentence) &&
  constraintKind(sentence) !== undefined;

/** What a heading announces. */
function listUnder(heading: string): ProseSentence["underRules"] {
  if (CUES.has("acceptance heading", heading)) return "acceptance";
  return CUES.has("rules heading", heading) ? "requirement" : "";
}

/** A line of the speaker's own, or of people that the speaker quotes. */
interface ProseLine extends WrittenLine {
  /** It is an entry of a list, or goes on with one. */
  readonly isListed: boolean;
  readonly underRules: ProseSentence["underRules"];
  readonly section: number;
  readonly paragraph: number;
}

/** A reader of one text: which lines are prose of the speaker, and under what heading they stand. */
class ProseReader {
  readonly lines: ProseLine[] = [];
  /** By tag name, the last line that closes it. */
  readonly #lastClosing = new Map<string, number>();
  #lineNumber = -1;
  #fence = "";
  #tag = "";
  #list: ProseSentence["underRules"] = "";
  /** By indentation, the number of the last entry. */
  readonly #listNumbers = new Map<number, number>();
  #section = 0;
  #paragraph = 0;
  readonly #pasted: ReadonlySet<number>;
  readonly #all: readonly string[];

  constructor(lines: readonly string[]) {
    this.#all = lines;
    this.#pasted = pastedBlocks(lines);
    lines.forEach((line, index) => {
      if (!line.includes("</")) return;
      for (const [, name = ""] of line.matchAll(CLOSING_TAG)) this.#lastClosing.set(name, index);
    });
  }

  line(line: string): void {
    this.#lineNumber++;
    if (this.#skipsFence(line) || this.#skipsTag(line) || this.#pasted.has(this.#lineNumber)) return;
    const bare = line.trim();
    if (bare === "") this.#paragraph++;
    if (bare === "" || (isMachineLine(line, bare) && !isStampedDemand(bare))) return;
    if (MARKDOWN_HEADING.test(bare)) this.#section++;
    const mark = this.#listMark(line);
    const continued = mark === "" && this.#continuesEntry(line);
    if (mark === "" && !continued && this.#isHeading(bare)) return;
    const isListed = mark !== "" || continued;
    const own = isListed ? bare : this.#beforeHeading(bare);
    const text = mark === "" ? own : line.slice(mark.length).trimEnd();
    const closes = MARKDOWN_HEADING.test(bare) || BOLD_LINE.test(bare) || ROW.test(bare);
    this.lines.push({
      number: this.#lineNumber,
      text,
      width: line.trimEnd().length,
      columns: columnsOf(line.trimEnd()),
      opens: mark !== "" || closes || (!continued && this.lines.at(-1)?.isListed === true),
      closes,
      continues: continued,
      isListed,
      underRules: isListed ? this.#list : "",
      section: this.#section,
      paragraph: this.#paragraph,
    });
  }

  /** What opens an entry of a list. A number within a sentence that was broken before it opens none. */
  #listMark(line: string): string {
    const mark = LIST_MARK.exec(line)?.[0] ?? "";
    const number = /\d+/.exec(mark)?.[0];
    if (number === undefined) return mark;
    const before = this.lines.at(-1);
    const indent = mark.length - mark.trimStart().length;
    const isNext = Number(number) <= 1 || Number(number) === (this.#listNumbers.get(indent) ?? 0) + 1;
    const follows = before !== undefined && before.number + 1 === this.#lineNumber && !before.closes;
    if (follows && !isNext && !ENDED.test(before.text.slice(-8))) return "";
    this.#listNumbers.set(indent, Number(number));
    return mark;
  }

  /** A line below an entry of a list belongs to it if it is indented, or goes on in small letters. */
  #continuesEntry(line: string): boolean {
    const before = this.lines.at(-1);
    if (before === undefined || !before.isListed || before.number + 1 !== this.#lineNumber) return false;
    return INDENTED.test(line) || (/^\p{Ll}/u.test(line) && !ENDED.test(before.text.slice(-8)));
  }

  #skipsFence(line: string): boolean {
    const mark = FENCE.exec(line)?.[1];
    if (this.#fence === "") {
      if (mark === undefined) return false;
      this.#fence = mark;
    } else if (mark !== undefined && mark.startsWith(this.#fence)) {
      this.#fence = "";
    }
    return true;
  }

  /** A block in tags is passed over from its opening tag, at the beginning of a line, to the line that closes it. */
  #skipsTag(line: string): boolean {
    if (this.#tag !== "") {
      if (line.includes(`</${this.#tag}>`)) this.#tag = "";
      return true;
    }
    const [mark = "", name = ""] = OPENING_TAG.exec(line.slice(0, 400)) ?? [];
    if (name === "" || CUES.has("request tag", name) || line.includes(`</${name}>`)) {
      return name !== "" && line.trim() === mark.trim();
    }
    // An opening tag that nothing closes is a word in angle brackets.
    if ((this.#lastClosing.get(name) ?? -1) <= this.#lineNumber) return false;
    this.#tag = name;
    return true;
  }

  /** A line that only ends in a colon is no heading where it goes on with a sentence, or holds the end of one. */
  #endsWithin(line: string): boolean {
    if (BOLD_LINE.test(line) || MARKDOWN_HEADING.test(line)) return false;
    const before = this.lines.at(-1);
    const follows = before !== undefined && before.number + 1 === this.#lineNumber && !before.closes;
    return /[.!?]\s|[。！？]/.test(line) || (follows && !ENDED.test(before.text.slice(-8)));
  }

  #listFollows(): boolean {
    const next = this.#all
      .slice(this.#lineNumber + 1, this.#lineNumber + 3)
      .find((line) => line.trim() !== "");
    return next !== undefined && LIST_MARK.test(next);
  }

  /** The line without a heading at its end, which announces the list below it. */
  #beforeHeading(line: string): string {
    const heading = HEADING_BEHIND.exec(line.slice(-HEADING_BEHIND_CHARACTERS))?.[1] ?? "";
    const sentences = line.slice(0, line.length - heading.length).trimEnd();
    if (heading === "" || demandsList(heading) || CUES.has("abbreviation", sentences.slice(-12))) return line;
    if (!this.#listFollows()) return line;
    this.#list = listUnder(heading);
    return this.#list === "" ? line : sentences;
  }

  /**
   * A heading announces the list below it if it ends in a colon, is a Markdown heading or is bold, and says so. True
   * where it says nothing else: a longer one is a sentence as well.
   */
  #isHeading(line: string): boolean {
    this.#list = "";
    const isMarked = BOLD_LINE.test(line) || /[:：]\**$/.test(line) || MARKDOWN_HEADING.test(line);
    if (line.length > 300 || !isMarked || this.#endsWithin(line)) return false;
    this.#list = listUnder(line);
    return this.#list !== "" && line.length <= MAX_HEADING_CHARACTERS && !demandsList(line);
  }
}

/**
 * The sentences that a speaker wrote: without code blocks, pasted logs, quotes, tagged documents and what else a
 * machine wrote. A code block that is never closed ends with the text.
 */
export function readProse(text: string): ProseSentence[] {
  const lines = text.split(/\r?\n/);
  const reader = new ProseReader(lines);
  for (const line of lines) reader.line(line);
  const labelled = new Set(reader.lines.filter(({ isListed }) => !isListed).map(({ number }) => number));
  const speech = readSpeech(lines, (line) => !labelled.has(line));
  const passages = joined(reader.lines, speech).map(({ number, text: passage, ...place }) => {
    const { underRules, isListed, section, paragraph } = place;
    const isEntry = isListed && place.opens;
    const { speaker = "", reported = false } = speech.get(number) ?? {};
    const sentences = ownParts(passage)
      .flatMap(splitSentences)
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
    const mark = LIST_MARK.exec(lines[number] ?? "")?.[0].trim() ?? "";
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

/** Drops a mark of emphasis that a neighbouring sentence opens or closes. */
function withoutEmphasis(sentence: string): string {
  const marks = sentence.split("**").length - 1;
  if (marks % 2 === 0) return sentence;
  return sentence.startsWith("**") ? sentence.slice(2).trim() : sentence.replace(/\*\*$/, "").trim();
}

/** Some bold words that name what follows are a part of it. */
const BOLD_LABEL = /^\*\*[^*]{1,60}[.:]\*\*$/;

const LONE_NUMBER = /^\(?\d{1,4}\.$/;

function longest(line: string, start: number, end: number): number {
  if (end - start <= MAX_SENTENCE_CHARACTERS) return MAX_SENTENCE_CHARACTERS;
  const opening = line.slice(start, start + MAX_SENTENCE_CHARACTERS);
  return constraintKind(opening) === undefined ? MAX_SENTENCE_CHARACTERS : MAX_DEMAND_CHARACTERS;
}

/** Sentences of one line, each at most 600 characters, or 2,000 where it demands something. Linear. */
function splitSentences(line: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  const push = (end: number): void => {
    while (start < end) {
      const cut = Math.min(end, outsidePair(line, start + longest(line, start, end)));
      const sentence = withoutEmphasis(line.slice(start, cut).trim());
      if (sentence !== "") sentences.push(sentence);
      start = cut;
    }
  };
  for (const match of line.matchAll(/[.!?…]{1,8}["'”’)\]*]{0,3}(?=\s|$)|[。！？；]{1,8}["'”’」』）]{0,3}/g)) {
    const end = match.index + match[0].length;
    if (LONE_NUMBER.test(line.slice(start, Math.min(end, start + 8)).trim())) continue;
    if (BOLD_LABEL.test(line.slice(start, Math.min(end, start + 80)).trim())) continue;
    if (match[0] === "." && CUES.has("abbreviation", line.slice(Math.max(start, end - 12), end))) continue;
    push(end);
  }
  push(line.length);
  return sentences;
}
