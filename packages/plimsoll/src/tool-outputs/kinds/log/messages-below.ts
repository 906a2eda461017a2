const MAX_TESTS = 3_000;
/** So many tests with one message are told by something else. */
const SAME_MESSAGE = 6;

/** Follows which tests got a message below their names, and which messages those are. */
export class MessagesBelow {
  /** The test named last has no message yet. */
  #awaits = false;
  #answered = 0;
  readonly #keys = new Map<string, string[]>();
  /** The test whose keys were kept since it was named last. */
  #current = "";

  /** A test is named. */
  open(): void {
    this.#awaits = true;
    this.#current = "";
  }

  /**
   * Something that tells what was wrong stands below the name; returns what stood below it when it was named before and,
   * where this is better, since it was named last.
   */
  answer(test: string, isBetter: boolean): readonly string[] {
    if (!this.#awaits) return [];
    this.#awaits = false;
    this.#answered += 1;
    if (this.#current === test && !isBetter) return [];
    const before = this.#keys.get(test) ?? [];
    this.#keys.delete(test);
    return before;
  }

  /** Remembers that an error is nothing but a line below the name of the test. */
  keep(test: string, key: string): void {
    this.#current = test;
    const keys = this.#keys.get(test);
    if (keys !== undefined) keys.push(key);
    else if (this.#keys.size < MAX_TESTS) this.#keys.set(test, [key]);
  }

  /** True if few of the failing tests have a message below their names, or all have the same. */
  sayLittle(failing: number): boolean {
    const distinct = new Set([...this.#keys.values()].map(([first]) => first)).size;
    return this.#answered * 2 < failing || (distinct > 0 && distinct * SAME_MESSAGE <= this.#answered);
  }
}
