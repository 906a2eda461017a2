import type { TestCounts } from "./failed-counts.js";
import { isPlace } from "./is-place.js";
import { parseTestName, type TestName } from "./test-name.js";

const MOST_MARKS = 2_000;
const MOST_LINES = 400;
const LONGEST_MARK = 12;
const LONGEST_LINE = 300;
/** Below this many a number of lines agrees with the runner's by chance. */
const LEAST_LINES = 3;
/** A list of as many lines that begin with numbers. */
const LEAST_NUMBERED = 5;
/** A name that says what it belongs to, and no file. */
const QUALIFIED = /^(?!.*\.(?:py|js|ts|rb|go|c|cpp|java|txt|log|html):?$)[A-Za-z_]\w*(?:(?:\.|::|#|\/)\w+)+$/;
/** A line of source with its number, or the end of a statement or a block. */
const CODE = /^>? *\d+ *[|│:]|[;{}]$/;
const RULER = /^(?:[-=─━*_~#]{8,}|(?:[-=*] ){6,}[-=*]?)$/;
const FAILED_MARK =
  /^[^\p{L}\p{N}]*(?:fail(?:ed|ure|s)?|error(?:ed)?|ko|bad|broken|wrong|nok|crash(?:ed)?|no|f|e|x)[^\p{L}\p{N}]*$|^[[(]?[✕✗×✖✘❌⨯☓☒✋🔴❎🚫💥👎][\])]?$/iu;
/** Names and what is said of them, where most lines have both. */
const SAID_BEHIND = /: | - | => | -> /;
const MOST = 0.8;
const LONG_NAME = 60;
const MOST_LOOKS = 100_000;

interface MarkedLine {
  readonly order: number;
  /** Without the mark. */
  readonly text: string;
  readonly colour: LineColour;
}

interface Mark {
  readonly sign: string;
  /** How many lines have it, and the first of them. */
  count: number;
  readonly lines: MarkedLine[];
  /** How many are green, and those that are red. */
  green: number;
  readonly red: MarkedLine[];
}

/** The first colour of a line, as far as it says how a test ended. */
export type LineColour = "green" | "red" | "other";

/** A test that stands in a line with a mark of a failure, and what the line says of it. */
export interface MarkedTest {
  readonly order: number;
  readonly name: TestName;
  readonly message: string;
}

/**
 * Counts lines by the word or sign that they begin or end with. Where as many lines have one as the runner says that
 * failed, those name the tests, whatever the mark is.
 */
export class OutcomeMarks {
  readonly #first = new Map<string, Mark>();
  readonly #last = new Map<string, Mark>();
  /** Lines directly below one that is drawn. */
  readonly #titles: MarkedLine[] = [];
  #isBelowRuler = false;
  /** Names that stand alone on their lines. */
  readonly #alone = new Map<string, number>();

  /** A line (trimmed). */
  read(order: number, trimmed: string, colour: LineColour): void {
    const isTitle = this.#isBelowRuler;
    this.#isBelowRuler = RULER.test(trimmed);
    if (trimmed.length > LONGEST_LINE || this.#isBelowRuler || trimmed.startsWith("ok ")) return;
    if (isTitle && this.#titles.length < MOST_LINES) this.#titles.push({ order, text: trimmed, colour });
    const [first, last] = [trimmed.indexOf(" "), trimmed.lastIndexOf(" ")];
    if (first === -1) {
      if (QUALIFIED.test(trimmed) && this.#alone.size < MOST_LINES) this.#alone.set(trimmed, order);
      return;
    }
    if (first <= LONGEST_MARK)
      count(this.#first, trimmed.slice(0, first), () => ({
        order,
        text: trimmed.slice(first).trim(),
        colour,
      }));
    if (trimmed.length - last <= LONGEST_MARK)
      count(this.#last, trimmed.slice(last + 1), () => ({
        order,
        text: trimmed.slice(0, last).trim(),
        colour,
      }));
  }

  /** The tests in lines with marks of failures, if they are as many as the runner says; none otherwise. */
  tests(counts: TestCounts, named: readonly TestName[]): readonly MarkedTest[] {
    const tests = this.#marked(counts);
    return named.length > 0 && tests.every(({ name }) => isPlace(name)) ? [] : tests;
  }

  #marked(counts: TestCounts): readonly MarkedTest[] {
    const red = redBesideGreen([...this.#first.values()]);
    if (red.length >= LEAST_LINES) return withMessages(red);
    for (const marks of [this.#first, this.#last]) {
      const failed = failedMarks([...marks.values()], counts);
      const lines = failed.flatMap((mark) => mark.lines).sort((one, other) => one.order - other.order);
      const names = new Set(lines.map(({ text }) => text));
      if (lines.length >= LEAST_LINES && names.size === lines.length) return withMessages(lines);
    }
    const titles = new Set(this.#titles.map(({ text }) => text));
    const isTitled = titles.size === this.#titles.length && counts.failed.has(titles.size);
    if (isTitled && titles.size >= LEAST_NUMBERED) return withMessages(this.#titles);
    if (!counts.failed.has(this.#alone.size) || this.#alone.size < LEAST_LINES) return [];
    return [...this.#alone].map(([name, order]) => ({ order, name: parseTestName(name), message: "" }));
  }
}

function count(marks: Map<string, Mark>, sign: string, read: () => MarkedLine): void {
  const key = /\d/.test(sign) ? sign.replace(/\d+/g, "0") : sign;
  const known = marks.get(key);
  if (known !== undefined && known.count >= MOST_LINES) {
    known.count += 1;
    return;
  }
  if (known === undefined && marks.size >= MOST_MARKS) return;
  const line = read();
  if (!/\p{L}{2}/u.test(line.text)) return;
  const mark = known ?? { sign: key, count: 0, lines: [], green: 0, red: [] };
  if (known === undefined) marks.set(key, mark);
  mark.count += 1;
  mark.lines.push(line);
  if (line.colour === "green") mark.green += 1;
  if (line.colour === "red") mark.red.push(line);
}

/** Lines that begin with one sign, green where a test passed: the red ones tell of those that failed. */
function redBesideGreen(marks: readonly Mark[]): readonly MarkedLine[] {
  const both = marks.filter(
    ({ sign, green, red }) => !/[\p{L}\p{N}]/u.test(sign) && green > 0 && red.length > 0,
  );
  const most = both.reduce<Mark | undefined>(
    (one, other) => (other.count > (one?.count ?? 0) ? other : one),
    undefined,
  );
  const texts = new Set(most?.red.map(({ text }) => text));
  return most !== undefined && texts.size === most.red.length ? most.red : [];
}

/** A mark without letters, before something that is no code. */
const isSign = ({ sign, lines }: Mark): boolean =>
  !/[\p{L}\p{N}]|^[.…]+$/u.test(sign) && !lines.some(({ text }) => CODE.test(text));

/** Marks that say themselves what they mean, or that stand beside another one for all tests that passed. */
function failedMarks(marks: readonly Mark[], counts: TestCounts): readonly Mark[] {
  const hasPassed = marks.some((mark) => counts.passed.has(mark.count) && !/\w{5}/.test(mark.sign));
  const failed = marks.filter(
    (mark) =>
      counts.failed.has(mark.count) &&
      (FAILED_MARK.test(mark.sign) ||
        (mark.sign === "0" && mark.count >= LEAST_NUMBERED) ||
        (hasPassed && isSign(mark))),
  );
  const whole = failed.find((mark) => mark.count === Math.max(...counts.failed));
  return whole === undefined ? failed : [whole];
}

function withMessages(lines: readonly MarkedLine[]): readonly MarkedTest[] {
  const shared = sharedWords(lines.map(({ text }) => text));
  const own = lines.map(({ order, text }) => ({ order, text: text.slice(shared) }));
  const saying = own.filter(({ text }) => SAID_BEHIND.test(text)).length >= own.length * MOST && sayMuch(own);
  return own.map(({ order, text }, index) => {
    const { index: end = text.length, 0: sign = "" } = (saying ? SAID_BEHIND.exec(text) : null) ?? {};
    const beginning = lines[index]?.text.slice(0, shared) ?? "";
    const name = parseTestName(text.slice(0, end));
    return {
      order,
      name: shared === 0 ? name : { group: beginning.trimEnd(), separator: " ", leaf: text.slice(0, end) },
      message: text.slice(end + sign.length),
    };
  });
}

/** True for lines too long for names, or of which several say the same behind the first sign. */
function sayMuch(lines: readonly { readonly text: string }[]): boolean {
  const behind = lines.map(({ text }) => text.slice((SAID_BEHIND.exec(text)?.index ?? 0) + 1));
  const characters = lines.reduce((sum, { text }) => sum + text.length, 0);
  return new Set(behind).size < lines.length || characters > lines.length * LONG_NAME;
}

/** What tells lines apart that all name one of these tests: cases of a test that is run with several values. */
export function partsOf(
  marked: readonly MarkedTest[],
  named: readonly TestName[],
): readonly { readonly order: number; readonly text: string }[] {
  if (named.length === 0 || named.length * marked.length > MOST_LOOKS) return [];
  const parts = marked.map(({ order, name, message }) => {
    const whole = `${name.group}${name.separator}${name.leaf}${message === "" ? "" : `: ${message}`}`;
    const test = named.find(({ leaf }) => whole.includes(leaf));
    return { order, text: whole.slice(whole.indexOf(test?.leaf ?? "") + (test?.leaf ?? "").length), test };
  });
  if (parts.some(({ test }) => test === undefined)) return [];
  return parts.map(({ order, text }) => ({ order, text: text.replace(/^ ?\([\w.$<>]+\)/, "").trim() }));
}

/** The length of the words that all texts begin with. */
function sharedWords(texts: readonly string[]): number {
  let shared = texts[0] ?? "";
  for (const text of texts) while (!text.startsWith(shared)) shared = shared.slice(0, -1);
  return shared.lastIndexOf(" ") + 1;
}
