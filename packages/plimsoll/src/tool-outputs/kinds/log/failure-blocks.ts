import { largestWhere } from "../../../collections/largest-where.js";
import { CHECKED_SIDE } from "./comparison-sides.js";
import { errorKey } from "./error-key.js";
import { isLabel, mayBeMessage } from "./may-be-message.js";
import { saysTestCounts } from "./says-test-counts.js";
import { OpenBracket } from "./open-bracket.js";
import { saysException } from "./score-line.js";

const MOST_BLOCKS = 3_000;
/** A block that goes on for so long is none any more. */
const MOST_LINES = 1_500;
/** Of one test, which may be told of once for each of its parts. */
const MOST_MESSAGES = 24;
/** From this rank on a line is certainly a message, below it only the best of a test is one. */
const CERTAIN_RANK = 5;

/** A mark that some runners put before each line of what was wrong. */
const MARKED = /^E {2,}(\S.*)$/;
const NEXT_EXCEPTION = /^(?:During handling of the above exception|The above exception was the direct cause)/;
const NAMED_ERROR =
  /^(?:Uncaught |Unhandled )?(?:Error|error|message|panic|fatal error|Error Message): *\t*\S/;
const AWAITS_MESSAGE = /^(?:error|message): [|>][+-]?$|:$/;
/** The name of a side or a field, below which a value stands: it says less than a sentence above it. */
const BARE_FIELD = /^(?:\w+[ -])?(?:value|message|result|expected|actual|received|got|wanted):$/i;
const ONLY_CLASS = /^\S+:$|panicked at/;
const PLACED = /^\S*(?:[tT]est|spec)\S*:\d+(?::\d+)?: \S/;
const SAYS_WRONG =
  /\b(?:assert\w+|expect(?:ed|s|ing)|should|must|fail\w*|error|differ\w*|mismatch\w*|unequal|missing|invalid|cannot|can't|unable|undefined|unknown|is not|isn't|does not|doesn't|did not|didn't|do not|was not|not (?:equal|found|defined)|wrong|unexpected|instead|timed? ?out|received)\b/i;
/** What is source rather than a message about it. */
const CODE =
  /[;{}(,\\]$|=>$|\bdo$|^(?:def|class|if|elif|else|for|while|with|try|except|return|yield|raise|assert|import|from|const|let|var|async|await|function|func|fn|pub|use|throw|it|test|describe|expect|end|begin|self|this)\b(?!:)|^@\w|^[\w.$]+(?:\[[^\]]*\])?(?:, \w+)* [-+*/|&:]?= |^[\w.$:]+\(.*\)[;.]?$|^> /;
