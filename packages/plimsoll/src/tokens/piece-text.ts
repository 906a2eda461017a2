import { PIECE_LIMIT } from "./split-for-tokenizer.js";

/** The class of a character for a pre-tokenizer. */
export const OTHER = 0;
export const LOWER = 1;
export const UPPER = 2;
export const DIGIT = 3;
export const BLANK = 4;
export const NEWLINE = 5;
/** Not ASCII: only the pattern can classify it. */
export const WIDE = 6;
/** Behind the last character. */
export const END = 7;

const ASCII = 128;

function asciiKind(code: number): number {
  if (code === 0x0a || code === 0x0d) return NEWLINE;
  if (code === 0x20 || code === 0x09 || code === 0x0b || code === 0x0c) return BLANK;
  if (code >= 0x30 && code <= 0x39) return DIGIT;
  if (code >= 0x41 && code <= 0x5a) return UPPER;
  return code >= 0x61 && code <= 0x7a ? LOWER : OTHER;
}

const ASCII_KINDS: Uint8Array = Uint8Array.from({ length: ASCII }, (_, code) => asciiKind(code));

/**
 * A text of at most {@link PIECE_LIMIT} characters, laid out so that each is read from the string once: code and
 * kind by index, with the kind {@link END} after the last. One object is reused for every text.
 */
export class PieceText {
  readonly codes: Uint16Array = new Uint16Array(PIECE_LIMIT + 1);
  readonly kinds: Uint8Array = new Uint8Array(PIECE_LIMIT + 1);
  text = "";

  fill(text: string): void {
    const { codes, kinds } = this;
    this.text = text;
    const { length } = text;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      codes[index] = code;
      kinds[index] = code < ASCII ? (ASCII_KINDS[code] ?? OTHER) : WIDE;
    }
    codes[length] = 0;
    kinds[length] = END;
  }
}
