/** Characters that a native search passes in the time of one read. */
const SEARCHED_PER_READ = 32;

/** Thrown by a `CountedText` once it was read as often as it may be. */
export class OutOfReads extends Error {}

/** A text that counts how often its characters are looked at, for engines that read strings and string objects alike. */
export class CountedText extends String {
  readonly #text: string;
  #left: number;

  /** @param reads How many characters may be looked at, each time counted. */
  constructor(text: string, reads: number) {
    super(text);
    this.#text = text;
    this.#left = reads;
  }

  override charCodeAt(index: number): number {
    this.#spend(1);
    return this.#text.charCodeAt(index);
  }

  override indexOf(searched: string, from = 0): number {
    const found = this.#text.indexOf(searched, from);
    const end = found === -1 ? this.#text.length : found;
    this.#spend(1 + Math.max(0, end - from) / SEARCHED_PER_READ);
    return found;
  }

  #spend(reads: number): void {
    this.#left -= reads;
    if (this.#left < 0) throw new OutOfReads();
  }
}
