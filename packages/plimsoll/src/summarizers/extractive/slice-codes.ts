import { characterClass } from "./character-class.js";

/** A part of a text. */
export interface TextSlice {
  readonly source: string;
  readonly start: number;
  readonly end: number;
}

/**
 * A slice laid out so that each character is read from the string once: code and class by index from the start of
 * the slice. One object is reused for every slice.
 */
export class SliceCodes {
  codes: Uint16Array = new Uint16Array(1024);
  classes: Uint8Array = new Uint8Array(1024);
  length = 0;
  #source = "";
  #start = 0;

  load({ source, start, end }: TextSlice): void {
    const length = end - start;
    if (length > this.codes.length) this.#grow(length);
    const { codes, classes } = this;
    for (let index = 0; index < length; index++) {
      const code = source.charCodeAt(start + index);
      codes[index] = code;
      classes[index] = characterClass(code);
    }
    this.length = length;
    this.#source = source;
    this.#start = start;
  }

  text(start: number, end: number): string {
    return this.#source.slice(this.#start + start, this.#start + end);
  }

  #grow(length: number): void {
    const size = 2 ** Math.ceil(Math.log2(length));
    this.codes = new Uint16Array(size);
    this.classes = new Uint8Array(size);
  }
}
