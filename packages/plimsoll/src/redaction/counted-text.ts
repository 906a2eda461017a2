/** Characters that a native search passes in the time of one read. */
const SEARCHED_PER_READ = 32;

/** Thrown by a counted text once it was read as often as it may be. */
export class OutOfReads extends Error {}

type CountedTextClass = new (text: string, reads: number) => object;

/**
 * A class that extends `String` invalidates V8's assumptions about all strings: every `charCodeAt` of the
 * process, such as in token counting, takes twice as long from then on. So it is defined only when a pattern is
 * first used.
 */
function defineCountedText(): CountedTextClass {
  return class CountedText extends String {
    readonly #text: string;
    #left: number;

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
  };
}

let CountedText: CountedTextClass | undefined;

/**
 * A text that counts how often its characters are read, for engines that treat strings and string objects alike.
 * `reads` is the maximum number of reads.
 */
export function countedText(text: string, reads: number): string {
  CountedText ??= defineCountedText();
  return new CountedText(text, reads) as unknown as string;
}
