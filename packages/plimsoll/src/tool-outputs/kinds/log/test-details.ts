import type { Piece } from "../../evidence/piece.js";
import { BlockBeginnings } from "./block-beginnings.js";
import { errorKey } from "./error-key.js";
import { FailureBlocks, type Message } from "./failure-blocks.js";
import { isLabel, mayBeMessage, opensTest } from "./may-be-message.js";
import { saysException } from "./score-line.js";
import { saysPassed } from "./says-passed.js";
import type { TestName } from "./test-name.js";

/** More names than this are not looked for in every line. */
const MOST_NAMES = 400;
const SHORTEST_NAME = 4;
const MOST_LINES = 16;
/** Some runners print what was wrong before the name. */
const MOST_BEFORE = 4;
const MOST_RECENT = 8;
/** A line that so large a share of the tests has says nothing of any of them. */
const COMMON_SHARE = 0.4;
const LEAST_COMMON = 3;
/** What says where, when and how long: without it a line has to say something still. */
const NUMBERS = /\b\d[\d.:,]*(?: ?m?s)?\b|0x[\da-f]+/gi;
const PLACES = new RegExp(`(?:[\\w.-]*[\\\\/])*[\\w.-]+\\.\\w{1,8}(?::\\d+)+|${NUMBERS.source}`, "gi");
/** Every place ends so, which is found much sooner than where it begins. */
const PLACE_END = /\.\w{1,8}:\d/;
const WORD = /\p{L}{2,}/gu;
const ONLY_OUTCOME = /^(?:test|case|fail(?:ed|ure|ing)?|error|result|not|ok|in|at|is|started|running)$/i;
const SAYS_ERROR = /(?:Error|Exception|Failure)\b|\b(?:assert|fail|panic|error|exception|reason|caught)/i;
const SAYS_RESULT = /^[^\p{L}]*(?:but )?(?:was|got|actual|received|returned|right|found|value|message)\b/iu;

