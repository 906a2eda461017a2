/** The JavaScript engine itself copies shorter texts when it cuts them out. */
const LEAST_CHARACTERS = 13;
const NEEDS_TWO_BYTES = /[^\u0000-\u00ff]/;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** True if the engine needs two bytes for each character of the text. */
export const needsTwoBytes = (text: string): boolean => NEEDS_TWO_BYTES.test(text);

/**
 * The same text, for long-lived storage. The original may be in pieces, keep a larger text alive that it was cut
 * from, or take two bytes per character because that text does: a copy has none of this.
 */
export function ownText(text: string): string {
  if (text.length < LEAST_CHARACTERS || needsTwoBytes(text)) return text;
  return decoder.decode(encoder.encode(text));
}