/** What was checked, as some runners write it above the two sides. */
const MATCHER =
  /^expect\((?:received|actual|function|element|promise|jest\.fn\(\)|string|value)?\)\.[\w.]+\(/;
const QUOTED_CODE = /^Failure\/Error: /;
/** A label of more words than this says something itself. */
const LABEL_WORDS = 3;
const WORD = /\p{L}{2,}/gu;
const ONLY_OUTCOME =
  /^(?:tests?|case|fail(?:s|ed|ures?|ing)?|errors?|result|passed|not|ok|in|at|on|is|after|took|line|ms|seconds?|started|running|time|elapsed|finished)$/i;
const RANKS = { promised: 7, exception: 6, told: 5, wrong: 4, said: 2, code: 1 } as const;

/** A line that says what was wrong with a test. */
export interface Message {
  readonly order: number;
  readonly text: string;
  /** By which it is known again. */
  readonly key: string;
}

interface Candidate extends Message {
  readonly rank: number;
}

/** What stands below the name of a failing test, up to the next name: which line of it says what was wrong. */
export class FailureBlocks {
  readonly #messages = new Map<string, Candidate[]>();
  /** The first line and the last of each block. */
  readonly #ranges: [number, number][] = [];
  #test: string | undefined;
  #best: Candidate | undefined;
  /** What introduces the best line and says something itself. */
  #promise: Candidate | undefined;
  #lines = 0;
  /** The line before ends where the message begins. */
  #awaits = false;
  #isMarked = false;
  /** What the best line opens and does not close. */
  readonly #bracket = new OpenBracket();
  /** The lines that are told with the one before them. */
  readonly #parts = new Set<number>();

  /** A failing test is named. */
  open(test: string, order: number): void {
    this.close();
    if (this.#ranges.length >= MOST_BLOCKS) return;
    this.#test = test;
    this.#ranges.push([order, order]);
  }

  /** A line (trimmed) of the block, or what its first line says beside the name. */
  read(order: number, line: string): void {
    if (this.#test === undefined) return;
    this.#lines += 1;
    if (this.#lines > MOST_LINES) return this.close();
    const range = this.#ranges.at(-1);
    if (range !== undefined) range[1] = order;
    if (NEXT_EXCEPTION.test(line)) this.#forget();
    const rank = this.#rankOf(line);
    if (rank <= (this.#best?.rank ?? 0)) return this.#goOn(order, line);
    const [before, promise] = [this.#best, this.#promise];
    const text = line.replace(MARKED, "$1");
    this.#best = { order, text, key: errorKey(text), rank };
    this.#bracket.open(text);
    if (this.#awaits) this.#promise = saysException(text) ? undefined : this.#best;
    else if (before !== promise) this.#promise = undefined;
  }

  /** Something else begins. */
  close(): void {
    const [test, best] = [this.#test, this.#best];
    if (test !== undefined && best !== undefined) {
      const known = this.#messages.get(test) ?? [];
      const promise =
        this.#promise === undefined || this.#promise === best ? [] : [{ ...this.#promise, rank: best.rank }];
      if (known.length < MOST_MESSAGES) this.#messages.set(test, [...known, ...promise, best]);
    }
    this.#test = undefined;
    this.#lines = 0;
    this.#forget();
  }

  /** The messages of each test: all that are certain, or else the best one. */
  messages(): ReadonlyMap<string, readonly Message[]> {
    this.close();
    return new Map([...this.#messages].map(([test, candidates]) => [test, bestOf(candidates)]));
  }

  /** True for a line that stands in a block. */
  holds(order: number): boolean {
    const last = largestWhere(
      0,
      this.#ranges.length - 1,
      (index) => (this.#ranges[index]?.[0] ?? 0) <= order,
    );
    return order <= (this.#ranges[last]?.[1] ?? -1);
  }

  /** The best line may go on in this one. */
  #goOn(order: number, line: string): void {
    const best = this.#best;
    const text = best && this.#bracket.read(best.text, line);
    if (best === undefined || text === undefined) return;
    this.#parts.add(order);
    // What a runner prints so, with all that it knows, is the message.
    const rank = this.#bracket.isClosed ? Math.max(best.rank, RANKS.told) : best.rank;
    this.#best = { order: best.order, text, key: errorKey(text), rank };
    if (this.#promise === best) this.#promise = this.#best;
  }

  /** True for a line that goes on with the message before it. */
  isPart(order: number): boolean {
    return this.#parts.has(order);
  }

  #forget(): void {
    this.#best = undefined;
    this.#bracket.close();
    this.#promise = undefined;
    this.#awaits = false;
    this.#isMarked = false;
  }

  #rankOf(line: string): number {
    const wasMarked = this.#isMarked;
    const wasAwaited = this.#awaits;
    this.#awaits = false;
    const marked = MARKED.exec(line)?.[1];
    this.#isMarked = marked !== undefined;
    if (marked !== undefined) return wasMarked ? 0 : RANKS.exception;
    const said = line.replace(/^[#│|] +/, "");
    const rank = ofUnmarked(said);
    if (rank >= RANKS.told && awaitsMessage(said)) {
      this.#awaits = !BARE_FIELD.test(said) || (this.#best?.rank ?? 0) < RANKS.wrong;
      return RANKS.wrong;
    }
    return wasAwaited && rank > 0 ? RANKS.promised : rank;
  }
}

/** True for a line below which the message begins: a field, or the class of an error alone. */
const awaitsMessage = (line: string): boolean =>
  AWAITS_MESSAGE.test(line) && (!saysException(line) || ONLY_CLASS.test(line));

function bestOf(candidates: readonly Candidate[]): readonly Message[] {
  const best = Math.max(...candidates.map(({ rank }) => rank));
  const least = Math.min(best, CERTAIN_RANK);
  const found = candidates.filter(({ rank }) => rank >= least);
  return best >= CERTAIN_RANK ? found : found.slice(0, 1);
}

/** True for a line that says no more than that a test failed, how many did, or where. */
const onlyCounts = (line: string): boolean =>
  saysTestCounts(line) || !(line.match(WORD) ?? []).some((word) => !ONLY_OUTCOME.test(word));

/** True for what is source rather than a message. */
export const isSource = (line: string): boolean => !MATCHER.test(line) && CODE.test(line);

function ofUnmarked(line: string): number {
  if (QUOTED_CODE.test(line)) return RANKS.code;
  if (saysException(line)) return RANKS.exception;
  if (!mayBeMessage(line) || onlyCounts(line)) return 0;
  const isTold = [NAMED_ERROR, CHECKED_SIDE, PLACED, MATCHER].some((pattern) => pattern.test(line));
  if (isTold) return RANKS.told;
  return isSource(line) ? RANKS.code : ofSentence(line);
}

function ofSentence(line: string): number {
  const isWrong = SAYS_WRONG.test(line);
  // "Expected equality of these values:"
  if (isLabel(line)) return isWrong && (line.match(WORD)?.length ?? 0) > LABEL_WORDS ? RANKS.told : 0;
  if (isWrong) return RANKS.wrong;
  return /\p{L}{2,}\P{L}+\p{L}{2,}/u.test(line) ? RANKS.said : RANKS.code;
}
