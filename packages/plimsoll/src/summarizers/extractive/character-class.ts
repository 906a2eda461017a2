/** Classes of characters for the term scanner. */
export const CHARACTER = {
  separator: 0,
  lower: 1,
  upper: 2,
  digit: 3,
  underscore: 4,
  slash: 5,
  connector: 6,
  ideograph: 7,
} as const;

const ASCII = new Uint8Array(128);
for (let code = 97; code <= 122; code++) ASCII[code] = CHARACTER.lower;
for (let code = 65; code <= 90; code++) ASCII[code] = CHARACTER.upper;
for (let code = 48; code <= 57; code++) ASCII[code] = CHARACTER.digit;
ASCII["_".charCodeAt(0)] = CHARACTER.underscore;
ASCII["/".charCodeAt(0)] = CHARACTER.slash;
for (const character of ".-@#~+") ASCII[character.charCodeAt(0)] = CHARACTER.connector;

// Scripts written without blanks between words: kana, Han, Thai, Lao, Khmer, Burmese.
const UNSPACED: readonly (readonly [number, number])[] = [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  [0x3041, 0x30ff],
  [0x3400, 0x9fff],
  [0xf900, 0xfaff],
];
const PUNCTUATION: readonly (readonly [number, number])[] = [
  [0x80, 0xbf],
  [0x2000, 0x2bff],
  [0x3000, 0x3040],
  [0xd800, 0xdfff],
  [0xff00, 0xffef],
];

const within = (code: number, ranges: readonly (readonly [number, number])[]): boolean =>
  ranges.some(([first, last]) => code >= first && code <= last);

/** The class of a UTF-16 code unit; letters of any spaced script count as lower case. */
export function characterClass(code: number): number {
  if (code < 128) return ASCII[code] ?? CHARACTER.separator;
  if (within(code, PUNCTUATION)) return CHARACTER.separator;
  return within(code, UNSPACED) ? CHARACTER.ideograph : CHARACTER.lower;
}
