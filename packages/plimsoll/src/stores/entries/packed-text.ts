import { needsTwoBytes, ownText } from "../../text/own-text.js";

/** A text as it takes the least memory. */
export type PackedText = string | Uint8Array;

/** Shorter texts take less as they are. */
const LEAST_CHARACTERS = 128;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * One character beyond Latin-1 makes the engine hold a whole text with two bytes for each of its characters; as UTF-8 it
 * takes one for most. UTF-8 has no lone surrogates: a text with such stays as it is. Every other text is copied.
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
