/** What the bodies of all open requests may hold together. */
export class BufferBudget {
  #held = 0;
  limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** False if there is no room for so many bytes more. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.limit) return false;
    this.#held += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#held = Math.max(0, this.#held - bytes);
  }
}
