import { needsTwoBytes, ownText } from "../../text/own-text.js";

/** A text in the form that takes the least memory. */
export type PackedText = string | Uint8Array;

/** Shorter texts take less memory unpacked. */
const LEAST_CHARACTERS = 128;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * One character beyond Latin-1 makes the JavaScript engine store a whole text with two bytes per character; UTF-8
 * takes one byte for most. UTF-8 has no lone surrogates, so a text with one stays unpacked. Every other text is
 * copied.
 */
export function packText(text: string): PackedText {
  if (text.length < LEAST_CHARACTERS) return text;
  if (!needsTwoBytes(text)) return ownText(text);
  if (!text.isWellFormed()) return text;
  const bytes = encoder.encode(text);
  return bytes.length < 2 * text.length ? bytes : text;
}

/** The text as it was. */
export const unpackText = (packed: PackedText): string =>
  typeof packed === "string" ? packed : decoder.decode(packed);
