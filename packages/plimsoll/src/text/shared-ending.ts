import { isBlank } from "./is-blank.js";

const FACTOR = 0x01000193;

/**
 * Strings with a common ending, by their length and a hash from their end. One walk back from a found ending
 * finds all of them, however many there are.
 */
export class SharedEnding {
  readonly #byLength = new Map<number, Map<number, number[]>>();
  readonly #longest: number;

  /** `members` are the numbers of the strings; the white space of these is collapsed. */
  constructor(strings: readonly string[], members: readonly number[]) {
    let longest = 0;
    for (const index of members) {
      const text = strings[index] ?? "";
      longest = Math.max(longest, text.length);
      const byHash = this.#byLength.get(text.length) ?? new Map<number, number[]>();
      this.#byLength.set(text.length, byHash);
      const hash = hashOf(text);
      const alike = byHash.get(hash);
      if (alike === undefined) byHash.set(hash, [index]);
      else alike.push(index);
    }
    this.#longest = longest;
  }

  /** The strings that most probably end here in a text, with its white space collapsed. */
  before(text: string, end: number): number[] {
    const found: number[] = [];
    let [hash, power, length] = [0, 1, 0];
    for (let at = end - 1; at >= 0 && length < this.#longest; at--) {
      let code = text.charCodeAt(at);
      if (isBlank(code)) {
        code = 32;
        while (at > 0 && isBlank(text.charCodeAt(at - 1))) at--;
      }
      hash = (hash + Math.imul(code, power)) | 0;
      power = Math.imul(power, FACTOR);
      length++;
      const alike = this.#byLength.get(length)?.get(hash);
      if (alike !== undefined) for (const index of alike) found.push(index);
    }
    return found;
  }
}

function hashOf(text: string): number {
  let [hash, power] = [0, 1];
  for (let at = text.length - 1; at >= 0; at--) {
    hash = (hash + Math.imul(text.charCodeAt(at), power)) | 0;
    power = Math.imul(power, FACTOR);
  }
  return hash;
}
