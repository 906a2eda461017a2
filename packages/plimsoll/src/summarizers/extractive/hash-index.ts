/** Numbers by 32-bit hash, in two flat arrays: a map of a million small entries would cost ten times the memory. */
export class HashIndex {
  #hashes = new Int32Array(4096);
  /** The number plus one, so that 0 marks a free place. */
  #numbers = new Int32Array(4096);
  #size = 0;

  /** The number under a hash, or -1. */
  get(hash: number): number {
    return (this.#numbers[this.#place(hash)] ?? 0) - 1;
  }

  set(hash: number, number: number): void {
    if (this.#size * 2 >= this.#numbers.length) this.#grow();
    const place = this.#place(hash);
    if (this.#numbers[place] === 0) this.#size++;
    this.#hashes[place] = hash;
    this.#numbers[place] = number + 1;
  }

  #place(hash: number): number {
    const mask = this.#numbers.length - 1;
    const key = hash | 0;
    let place = (key ^ (key >>> 15)) & mask;
    while (this.#numbers[place] !== 0 && this.#hashes[place] !== key) place = (place + 1) & mask;
    return place;
  }

  #grow(): void {
    const [hashes, numbers] = [this.#hashes, this.#numbers];
    this.#hashes = new Int32Array(hashes.length * 2);
    this.#numbers = new Int32Array(numbers.length * 2);
    for (let at = 0; at < numbers.length; at++) {
      if (numbers[at] === 0) continue;
      const place = this.#place(hashes[at] ?? 0);
      this.#hashes[place] = hashes[at] ?? 0;
      this.#numbers[place] = numbers[at] ?? 0;
    }
  }
}
