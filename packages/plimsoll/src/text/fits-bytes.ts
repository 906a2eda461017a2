/** The most bytes that one UTF-16 unit takes in UTF-8. */
const MOST_BYTES = 3;
const encoder = new TextEncoder();

/** The bytes of a text in UTF-8. */
export const byteLength = (text: string): number => encoder.encode(text).length;

/** True if a text has at most so many bytes in UTF-8; 0 is no limit. */
export function fitsBytes(text: string, maxBytes: number): boolean {
  if (maxBytes === 0 || text.length * MOST_BYTES <= maxBytes) return true;
  return text.length <= maxBytes && byteLength(text) <= maxBytes;
}
