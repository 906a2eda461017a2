/** What is begun in between is answered meanwhile; a burst of a few requests ends within some of these. */
const PAUSE_MS = 1;
/** Where more wait, none of them waits longer than it must. */
const CROWD = 32;

/** Goes on later: soon, or where a crowd waits as soon as what is under way lets it. */
export type GoOn = (next: () => void, isCrowded: boolean) => void;

const afterPause: GoOn = (next, isCrowded) => {
  if (isCrowded) setImmediate(next);
  else setTimeout(next, PAUSE_MS);
};

/**
 * Begins work that comes in together one piece after another with a pause between them, so that what is under way goes on and is
 * not held up by all of it. What comes alone begins at once.
 */
export class StartTurns {
  readonly #waiting: (() => void)[] = [];
  readonly #goOn: GoOn;
  #isTaken = false;

  /** @param goOn @default after a millisecond */
  constructor(goOn: GoOn = afterPause) {
    this.#goOn = goOn;
  }

  begin(start: () => void): void {
    if (this.#isTaken) this.#waiting.push(start);
    else this.#take(start);
  }

  #take(start: () => void): void {
    this.#isTaken = true;
    this.#goOn(this.#next, this.#waiting.length >= CROWD);
    start();
  }

  readonly #next = (): void => {
    const start = this.#waiting.shift();
    if (start) this.#take(start);
    else this.#isTaken = false;
  };
}
