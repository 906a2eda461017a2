/** A list of 32-bit integers that grows: an ordinary array of millions of them would cost several times more. */
export class NumberList {
  #values = new Int32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length >= this.#values.length) {
      const larger = new Int32Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  toArray(): Int32Array {
    return this.#values.slice(0, this.length);
  }
}
