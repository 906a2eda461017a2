import { CodeFence } from "../../text/code-fence.js";
import { endsClause, endsSentence } from "../../text/sentence-spans.js";
import { addressLength, opensWithStamp } from "./address-length.js";
import { isDemandOfReader } from "./is-said-to-reader.js";
import { isMachineLine } from "./is-machine-line.js";
import { demandsList, listUnderHeading } from "./list-under-heading.js";
import { pastedBlocks } from "./pasted-blocks.js";
import { pointedComments } from "./pointed-comments.js";
import { type RulesTable, rulesTables } from "./rules-tables.js";
import type { ProseSentence } from "./prose-sentence.js";
import { columnsOf, type WrittenLine } from "./soft-breaks.js";
import { TaggedBlocks } from "./tagged-blocks.js";

const MAX_HEADING_CHARACTERS = 30;
const MAX_MARKED_LINE_CHARACTERS = 300;

const INDENTED = /^(?: {2,}|\t)/;
const MARKDOWN_HEADING = /^#{1,6}\s/;
const BOLD_LINE = /^\*\*[^*]{1,200}\*\*:?$/;
/** A row of a table, or a line drawn under a heading. */
const ROW = /\s\|\s.{0,400}\s\|\s|^[-=|:\s]{3,400}$/;
const LIST_MARK =
  /^\s{0,40}(?:[-*•+]\s|\(?\d{1,3}(?:[.)](?:\s|(?=\p{Lo}))|、\s?)|[（(]?[一二三四五六七八九十]{1,3}[)）、.])\s{0,4}(?:\[[ xX]\]\s)?/u;
