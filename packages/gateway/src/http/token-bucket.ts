/** Lets so many through in a minute, and so many at once. */
export class TokenBucket {
  readonly #perMinute: number;
  #tokens: number;
  #filled: number;

  constructor(perMinute: number, now: number) {
    this.#perMinute = perMinute;
    this.#tokens = perMinute;
    this.#filled = now;
  }

  /** 0 if one may pass now; otherwise the milliseconds to wait. */
  take(now: number): number {
    const perMillisecond = this.#perMinute / 60_000;
    const earned = Math.max(0, now - this.#filled) * perMillisecond;
    this.#tokens = Math.min(this.#perMinute, this.#tokens + earned);
    this.#filled = now;
    if (this.#tokens < 1) return Math.ceil((1 - this.#tokens) / perMillisecond);
    this.#tokens -= 1;
    return 0;
  }
}
