/** Characters that a native search passes in the time of one read. */
const SEARCHED_PER_READ = 32;

/** Thrown by a counted text once it was read as often as it may be. */
export class OutOfReads extends Error {}

type CountedTextClass = new (text: string, reads: number) => object;

/**
 * A class that extends `String` takes away what V8 knows of all strings: every `charCodeAt` of the process, such as those of
 * counting tokens, takes twice as long from then on. So it is made when a pattern is first searched with.
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
 * A text that counts how often its characters are looked at, for engines that read strings and string objects alike.
 * `reads` says how many characters may be looked at, each time counted.
 */
export function countedText(text: string, reads: number): string {
  CountedText ??= defineCountedText();
  return new CountedText(text, reads) as unknown as string;
}
