/** A binary heap of unit numbers, best score on top; of equal scores the newest unit. */
export class UnitHeap {
  #scores: Float64Array;
  #units: Int32Array;
  size: number;

  /** Takes over both arrays. */
  constructor(scores: Float64Array, units: Int32Array) {
    this.#scores = scores;
    this.#units = units;
    this.size = units.length;
    for (let at = (this.size >> 1) - 1; at >= 0; at--) this.#sink(at);
  }

  get top(): number {
    return this.#units[0] ?? -1;
  }

  get topScore(): number {
    return this.size > 0 ? (this.#scores[0] ?? 0) : 0;
  }

  push(unit: number, score: number): void {
    if (this.size === this.#units.length) this.#grow();
    let at = this.size++;
    this.#scores[at] = score;
    this.#units[at] = unit;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#better(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  removeTop(): void {
    this.size--;
    this.#scores[0] = this.#scores[this.size] ?? 0;
    this.#units[0] = this.#units[this.size] ?? -1;
    this.#sink(0);
  }

  lowerTop(score: number): void {
    this.#scores[0] = score;
    this.#sink(0);
  }

  #better(left: number, right: number): boolean {
    const a = this.#scores[left] ?? 0;
    const b = this.#scores[right] ?? 0;
    return a > b || (a === b && (this.#units[left] ?? 0) > (this.#units[right] ?? 0));
  }

  #sink(from: number): void {
    let at = from;
    for (;;) {
      let best = at;
      const left = 2 * at + 1;
      if (left < this.size && this.#better(left, best)) best = left;
      if (left + 1 < this.size && this.#better(left + 1, best)) best = left + 1;
      if (best === at) return;
      this.#swap(at, best);
      at = best;
    }
  }

  #swap(one: number, other: number): void {
    const score = this.#scores[one] ?? 0;
    const unit = this.#units[one] ?? 0;
    this.#scores[one] = this.#scores[other] ?? 0;
    this.#units[one] = this.#units[other] ?? 0;
    this.#scores[other] = score;
    this.#units[other] = unit;
  }

  #grow(): void {
    const [scores, units] = [this.#scores, this.#units];
    this.#scores = new Float64Array(2 * scores.length + 64);
    this.#units = new Int32Array(2 * units.length + 64);
    this.#scores.set(scores);
    this.#units.set(units);
  }
}
