/**
 * Mean tokens per UTF-16 unit in `o200k_base` of the characters below `below`, in ascending
 * order; each bound is a multiple of 16.
 */
const COSTS_BELOW: ReadonlyArray<{ readonly below: number; readonly cost: number }> = [
  { below: 0xc0, cost: 0.9 }, // Latin-1 signs
  { below: 0x250, cost: 0.7 }, // accented Latin
  { below: 0x300, cost: 1 }, // phonetic
  { below: 0x370, cost: 1 }, // combining marks
  { below: 0x530, cost: 0.27 }, // Greek, Cyrillic
  { below: 0x900, cost: 0.5 }, // Armenian, Hebrew, Arabic
  { below: 0x1100, cost: 0.45 }, // Indic scripts, Thai, Georgian
  { below: 0x2000, cost: 1.2 },
  { below: 0x2500, cost: 0.9 }, // general punctuation, arrows, mathematics
  { below: 0x2600, cost: 1 }, // box drawing
  { below: 0x2e80, cost: 1.2 }, // symbols, dingbats
  { below: 0x3040, cost: 1 }, // ideographic punctuation
  { below: 0x30a0, cost: 0.74 }, // hiragana
  { below: 0x3100, cost: 0.6 }, // katakana
  { below: 0x3400, cost: 1.2 },
  { below: 0x4e00, cost: 2 }, // rare ideographs
  { below: 0xa000, cost: 0.79 }, // ideographs
  { below: 0xac00, cost: 2 },
  { below: 0xd7b0, cost: 0.71 }, // Korean syllables
  { below: 0xe000, cost: 1.1 }, // surrogates: half an emoji or a rare ideograph
  { below: 0xff00, cost: 2 },
  { below: 0x10000, cost: 1 }, // full-width forms
];

const COSTS: Float32Array = Float32Array.from({ length: 0x1000 }, (_, row) => {
  return COSTS_BELOW.find(({ below }) => row << 4 < below)?.cost ?? 1;
});

const REPEATED_BOX_DRAWING = 0.08;

/** Estimated tokens of a UTF-16 unit beyond ASCII, given the unit before it. */
export function wideCharacterCost(code: number, previous: number): number {
  if (code === previous && code >= 0x2500 && code < 0x2600) return REPEATED_BOX_DRAWING;
  return COSTS[code >> 4] ?? 1;
}
