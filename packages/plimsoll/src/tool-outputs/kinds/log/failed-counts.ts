const FAILED_COUNT =
  /\b(\d+) (?:(?:tests?|specs?|scenarios?|cases|examples|checks) )?(?:failed|failing|failures?|errors?|errored|broken|ko|bad|panicked|crash(?:ed|ing))\b|\b(?:fail(?:s|ed|ing|ures?)?|errors?|ko|crashing)\b[=:\s]{1,20}(\d+)/gi;
const PASSED_COUNT =
  /\b(\d+) (?:(?:tests?|specs?|scenarios?|cases|examples|checks) )?(?:pass(?:ed|es|ing)?|ok|good|success(?:es|ful)?|succeeded)\b|\b(?:pass(?:ed|es|ing)?|ok|success(?:es)?)\b[=:\s]{1,20}(\d+)/gi;
/** "40/60 tests passed", "Success/Total: 40/60". */
const PASSED_OF =
  /\b(\d{1,7})\/(\d{1,7}) (?:tests?|specs?|cases|examples|scenarios?|checks) (?:passed|ok|succeeded)\b|\bsuccess\/total: (\d{1,7})\/(\d{1,7})\b/i;

/** The number of tests that failed in a line that says how many of all passed; 0 in others. */
export function failedOfAll(line: string): number {
  const [, passed, all, ok, total] = PASSED_OF.exec(line) ?? [];
  return Number(all ?? total ?? 0) - Number(passed ?? ok ?? 0);
}

/** Counts of failures and of errors may stand in lines of their own. */
const LINES_TOGETHER = 2;
const MOST_SHAPES = 100;

/** The numbers of tests that a runner says. */
export interface TestCounts {
  readonly failed: ReadonlySet<number>;
  readonly passed: ReadonlySet<number>;
}

/** The numbers of failures that a runner says, each and, where it says several, their sum: some count errors apart. */
export class FailedCounts implements TestCounts {
  readonly #failed = new Set<number>();
  readonly #passed = new Set<number>();
  readonly #sums = new Map<string, number>();
  #last = { order: -Infinity, sum: 0, line: "" };

  get failed(): ReadonlySet<number> {
    return this.#failed;
  }

  get passed(): ReadonlySet<number> {
    return this.#passed;
  }

  /** Reads a line (trimmed) of the order that it has among others. */
  read(line: string, order: number): void {
    const rest = failedOfAll(line);
    const numbers = rest > 0 ? [rest] : numbersIn(line, FAILED_COUNT);
    for (const number of numbers) this.#failed.add(number);
    for (const number of numbersIn(line, PASSED_COUNT)) this.#passed.add(number);
    const sum = numbers.reduce((total, number) => total + number, 0);
    if (sum === 0) return;
    this.#failed.add(sum);
    if (order !== this.#last.order) this.#failed.add(this.#sumOfShape(line, sum));
    const { order: before, sum: other, line: said } = this.#last;
    const isBeside = order > before && order - before <= LINES_TOGETHER && saysOther(line, said);
    if (isBeside) this.#failed.add(sum + other);
    if (order !== before) this.#last = { order, sum, line };
  }

  /** The sum of what lines of one shape say: several programs may say each how many of their tests failed. */
  #sumOfShape(line: string, sum: number): number {
    const shape = line.replace(/\d+/g, "0");
    const before = this.#sums.get(shape);
    if (before === undefined && this.#sums.size >= MOST_SHAPES) return sum;
    this.#sums.set(shape, (before ?? 0) + sum);
    return (before ?? 0) + sum;
  }

  /** True if the runner says this number too: names of files, suites and assertions are easily counted as tests. */
  allows(failing: number): boolean {
    return this.#failed.has(failing);
  }
}

const numbersIn = (line: string, pattern: RegExp): number[] =>
  [...line.matchAll(pattern)].map(([, before, after]) => Number(before ?? after));

/** One line counts failures and the other errors. */
const saysOther = (one: string, other: string): boolean => /error/i.test(one) !== /error/i.test(other);
