import { BoundedMap } from "../collections/bounded-map.js";

/** The two-letter steps that make up most of the words of English. */
const COMMON_STEPS: ReadonlySet<string> = new Set(
  (
    "th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne " +
    "ea ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa " +
    "ge ie wh ee wi em ad ol rt po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev ld ry mp " +
    "fe bl ab gh ty op wo sa ay ex ke fr oo av ag if ap gr od bo sp rd do uc bu ei ov by rm ep tt oc fa ef cu rn sc gi da " +
    "yo cr cl du ga qu ue ff ba ey ls va um pp ua up lu go ht ru ug ds lt pi rc rr eg au ck ew mu br bi pt ak pu ui rg ib " +
    "tl ny ki rk ys ob mm fu ph og ms ye ud mb ip ub oi rl gu dr hr cc tw ft wn nu af hu nn eo vo rv nf xp gn sm fl iz ok"
  ).split(" "),
);

const WORDS = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g;
const VOWEL = /[aeiouy]/i;
/** Only this many characters are examined. */
export const MAX_LOOKED_AT = 256;

const NAME = /^[A-Za-z_$][\w$ -]*$/;
/** Digits are last in a name, or form a separate name. */
const DIGIT_INSIDE = /\d[^\d]*[A-Za-z]/;
const NUMBERED = /(?:sha|md|utf|base|x|ed|oauth|v|ipv|http|es|rs|hs|s|ec|k)\d{1,5}(?![a-z])/gi;

/** The decisions about the newest words: names come again and again. */
const MAX_KNOWN = 1024;
const KNOWN = new BoundedMap<string, boolean>(MAX_KNOWN);

/** True for `value`, `hashedPassword` or `db_password_2`: letters in the order that words have them. */
export function isWordy(value: string): boolean {
  const text = value.slice(0, MAX_LOOKED_AT);
  const known = KNOWN.get(text);
  if (known !== undefined) return known;
  const wordy = hasShapeOfWords(text);
  KNOWN.set(text, wordy);
  return wordy;
}

function hasShapeOfWords(text: string): boolean {
  if (!NAME.test(text) || (DIGIT_INSIDE.test(text) && DIGIT_INSIDE.test(text.replace(NUMBERED, ""))))
    return false;
  const words = text.match(WORDS) ?? [];
  if (words.some((word) => word.length >= 3 && !isSpoken(word))) return false;
  const short = words.filter((word) => word.length < 3).length;
  if (words.length === short || short > 1 + words.length / 4) return false;
  const { steps, common } = stepsOf(words);
  return common >= steps * 0.6 || (steps <= 4 && common >= steps - 1);
}

/** Words of programs that are written without their vowels. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  "str ptr ctx cfg msg src dst cmd fmt mgr hdr crt pwd tmp std html xhtml xml css sql http https ssl tls ssh rpc".split(
    " ",
  ),
);

/** A vowel, the few capitals of an abbreviation, or one that programs have in any case. */
const isSpoken = (word: string): boolean =>
  VOWEL.test(word) ||
  (word.length <= 5 && (word === word.toUpperCase() || ABBREVIATIONS.has(word.toLowerCase())));

function stepsOf(words: readonly string[]): { readonly steps: number; readonly common: number } {
  let steps = 0;
  let common = 0;
  for (const word of words) {
    for (let index = 1; index < word.length; index += 1) {
      steps += 1;
      if (COMMON_STEPS.has(word.slice(index - 1, index + 1).toLowerCase())) common += 1;
    }
  }
  return { steps, common };
}
