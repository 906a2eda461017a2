import { type PlainWriting, plainWriting } from "./plain-writing.js";

/** A visible character of ASCII, a blank or the end of a line by its number, encoded up to four times. */
const ENCODED = /%(?:25){0,3}([2-7][\da-f]|0[9ad])/gi;

const characterOf = (_: string, [hex]: readonly unknown[]): string =>
  String.fromCharCode(Number.parseInt(String(hex), 16));

/** Reads what the parameters of an address have behind percent signs: `postgres%3A%2F%2F`. Undefined for a text without it. */
export function withoutPercentSigns(text: string): PlainWriting | undefined {
  return text.includes("%") ? plainWriting(text, ENCODED, characterOf) : undefined;
}
