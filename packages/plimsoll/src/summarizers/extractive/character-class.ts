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

const CLASSES: Uint8Array = new Uint8Array(65_536).fill(CHARACTER.lower, 128);
for (const [first, last] of UNSPACED) CLASSES.fill(CHARACTER.ideograph, first, last + 1);
for (const [first, last] of PUNCTUATION) CLASSES.fill(CHARACTER.separator, first, last + 1);
CLASSES.fill(CHARACTER.lower, 97, 123);
CLASSES.fill(CHARACTER.upper, 65, 91);
CLASSES.fill(CHARACTER.digit, 48, 58);
CLASSES["_".charCodeAt(0)] = CHARACTER.underscore;
CLASSES["/".charCodeAt(0)] = CHARACTER.slash;
for (const character of ".-@#~+") CLASSES[character.charCodeAt(0)] = CHARACTER.connector;

/** The class of a UTF-16 code unit; letters of any spaced script count as lower case. */
export const characterClass = (code: number): number => CLASSES[code] ?? CHARACTER.separator;
