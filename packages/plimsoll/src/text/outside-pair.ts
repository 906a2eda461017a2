const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** `position`, or one less if it is inside a surrogate pair. */
export function outsidePair(text: string, position: number): number {
  const inside =
    position > 0 &&
    position < text.length &&
    isHighSurrogate(text.charCodeAt(position - 1)) &&
    isLowSurrogate(text.charCodeAt(position));
  return inside ? position - 1 : position;
}
