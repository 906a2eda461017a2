import { outsidePair } from "../../conversation/outside-pair.js";
import { pastedBlocks } from "./pasted-blocks.js";
import { readSpeech } from "./reported-lines.js";

const MAX_SENTENCE_CHARACTERS = 600;
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
}

const MAX_HEADING_CHARACTERS = 30;

const FENCE = /^\s{0,12}(`{3,}|~{3,})/;
const LIST_MARK =
  /^\s{0,40}(?:[-*•+]\s|\(?\d{1,3}[.)、]\s?|[（(]?[一二三四五六七八九十]{1,3}[)）、.])\s{0,4}(?:\[[ xX]\]\s)?/;
const OPENING_TAG = /^\s{0,20}<([A-Za-z][\w:-]{0,60})(?:\s[^<>]{0,300})?>/;
const CLOSING_TAG = /<\/([A-Za-z][\w:-]{0,60})>/g;
const INLINE_TAG = /<([A-Za-z][\w:-]{0,60})>([^<]{0,4000})<\/\1>/g;
/** Blocks in tags are pasted documents or a client's notes, unless the tag says that it holds what is wanted. */
const OWN_TAG =
  /user|query|task|request|instruction|requirement|rule|constraint|question|prompt|goal|objective/i;
const RULES_HEADING =
  /\b(?:requirements?|rules?|constraints?|conditions|guidelines|restrictions|conventions|must|do nots?|don'ts)\b|要求|规则|规范|约束|限制|条件|注意事项|必须/i;
const ACCEPTANCE_HEADING =
  /\b(?:acceptance|success) criteria\b|\bdefinition of done\b|\b(?:done|complete) when\b|验收|完成标准/i;
/** Lines that a machine wrote: prompts, stack frames, log stamps, diffs, quotes, records, tables. */
const MACHINE_LINE: readonly RegExp[] = [
  /^\s{0,8}(?:\$|>>>|>|\|)(?:\s|$)/,
  /^\s{0,12}at \S.{0,300}[:(]\d/,
  /^\s{0,12}File ".{0,300}", line \d/,
  /^\s{0,4}\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  /^\s{0,4}\[?\d\d:\d\d:\d\d/,
  /^\s{0,4}\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL|E|W)\]?[:\s]\s{0,8}\S{1,80}[:.\]]/,
  /^(?:\[?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),?\s)?\[?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\s{1,2}\d{1,2}\s\d\d:\d\d:\d\d/,
  /^(?:[\w.$]{1,80}\.)?[A-Z]\w{0,60}(?:Error|Exception|Warning|Fault)(?: \[[\w-]{1,40}\])?: /,
  /^E {2,8}\S|^\s{0,8}\{"|^npm (?:ERR|WARN|error|warn)\b/,
  /^(?=.{0,300}\blevel=\w)(?=.{0,300}\b(?:msg|message|ts|time)=)/,
  /^(?:diff --git|@@ |\+\+\+ |--- |index [0-9a-f]{7})/,
  /^[+-](?![\s-])\S{0,200}[({;=]/,
  /^\s{0,40}[{}[\]();,]{1,4}\s{0,4}$/,
  /^\s{0,40}["'][\w-]{1,60}["']\s{0,4}:/,
  /^\s{0,8}(?:[+-]\s{1,4})?\d{1,6}(?:\s{0,4}[|│→:+]|\s{1,4}-\s|\t)/,
  /^\s{0,40}(?:"""|'''|\/\/|\/\*|#!)/,
  /^(?:Traceback|Caused by|Exception in|npm ERR!|make(?:\[\d+\])?:|fatal:|error(?:\[\w+\])?:|warning(?:\[\w+\])?:)/,
  /^\s{0,4}(?:\S{1,200}\/)?[\w.-]{1,100}:\d{1,7}(?::\d{1,7})?[:\s]/,
  /^\s{0,40}(?:const|let|var|function|def|class|import|from|return|public|private|export|if\s?\(|for\s?\()\s?.{0,200}[=({:;]/,
];

const isMachineLine = (line: string, bare: string): boolean =>
  bare.endsWith(";") || bare.endsWith("{") || MACHINE_LINE.some((pattern) => pattern.test(line));

/** The parts of a line outside of tagged insertions, and inside of those that hold what is wanted. */
function ownParts(line: string): string[] {
  if (!line.includes("</")) return [line];
  const parts: string[] = [];
  let start = 0;
  for (const match of line.matchAll(INLINE_TAG)) {
    parts.push(line.slice(start, match.index));
    if (OWN_TAG.test(match[1] ?? "")) parts.push(match[2] ?? "");
    start = match.index + match[0].length;
  }
  return [...parts, line.slice(start)];
}

/** A line of the speaker's own, or of people that the speaker quotes. */
interface ProseLine {
  readonly number: number;
  readonly text: string;
  readonly isListed: boolean;
  readonly underRules: ProseSentence["underRules"];
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
  readonly #pasted: ReadonlySet<number>;

  constructor(lines: readonly string[]) {
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
    if (bare === "" || isMachineLine(line, bare)) return;
    const mark = LIST_MARK.exec(line)?.[0] ?? "";
    if (mark === "" && this.#isHeading(bare)) return;
    this.lines.push({
      number: this.#lineNumber,
      text: mark === "" ? bare : line.slice(mark.length),
      isListed: mark !== "",
      underRules: mark === "" ? "" : this.#list,
    });
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
    if (name === "" || OWN_TAG.test(name) || line.includes(`</${name}>`)) {
      return name !== "" && line.trim() === mark.trim();
    }
    // An opening tag that nothing closes is a word in angle brackets.
    if ((this.#lastClosing.get(name) ?? -1) <= this.#lineNumber) return false;
    this.#tag = name;
    return true;
  }

  /**
   * A heading announces the list below it if it ends in a colon, is a Markdown heading or is bold, and says so. True
   * where it says nothing else: a longer one is a sentence as well.
   */
  #isHeading(line: string): boolean {
    this.#list = "";
    const bold = /^\*\*[^*]{1,200}\*\*:?$/.test(line);
    if (line.length > 300 || !(bold || /[:：]\**$/.test(line) || /^#{1,6}\s/.test(line))) return false;
    if (ACCEPTANCE_HEADING.test(line)) this.#list = "acceptance";
    else if (RULES_HEADING.test(line)) this.#list = "requirement";
    return this.#list !== "" && line.length <= MAX_HEADING_CHARACTERS;
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
  return reader.lines.flatMap(({ number, text: line, underRules }) => {
    const { speaker = "", reported = false } = speech.get(number) ?? {};
    return ownParts(line)
      .flatMap(splitSentences)
      .filter((sentence) => !isData(sentence))
      .map((sentence) => ({ text: sentence, underRules, speaker, reported }));
  });
}

/** Drops a mark of emphasis that a neighbouring sentence opens or closes. */
function withoutEmphasis(sentence: string): string {
  const marks = sentence.split("**").length - 1;
  if (marks % 2 === 0) return sentence;
  return sentence.startsWith("**") ? sentence.slice(2).trim() : sentence.replace(/\*\*$/, "").trim();
}

const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|no|approx|Mr|Mrs|Dr|z\.B)\.$/i;

/** Sentences of one line, each at most 600 characters. Linear. */
function splitSentences(line: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  const push = (end: number): void => {
    while (start < end) {
      const cut = Math.min(end, outsidePair(line, start + MAX_SENTENCE_CHARACTERS));
      const sentence = withoutEmphasis(line.slice(start, cut).trim());
      if (sentence !== "") sentences.push(sentence);
      start = cut;
    }
  };
  for (const match of line.matchAll(/[.!?…]{1,8}["'”’)\]*]{0,3}(?=\s|$)|[。！？；]{1,8}["'”’」』）]{0,3}/g)) {
    const end = match.index + match[0].length;
    if (match[0] === "." && ABBREVIATION.test(line.slice(Math.max(start, end - 12), end))) continue;
    push(end);
  }
  push(line.length);
  return sentences;
}