/** "Please build it. Requirements:" is a sentence, and the heading of the list below it. */
const HEADING_BEHIND = /[.!?。！？]["'”’)\]*]{0,3}\s{0,4}(\*{0,2}[^.!?。！？*]{2,30}[:：]\*{0,2})$/;
const HEADING_BEHIND_CHARACTERS = 48;

/** A line of the speaker's own, or of people that the speaker quotes. */
export interface ProseLine extends WrittenLine {
  /** It is an entry of a list, or continues one. */
  readonly isListed: boolean;
  readonly underRules: ProseSentence["underRules"];
  readonly section: number;
  readonly paragraph: number;
}

/** An order in a chat that opens like a log line. */
const isStampedDemand = (line: string): boolean =>
  opensWithStamp(line) &&
  isDemandOfReader(line) &&
  !isMachineLine(line.slice(addressLength(line)), line.slice(addressLength(line)));

const isEnded = (text: string): boolean => endsSentence(text) || endsClause(text);

/** The mark of a list entry: "- ", "2. ", "* [ ] ". Empty if there is none. */
export const listMark = (line: string): string => LIST_MARK.exec(line)?.[0] ?? "";

/** Reads one text: which lines are the speaker's prose, and under which heading. */
class ProseLineReader {
  readonly lines: ProseLine[] = [];
  readonly #all: readonly string[];
  readonly #pasted: ReadonlySet<number>;
  readonly #tagged: TaggedBlocks;
  readonly #tables: ReadonlyMap<number, RulesTable>;
  readonly #comments: ReadonlyMap<number, string>;
  #tableEnd = 0;
  readonly #fence = new CodeFence();
  #lineNumber = -1;
  #list: ProseSentence["underRules"] = "";
  /** By indentation, the number of the last entry. */
  readonly #listNumbers = new Map<number, number>();
  #section = 0;
  #paragraph = 0;

  constructor(lines: readonly string[]) {
    this.#all = lines;
    this.#pasted = pastedBlocks(lines);
    this.#tagged = new TaggedBlocks(lines);
    this.#tables = rulesTables(lines);
    this.#comments = pointedComments(lines);
  }

  read(line: string): void {
    this.#lineNumber++;
    if (this.#isForeign(line)) return this.#addComment();
    if (this.#lineNumber < this.#tableEnd) return;
    const table = this.#tables.get(this.#lineNumber);
    if (table !== undefined) return this.#addTable(table);
    const bare = line.trim();
    if (bare === "") this.#paragraph++;
    if (bare === "" || (isMachineLine(line, bare) && !isStampedDemand(bare))) return;
    if (MARKDOWN_HEADING.test(bare)) this.#section++;
    const mark = this.#entryMark(line);
    const continues = mark === "" && this.#continuesEntry(line);
    if (mark !== "" || continues) return this.#add(line, { mark, continues, isListed: true });
    if (!this.#isHeading(bare)) this.#add(line, { mark, continues, isListed: false });
  }

  /** True for code, documents in tags and pasted texts. */
  #isForeign(line: string): boolean {
    return (
      this.#fence.holds(line) ||
      this.#tagged.holds(line, this.#lineNumber) ||
      this.#pasted.has(this.#lineNumber)
    );
  }

  #add(
    line: string,
    place: { readonly mark: string; readonly continues: boolean; readonly isListed: boolean },
  ): void {
    const { mark, continues, isListed } = place;
    const bare = line.trim();
    const text = isListed ? line.slice(mark.length).trim() : this.#beforeHeading(bare);
    const closes = MARKDOWN_HEADING.test(bare) || BOLD_LINE.test(bare) || ROW.test(bare);
    this.lines.push({
      number: this.#lineNumber,
      text,
      width: line.trimEnd().length,
      columns: columnsOf(line.trimEnd()),
      opens: mark !== "" || closes || (!continues && this.lines.at(-1)?.isListed === true),
      closes,
      continues,
      isListed,
      underRules: isListed ? this.#list : "",
      section: this.#section,
      paragraph: this.#paragraph,
    });
  }

  #addRule(text: string): void {
    this.#list = "requirement";
    this.#add(text, { mark: "", continues: false, isListed: true });
    const added = this.lines.pop();
    if (added !== undefined) this.lines.push({ ...added, opens: true, closes: true });
    this.#list = "";
  }

  /** A comment in code that the user points at. */
  #addComment(): void {
    const comment = this.#comments.get(this.#lineNumber);
    if (comment !== undefined) this.#addRule(comment);
  }

  #addTable({ text, introduction, end }: RulesTable): void {
    if (this.lines.at(-1)?.number === introduction) this.lines.pop();
    this.#addRule(text);
    this.#tableEnd = end;
  }

  /** The previous line, unless it is a heading or something is in between. */
  get #lineBefore(): ProseLine | undefined {
    const before = this.lines.at(-1);
    return before !== undefined && before.number + 1 === this.#lineNumber && !before.closes
      ? before
      : undefined;
  }

  /** The mark of a list entry. A number inside a sentence with a line break before it is not a mark. */
  #entryMark(line: string): string {
    const mark = listMark(line);
    const number = /\d+/.exec(mark)?.[0];
    if (number === undefined) return mark;
    const before = this.#lineBefore;
    const indent = mark.length - mark.trimStart().length;
    const isNext = Number(number) <= 1 || Number(number) === (this.#listNumbers.get(indent) ?? 0) + 1;
    if (before !== undefined && !isNext && !isEnded(before.text)) return "";
    this.#listNumbers.set(indent, Number(number));
    return mark;
  }

  /** A line below a list entry belongs to it if it is indented or continues in lower case. */
  #continuesEntry(line: string): boolean {
    const before = this.lines.at(-1);
    if (before === undefined || !before.isListed || before.number + 1 !== this.#lineNumber) return false;
    return INDENTED.test(line) || (/^\p{Ll}/u.test(line) && !isEnded(before.text));
  }

  /**
   * A line that merely ends with a colon is not a heading if it continues a sentence or contains the end of one.
   */
  #endsWithin(line: string): boolean {
    if (BOLD_LINE.test(line) || MARKDOWN_HEADING.test(line)) return false;
    const before = this.#lineBefore;
    return /[.!?]\s|[。！？]/.test(line) || (before !== undefined && !isEnded(before.text));
  }

  #listFollows(): boolean {
    const next = this.#all
      .slice(this.#lineNumber + 1, this.#lineNumber + 3)
      .find((line) => line.trim() !== "");
    return next !== undefined && listMark(next) !== "";
  }

  /** The line without a heading at its end, which announces the list below it. */
  #beforeHeading(line: string): string {
    const heading = HEADING_BEHIND.exec(line.slice(-HEADING_BEHIND_CHARACTERS))?.[1] ?? "";
    const sentences = line.slice(0, line.length - heading.length).trimEnd();
    if (heading === "" || demandsList(heading) || !endsSentence(sentences)) return line;
    if (!this.#listFollows()) return line;
    this.#list = listUnderHeading(heading);
    return this.#list === "" ? line : sentences;
  }

  /**
   * A heading announces the list below it if it ends with a colon, is a Markdown heading or is bold, and says so.
   * True if it says nothing else: a longer one is a sentence too.
   */
  #isHeading(line: string): boolean {
    this.#list = "";
    const isMarked = BOLD_LINE.test(line) || /[:：]\**$/.test(line) || MARKDOWN_HEADING.test(line);
    const isHeading = isMarked || (line.length <= MAX_HEADING_CHARACTERS && this.#listFollows());
    if (line.length > MAX_MARKED_LINE_CHARACTERS || !isHeading || this.#endsWithin(line)) return false;
    this.#list = listUnderHeading(line);
    return this.#list !== "" && line.length <= MAX_HEADING_CHARACTERS && !demandsList(line);
  }
}

/** The prose lines of a text, with their headings and lists. */
export function proseLines(lines: readonly string[]): ProseLine[] {
  const reader = new ProseLineReader(lines);
  for (const line of lines) reader.read(line);
  return reader.lines;
}