/** A word that is no part of a path or a name. */
const PLAIN_WORD = /(?<=^|[\s("'])\p{L}{2,}(?=[\s)"',.]|: )/gu;
const LEAST_BEFORE = 4;
const MOST_BEGINNINGS = 100;
const LEAST_ALIKE = 3;
/** The class of a test and what stands between its name and what is said of it. */
const BEHIND_NAME = /^(?: ?\([^()]*\)| ?\[[^\]]*\])*[\s:)\]'"›>-]*/;
const PLAIN_NAME = /^[a-z]+$/;
const ENDS_IN_SIGN = /^ .{2,20} \S$/;
/** What some runners put before each line of a message. */
const MARK = /^E {2,}/;
const BEFORE_MENTION = /[(["'`]/;
const CUT_OFF = /…|\.\.\.['"`)]/;

/** A line that belongs to a failing test. */
export interface DetailLine {
  readonly order: number;
  readonly text: string;
  /** By which it is known again, without the name of the test. */
  readonly key: string;
  /** What it says, wherever that is. */
  readonly shape: string;
}

/** What stands in and below the lines that name failing tests, and which of it tells each test from others. */
export class TestDetails {
  readonly #names: RegExp | undefined;
  readonly #lines = new Map<string, DetailLine[]>();
  /** What stands before the names of failing tests, and how often. */
  readonly #beginnings = new Map<string, number>();
  readonly #blocks = new FailureBlocks();
  readonly #first = new BlockBeginnings();
  #open: DetailLine[] | undefined;
  readonly #recent: { readonly order: number; readonly text: string }[] = [];
  #behind = "";
  #named = "";

  constructor(failing: readonly TestName[]) {
    const leaves = failing.map(({ leaf }) => leaf).filter((leaf) => leaf.length >= SHORTEST_NAME);
    // The longest first: one name may begin like another.
    const longest = [...new Set(leaves)].sort((one, other) => other.length - one.length);
    if (longest.length > 0 && longest.length <= MOST_NAMES)
      this.#names = new RegExp(longest.map(asPattern).join("|"));
  }

  /** False where there is nothing to tell apart: no line needs to be read. */
  get isUseful(): boolean {
    return this.#names !== undefined;
  }

  /** A line (trimmed, bounded, not blank). */
  read(order: number, trimmed: string): void {
    const found = this.#names?.exec(trimmed)?.[0];
    // A message may name the test too.
    const name = found !== undefined && saysException(trimmed) ? undefined : found;
    if (name === undefined) this.#readOther(order, trimmed);
    else if (this.#speaksOf(name, trimmed)) this.#readBlock(order, trimmed);
    else this.#readName(name, order, trimmed);
  }

  /** True where the name of the test that was named before stands in brackets or quotes: what it calls, not its name again. */
  #speaksOf(name: string, line: string): boolean {
    return (
      this.#open !== undefined &&
      name === this.#named &&
      BEFORE_MENTION.test(line.charAt(line.indexOf(name) - 1))
    );
  }

  #readName(name: string, order: number, trimmed: string): void {
    this.#openTest(name);
    this.#named = name;
    this.#behind = outcomeBehind(trimmed, name);
    this.#blocks.open(name, order);
    this.#first.open();
    const said = this.#beside(trimmed, name);
    if (said !== "") this.#readInside(order, said);
  }

  #readOther(order: number, trimmed: string): void {
    if (this.#open === undefined) {
      // Most lines stand below no name: they are looked at only if one follows.
      if (this.#recent.length === MOST_RECENT) this.#recent.shift();
      this.#recent.push({ order, text: trimmed });
    } else if (endsTest(trimmed) || this.#endsAlike(trimmed)) this.close();
    else this.#readInside(order, trimmed);
  }

  #readBlock(order: number, text: string): void {
    this.#blocks.read(order, text);
    this.#first.read(order, text);
  }

  #readInside(order: number, text: string): void {
    this.#readBlock(order, text);
    if (this.#open === undefined || this.#open.length >= MOST_LINES) return;
    const line = detailLine(order, text);
    if (line !== undefined) this.#open.push(line);
  }

  /** Something else begins. */
  close(): void {
    this.#blocks.close();
    this.#first.close();
    this.#open = undefined;
    this.#recent.length = 0;
  }

  /** What was wrong with each test, as far as that is told below its name. */
  messages(): ReadonlyMap<string, readonly Message[]> {
    return this.#blocks.messages();
  }

  /** What stands first below the names, whatever it says. */
  beginnings(): readonly Piece[] {
    return this.#first
      .pieces()
      .filter(({ text, order }) => !this.isPart(order) && !this.isAnnouncement(text));
  }

  /** True for a line that is told with the message before it. */
  isPart(order: number): boolean {
    return this.#blocks.isPart(order);
  }

  /** True for a line below the name of a failing test. */
  isBelowName(order: number): boolean {
    return this.#blocks.holds(order);
  }

  /** For each test that has any, the lines that few others have, the one that says most first. */
  telling(): ReadonlyMap<string, readonly DetailLine[]> {
    const tests = new Map<string, number>();
    for (const lines of this.#lines.values())
      for (const key of new Set(lines.map(({ shape }) => shape))) tests.set(key, (tests.get(key) ?? 0) + 1);
    const telling = (lines: readonly DetailLine[]): readonly DetailLine[] =>
      lines
        .filter((line) => (tests.get(line.shape) ?? 0) < this.common && !this.isAnnouncement(line.text))
        .map((line, index) => ({ line, rank: rankOf(line) - index / MOST_LINES }))
        .filter(({ rank }) => rank > 0)
        .sort((one, other) => other.rank - one.rank)
        .map(({ line }) => line);
    const byTest = [...this.#lines].map(([test, lines]) => [test, telling(lines)] as const);
    return new Map(byTest.filter(([, lines]) => lines.length > 0));
  }

  /** What so many tests have says nothing of any of them. */
  get common(): number {
    return Math.max(LEAST_COMMON, this.#lines.size * COMMON_SHARE);
  }

  /** True for a line that begins as those do that name failing tests: it names another one. */
  isAnnouncement(text: string): boolean {
    const line = masked(text);
    return [...this.#beginnings].some(
      ([beginning, times]) => times >= LEAST_ALIKE && line.startsWith(beginning),
    );
  }

  /** True for a line that ends like the one that named the failing test, up to its last sign: another test ended. */
  #endsAlike(line: string): boolean {
    const behind = this.#behind;
    return (
      behind !== "" &&
      line.charAt(line.length - 2) === behind.charAt(behind.length - 1) &&
      masked(line.slice(0, -1)).endsWith(behind)
    );
  }

  /** What a line says beside the name of the test, behind it or before it; empty if that is nothing. */
  #beside(line: string, name: string): string {
    const at = line.indexOf(name);
    const before = line.slice(0, at);
    const beginning = masked(before);
    const isKnown = this.#beginnings.has(beginning) || this.#beginnings.size < MOST_BEGINNINGS;
    if (isKnown && before.length > 1 && !SAYS_ERROR.test(before))
      this.#beginnings.set(beginning, (this.#beginnings.get(beginning) ?? 0) + 1);
    const said = line.slice(at + name.length).replace(BEHIND_NAME, "");
    if (isTelling(withoutPlaces(errorKey(said)))) return said;
    return (before.match(PLAIN_WORD)?.length ?? 0) >= LEAST_BEFORE ? before : "";
  }

  /** The last lines above a name that say something, since another test ended. */
  #before(): DetailLine[] {
    const lines: DetailLine[] = [];
    for (const { order, text } of this.#recent.toReversed()) {
      if (endsTest(text) || lines.length === MOST_BEFORE) break;
      const line = detailLine(order, text);
      if (line !== undefined) lines.unshift(line);
    }
    return lines;
  }

  #openTest(name: string): void {
    const known = this.#lines.get(name);
    this.#open = known ?? this.#before();
    this.#recent.length = 0;
    if (known === undefined) this.#lines.set(name, this.#open);
  }
}

const endsTest = (line: string): boolean => saysPassed(line) || opensTest(line);

function detailLine(order: number, text: string): DetailLine | undefined {
  const key = errorKey(text.replace(MARK, ""));
  const shape = withoutPlaces(key);
  return isTelling(shape) ? { order, text, key, shape } : undefined;
}

/** True for a message of which the runner shows only a part. */
export const isCutOff = (text: string): boolean => CUT_OFF.test(text);

/** Each of them has a digit, which is found much sooner. */
function withoutPlaces(key: string): string {
  if (!/\d/.test(key)) return key;
  return key.replace(PLACE_END.test(key) ? PLACES : NUMBERS, " ");
}

/** A plain word may stand anywhere: it is a name behind what names a group, or at the beginning. */
function asPattern(leaf: string): string {
  const escaped = leaf.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return PLAIN_NAME.test(leaf) ? `(?<=^|[.:#/"'(]|[>›] )${escaped}(?!\\w)` : escaped;
}

/** What stands between the name of a test and a single sign for how it ended; empty if there is no such sign. */
function outcomeBehind(line: string, name: string): string {
  const behind = line.slice(line.indexOf(name) + name.length);
  return ENDS_IN_SIGN.test(behind) ? masked(behind.slice(0, -1)) : "";
}

const masked = (text: string): string => text.replace(/\d+/g, "0");

/** True for a line that says more than a place, a time, an outcome and the name of the test. */
function isTelling(shape: string): boolean {
  WORD.lastIndex = 0;
  for (let word = WORD.exec(shape); word !== null; word = WORD.exec(shape))
    if (!ONLY_OUTCOME.test(word[0])) return true;
  return false;
}

/** How likely a line says what was wrong. */
function rankOf({ text, key }: DetailLine): number {
  const said = text.replace(/^[#│|] +/, "");
  if (!mayBeMessage(said) || isLabel(said)) return 0;
  const words = key.match(WORD)?.length ?? 0;
  if (words < 2) return 1;
  if (isCutOff(said)) return 1;
  return SAYS_ERROR.test(key) ? 3 : SAYS_RESULT.test(said) ? 2.5 : 2;
}
