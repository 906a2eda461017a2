const FAILED_COUNT =
  /\b(\d+) (?:(?:tests?|specs?|scenarios?|cases|examples|checks) )?(?:failed|failing|failures?|errors?)\b|\b(?:fail|failures|errors|failed)[=: ]+(\d+)/gi;

/** The numbers of failures that a runner says, each and, where a line says several, their sum: some count errors apart. */
export class FailedCounts {
  readonly #numbers = new Set<number>();

  get numbers(): ReadonlySet<number> {
    return this.#numbers;
  }

  read(line: string): void {
    let sum = 0;
    for (const [, before, after] of line.matchAll(FAILED_COUNT)) {
      this.#numbers.add(Number(before ?? after));
      sum += Number(before ?? after);
    }
    if (sum > 0) this.#numbers.add(sum);
  }

  /** True if the runner says this number too: names of files, suites and assertions are easily counted as tests. */
  allows(failing: number): boolean {
    return this.#numbers.has(failing);
  }
}
