import { cutText } from "../../evidence/cut-text.js";
import type { EvidenceSource } from "../../evidence/evidence-source.js";
import { PieceCollector } from "../../evidence/piece-collector.js";
import type { EvidenceView, Piece } from "../../evidence/piece.js";
import { sliceWhole } from "../../excerpt.js";
import { sampleText } from "../../text-sample.js";
import { bestPieces } from "./best-pieces.js";
import { CapturedOutput } from "./captured-output.js";
import { cleanLine } from "./clean-line.js";
import { commandPiece } from "./command-piece.js";
import { CommentTitle } from "./comment-title.js";
import { ComparisonSides, saysAgain } from "./comparison-sides.js";
import { DistinctErrors, LEAST_ERROR_VALUE } from "./distinct-errors.js";
import { echoKeys } from "./echo-keys.js";
import { FailedCounts } from "./failed-counts.js";
import { FailingTests, type NamesRoom } from "./failing-tests.js";
import { FailureList, type ListedTest } from "./failure-list.js";
import { forEachLogLine } from "./for-each-log-line.js";
import { isGreenLine, isRedLine } from "./is-green-line.js";
import { LinesBefore } from "./lines-before.js";
import { LineOwners } from "./line-owners.js";
import { LinePrefix } from "./line-prefix.js";
import { LineShapes } from "./line-shapes.js";
import { isLabel, mayBeMessage, opensTest } from "./may-be-message.js";
import { isForService, readMarkedFailure } from "./read-marked-failure.js";
import { MessagesBelow } from "./messages-below.js";
import { NestedName } from "./nested-name.js";
import type { FailureReport } from "./read-failure.js";
import { isTestShape } from "./is-test-shape.js";
import { messageBehind } from "./message-behind.js";
import { OutcomeMarks, partsOf } from "./outcome-marks.js";
import { drawsTree, ownText } from "./own-text.js";
import { ResultIndents } from "./result-indents.js";
import { saysTestCounts } from "./says-test-counts.js";
import { scanLine } from "./scan-line.js";
import { LastLines } from "./last-lines.js";
import { lessForRepeats } from "./less-for-repeats.js";
import { LINE_VALUES, scoreLine, SHAPE_MARK } from "./score-line.js";
import { shareRoom } from "./share-room.js";
import { tellEachApart } from "./tell-each-apart.js";
import { TestDetails } from "./test-details.js";
import type { TestName } from "./test-name.js";
import { TitleLines } from "./title-lines.js";
import { Traceback } from "./traceback.js";
import { XmlTestCase } from "./xml-test-case.js";

const SCORED_CHARACTERS = 400;
const PRINTED_CHARACTERS = 300;
/** The first lines below the name of a failed test say what was wrong, whatever the runner. */
const MESSAGE_VALUES = [98, 60, 50] as const;
/** Below a line that stands under the names of so many tests the next one tells them apart. */
const BELOW_KNOWN_VALUE = 90;
const OFTEN = 3;
/** The last lines before a result, which some runners print there: what they are worth beside messages below, and without. */
const BEFORE_VALUES = [83, 81] as const;
const ONLY_BEFORE_VALUES = [97, 62] as const;
const BESIDE_BEFORE_VALUES = [94, 62] as const;
/** What was expected and what came stand among the lines of a message, not always first. */
const CHECK_VALUE = 97;
/** What tells parts of one test apart. */
const PART_VALUE = 81;
const EDGE_LINES = 12;
const COUNT_CHARACTERS = 40;
/** A count that does not say how the tests ended is told for every suite by some. */
const TELLING_SUMMARY = /fail|pass|error|\bran\b|result|exit/i;
/** How far below its name the reason of a failure may stand. */
const FAR_LINES = 80;
const COUNTED_GAPS_TOKENS = 800;

