/**
 * Begins work that comes in together one piece in a turn of the event loop, so that what is under way goes on in between. What comes
 * alone begins at once.
 */
export class StartTurns {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  begin(start: () => void): void {
    if (this.#isTaken) this.#waiting.push(start);
    else this.#take(start);
  }

  #take(start: () => void): void {
    this.#isTaken = true;
    setImmediate(this.#next);
    start();
  }

  readonly #next = (): void => {
    const start = this.#waiting.shift();
    if (start) this.#take(start);
    else this.#isTaken = false;
  };
}