const PANIC =
  /^thread '.{0,200}' (?:\(\d+\) )?panicked at |^\S+:\d+: Failure$|^(?:Failure\/Error: (?![{["']))/;
const PLACE_FIRST = /^\S+\.\w+:\d+/;
const ONLY_A_WORD = /^(?:Error|Failure|Failed|Broken|Exception):?$/;

/** What is listed beside failures. */
const NOT_RUN = /^(?:skipped|pending|ignored|todo|omission|notification)s?[:.]?$/i;

const LEVEL = /^\[ *\w+ *\] +/;
const BARE_PATH = /^(?=.*[\\/])[\w.\\/-]+\.\w{1,5}$/;

interface TestLine {
  readonly order: number;
  readonly cleaned: string;
  readonly trimmed: string;
  readonly marks: number;
  readonly repeats: number;
}

/** The failing tests by name, each distinct error once, the summary, then details. */
export class TestRunReader {
  readonly #source: EvidenceSource;
  readonly #collector = new PieceCollector();
  readonly #traceback = new Traceback();
  readonly #tests = new FailingTests();
  readonly #captured = new CapturedOutput();
  readonly #cases = new XmlTestCase();
  readonly #list = new FailureList();
  readonly #sides = new ComparisonSides();
  readonly #titles = new TitleLines();
  readonly #below = new MessagesBelow();
  readonly #marks = new OutcomeMarks();
  readonly #owners = new LineOwners();
  readonly #prefix: LinePrefix;
  readonly #isTree: boolean;
  readonly #shapes: LineShapes;
  readonly #errors: DistinctErrors;
  readonly #counts = new FailedCounts();
  readonly #last = new LastLines();
  /** How many more lines may be the message of the test named before. */
  #messageLeft = 0;
  /** The first line of a numbered name that goes on below. */
  #openName: string | undefined;
  readonly #nested = new NestedName();
  /** What was taken for errors and may be parts of that name. */
  #nestedKeys: string[] = [];
  #messageIndent = 0;
  /** The message line before stands under several names. */
  #saysNothingNew = false;
  readonly #before = new LinesBefore();
  /** The line below a result, which may be its message although it is not indented. */
  #besideOrder = -1;
  readonly #results = new ResultIndents();
  #lastError = "";
  /** The line that is being read, and the one that last named a failing test. */
  #order = 0;
  #namedAt = -Infinity;
  readonly #comment = new CommentTitle();

  constructor(source: EvidenceSource) {
    this.#source = source;
    this.#shapes = new LineShapes(source.lines + 1);
    this.#errors = new DistinctErrors(source.lines + 1);
    const sample = sampleText(source.text, source.bodyStart);
    this.#prefix = new LinePrefix(sample.lines);
    this.#isTree = drawsTree(sample.text);
  }

  read(): EvidenceView {
    const { text } = this.#source;
    forEachLogLine(text, (order, start, end) => this.#line(order, this.#prefix.endAt(text, start, end), end));
    this.#closeName();
    const { maxTokens } = this.#source;
    const failing = this.#failing();
    const details = this.#details(failing);
    const isToldBelow = details.messages().size * 2 > failing.length;
    const before = isToldBelow ? BESIDE_BEFORE_VALUES : ONLY_BEFORE_VALUES;
    this.#addBefore(this.#below.sayLittle(failing.length) ? before : BEFORE_VALUES);
    this.#errors.lower(echoKeys(failing, this.#errors.shown()));
    tellEachApart(details, this.#errors);
    const count = (text: string): number => this.#source.count(text);
    const beside = [...this.#collector.pieces(), ...details.beginnings(), ...this.#last.pieces()];
    const rest = bestPieces(beside, this.#errors);
    const namesIn = (room: NamesRoom): readonly Piece[] => this.#tests.pieces(failing, room, count);
    const shown = shareRoom({ errors: this.#errors, rest, namesIn }, { maxTokens, count });
    return {
      pieces: [...commandPiece(this.#source), ...shown],
      facts: this.#facts(failing.length),
      marksGaps: maxTokens >= COUNTED_GAPS_TOKENS,
    };
  }

  /** The failing tests; where none is told to have failed, what errors stand under, if the runner counts as many. */
  #failing(): readonly TestName[] {
    const said = this.#counts.failed;
    if (this.#tests.size <= 1) for (const name of this.#owners.names(said)) this.#tests.add(name, "outcome");
    const named = this.#tests.names(said);
    if (said.has(named.length)) return named;
    const marked = this.#marks.tests(this.#counts, named);
    if (marked.length <= named.length) return named;
    const parts = partsOf(marked, named);
    for (const part of parts) this.#errors.add(part, PART_VALUE, (key) => key);
    if (parts.length > 0) return named;
    for (const { order, message } of marked)
      if (message !== "") this.#errors.add({ order, text: message }, MESSAGE_VALUES[0], (key) => key);
    return marked.map(({ name }) => name);
  }

  #addBefore(values: readonly number[]): void {
    for (const { index, ...line } of this.#before.told)
      this.#errors.add(line, values[index] ?? 0, (key) => key);
  }

  /** What stands in and below the lines that name failing tests. */
  #details(failing: readonly TestName[]): TestDetails {
    const details = new TestDetails(failing);
    if (!details.isUseful) return details;
    const captured = new CapturedOutput();
    const { text } = this.#source;
    forEachLogLine(text, (order, from, end) => {
      const start = this.#prefix.endAt(text, from, end);
      if (isGreenLine(text, start, end)) return details.close();
      const trimmed = ownText(this.#cleaned(start, end), this.#isTree);
      if (trimmed !== "" && !isForService(trimmed) && !captured.holds(trimmed)) details.read(order, trimmed);
    });
    return details;
  }

  /** The number of failing tests where the runner says the same. */
  #facts(failing: number): string[] {
    return failing > 0 && this.#counts.allows(failing) ? [`${failing} failing`] : [];
  }

  #line(order: number, start: number, end: number): void {
    this.#order = order;
    const { text } = this.#source;
    const scan = scanLine(text, start, end);
    const { hash } = scan;
    const cleaned = this.#cleaned(start, end);
    const trimmed = ownText(cleaned, this.#isTree);
    const listed = this.#list.read(cleaned);
    if (trimmed === "") return this.#blank();
    const isGreen = isGreenLine(text, start, end);
    this.#marks.read(order, trimmed, isGreen ? "green" : isRedLine(text, start, end) ? "red" : "other");
    if (isGreen) return this.#passed(order, cleaned);
    const marks = scan.marks | (isTestShape(trimmed) ? SHAPE_MARK : 0);
    const repeats = this.#shapes.add(hash);
    const filler = repeats === 0 ? LINE_VALUES.newShape : LINE_VALUES.repeatedShape;
    if (this.#captured.holds(trimmed)) return this.#add(order, cleaned, LINE_VALUES.passed / 2);
    this.#last.keep(order, cleaned);
    if (listed !== undefined) return this.#listed(order, cleaned, listed);
    if (this.#continuesName(cleaned, trimmed)) return this.#add(order, cleaned, LINE_VALUES.failingTestAgain);
    const value = this.#value({ order, cleaned, trimmed, marks, repeats });
    if (value === undefined && this.#openName !== undefined && this.#nested.isPending)
      this.#nestedKeys.push(this.#errors.lastKey);
    const edge = order < EDGE_LINES ? LINE_VALUES.edge - order : 0;
    if (value !== undefined) this.#add(order, cleaned, Math.max(value, filler, edge));
  }

  #cleaned(start: number, end: number): string {
    const line = sliceWhole(this.#source.text, start, Math.min(end, start + SCORED_CHARACTERS));
    return this.#prefix.without(cleanLine(line));
  }

  #passed(order: number, cleaned: string): void {
    this.#messageLeft = 0;
    this.#before.forget();
    this.#counts.read(cleaned.trim(), order);
    this.#last.keep(order, cleaned);
    this.#add(order, cleaned, LINE_VALUES.passed);
  }

  #blank(): void {
    this.#closeName();
    this.#besideOrder = -1;
  }

  /** A test in a list of those that failed. */
  #listed(order: number, cleaned: string, { name, message }: ListedTest): void {
    // Beside tests the files that hold them are listed too.
    if (BARE_PATH.test(name) && this.#tests.size > 0)
      return this.#add(order, cleaned, LINE_VALUES.failingTestAgain);
    this.#tests.add(name, "result");
    this.#opensMessage(cleaned.length - cleaned.trimStart().length + 1);
    if (/\p{L}{2}/u.test(message)) {
      this.#answer();
      this.#error(order, message, LEAST_ERROR_VALUE);
    }
    this.#add(order, cleaned, LINE_VALUES.failingTestAgain);
  }

  /** What the line is worth beside the names and errors; undefined if it is one of the errors. */
  #value(line: TestLine): number | undefined {
    const { order, cleaned, trimmed, marks } = line;
    this.#owners.read(cleaned.length - trimmed.length, trimmed);
    this.#comment.read(trimmed);
    if (opensTest(trimmed)) this.#messageLeft = 0;
    if (this.#readMarked(order, trimmed) || this.#readTitle(trimmed) || this.#readCase(order, trimmed))
      return LINE_VALUES.failingTestAgain;
    if (PANIC.test(trimmed)) {
      this.#opensMessage(0);
      return LINE_VALUES.context;
    }
    const score = scoreLine(trimmed, marks, true);
    if (score.failure !== undefined) return this.#failure(line, score.failure);
    this.#before.keep(order, trimmed, score.value);
    return this.#told(line, score.value);
  }

  /** The value of a line that names no test. */
  #told(line: TestLine, said: number): number | undefined {
    const { order, cleaned, trimmed, repeats } = line;
    if (trimmed.length <= COUNT_CHARACTERS || saysTestCounts(trimmed)) this.#counts.read(trimmed, order);
    if (this.#sides.isOne(trimmed)) {
      this.#answer(false);
      return saysAgain(trimmed, this.#lastError)
        ? LINE_VALUES.context
        : this.#error(order, trimmed, CHECK_VALUE);
    }
    if (this.#traceback.endsWith(cleaned, trimmed) || said === LINE_VALUES.exception) {
      this.#answer();
      return this.#error(order, trimmed, this.#exceptionValue(order));
    }
    if (said === LINE_VALUES.summary) {
      this.#counts.read(trimmed, order);
      return TELLING_SUMMARY.test(trimmed) ? said : LINE_VALUES.edge;
    }
    if (said === LINE_VALUES.passed) {
      this.#messageLeft = 0;
      return said;
    }
    if (this.#isMessage(line)) return this.#message(line, said);
    if (said === LINE_VALUES.problem)
      return this.#tests.isKnown(trimmed.replace(LEVEL, ""))
        ? LINE_VALUES.failingTestAgain
        : this.#error(order, trimmed, said);
    return lessForRepeats(said, repeats);
  }

  #message(line: TestLine, said: number): undefined {
    const { order, cleaned, trimmed } = line;
    const own = MESSAGE_VALUES[MESSAGE_VALUES.length - this.#messageLeft] ?? 0;
    const value = this.#saysNothingNew ? Math.max(own, BELOW_KNOWN_VALUE) : own;
    this.#messageLeft -= 1;
    if (order !== this.#besideOrder || this.#results.isAbove(cleaned.length - trimmed.length))
      this.#answer(false);
    this.#error(order, trimmed, said === LINE_VALUES.problem ? Math.max(value, said) : value);
    if (this.#errors.lastKey === "" && !PLACE_FIRST.test(trimmed)) this.#messageLeft += 1;
    this.#below.keep(this.#tests.lastWords, this.#errors.lastKey);
    this.#saysNothingNew = value >= BELOW_KNOWN_VALUE && this.#errors.lastTimes >= OFTEN;
  }

  /** An exception below the name of a failing test is its reason; elsewhere it may be one that nobody minds. */
  #exceptionValue(order: number): number {
    return order - this.#namedAt <= FAR_LINES ? LINE_VALUES.exception : LINE_VALUES.exception - 5;
  }

  /** A title names the test whose failure is told below; true if this line is it. */
  #readTitle(trimmed: string): boolean {
    const { above, own } = this.#titles.read(trimmed);
    if (above !== "") this.#titled(above, "result");
    if (own !== "") this.#titled(own.replace(/ *(?:\[\])?:$/, ""), "heading");
    return own !== "";
  }

  #readMarked(order: number, trimmed: string): boolean {
    const failed = readMarkedFailure(trimmed);
    if (failed === undefined) return false;
    this.#tests.add(failed.name, "result");
    this.#opensMessage(0);
    this.#answer();
    this.#messageLeft = 0;
    this.#error(order, failed.message, MESSAGE_VALUES[0]);
    return true;
  }

  #readCase(order: number, trimmed: string): boolean {
    const failed = this.#cases.read(trimmed);
    if (failed === undefined) return false;
    this.#tests.add(failed.name, "result");
    this.#opensMessage(0);
    if (failed.message === "") return true;
    this.#answer();
    this.#messageLeft = 0;
    this.#error(order, failed.message, MESSAGE_VALUES[0]);
    return true;
  }

  /** A title that names a test. */
  #titled(name: string, from: "result" | "heading"): void {
    this.#tests.add(name, from);
    this.#opensMessage(0);
  }

  #opensMessage(indent: number): void {
    this.#messageLeft = MESSAGE_VALUES.length;
    this.#saysNothingNew = false;
    this.#below.open();
    this.#namedAt = this.#order;
    this.#sides.open();
    this.#messageIndent = indent;
  }

  #isMessage({ order, cleaned, trimmed }: TestLine): boolean {
    if (this.#messageLeft === 0 || this.#traceback.isOpen) return false;
    const indent = cleaned.length - trimmed.length;
    if (order === this.#besideOrder && indent >= this.#messageIndent - 1) this.#messageIndent = indent;
    const isInside = trimmed.startsWith("#") || indent >= this.#messageIndent;
    const said = trimmed.replace(/^[#│|] +/, "");
    return isInside && mayBeMessage(said) && !isLabel(said) && !saysTestCounts(said);
  }

  /** An exception says better what is wrong than the lines above it; a side of a comparison adds to them. */
  #answer(isBetter = true): void {
    this.#errors.lower(this.#below.answer(this.#tests.lastWords, isBetter));
  }

  #failure(line: Pick<TestLine, "order" | "cleaned" | "trimmed">, failure: FailureReport): number {
    const { order, cleaned, trimmed } = line;
    if (NOT_RUN.test(failure.name)) return LINE_VALUES.passed;
    // Below a result only what is indented belongs to it; below a heading everything.
    const isAbove = failure.from !== "result" || trimmed.endsWith("|") || trimmed.includes("***");
    this.#opensMessage(isAbove ? 0 : cleaned.length - trimmed.length + 1);
    this.#besideOrder = order + 1;
    const endsSuite = this.#results.read(cleaned.length - trimmed.length);
    if (failure.from === "heading") this.#before.forget();
    else this.#before.claim();
    const tap = /^not ok \d+/.test(trimmed) && this.#comment.title !== "";
    if (/^\d+\) /.test(trimmed) || ONLY_A_WORD.test(failure.name)) {
      this.#openName = failure.name;
      this.#nested.open(failure.name, cleaned.length - trimmed.length);
      this.#nestedKeys = [];
    } else {
      const told = { owner: this.#owners.above, endsSuite };
      this.#tests.add(tap ? this.#comment.title : failure.name, failure.from, told);
    }
    // Below a title the assertion that failed is the message.
    if (tap) {
      this.#answer();
      this.#error(order, failure.name, MESSAGE_VALUES[0]);
    }
    const message = messageBehind(trimmed, failure.name);
    if (message !== undefined) {
      this.#answer();
      this.#messageLeft = 0;
      if (!message.endsWith("...")) this.#error(order, message, LEAST_ERROR_VALUE);
    }
    return failure.from === "heading" ? LINE_VALUES.mentionsProblem : LINE_VALUES.failingTestAgain;
  }

  /** A numbered name of which only the suite stands in the first line. */
  #continuesName(cleaned: string, trimmed: string): boolean {
    if (this.#openName === undefined) return false;
    const isWord = ONLY_A_WORD.test(this.#openName) && !/^[A-Z]\w+: /.test(trimmed);
    if (isWord) {
      this.#openName = trimmed.replace(/(?: \[[^[\]]*\])?:$| \[\S+:\d+\]$/, "");
      this.#closeName();
      return true;
    }
    const name = this.#nested.read(cleaned, trimmed);
    if (name === undefined) this.#closeName();
    else if (name !== "") {
      this.#openName = name;
      this.#errors.lower(this.#nestedKeys);
      this.#opensMessage(0);
    }
    return name !== undefined && name !== "";
  }

  #closeName(): void {
    const name = this.#openName;
    if (name !== undefined && !ONLY_A_WORD.test(name)) this.#tests.add(name, "heading");
    this.#openName = undefined;
  }

  /** Adds the error unless its text is known; a line that was added has no other piece. */
  #error(order: number, trimmed: string, value: number): undefined {
    if (value >= LEAST_ERROR_VALUE && order === this.#order) this.#owners.tellsError();
    if (value >= LINE_VALUES.problem && value < MESSAGE_VALUES[0]) this.#messageLeft = 0;
    if (value >= LINE_VALUES.exception - 5 && value !== MESSAGE_VALUES[0] && value !== CHECK_VALUE)
      this.#messageLeft = trimmed.endsWith(":") ? MESSAGE_VALUES.length : 0;
    this.#lastError = this.#errors.add({ order, text: trimmed }, value, (key) =>
      this.#tests.withoutLastName(key),
    );
    return undefined;
  }

  #add(order: number, cleaned: string, value: number): void {
    if (!this.#collector.accepts(value) || !/[\p{L}\p{N}]/u.test(cleaned)) return;
    this.#collector.add({ order, text: cutText(cleaned, PRINTED_CHARACTERS), value, lines: 1 });
  }
}
