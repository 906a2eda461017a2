import { CUES } from "../cues/cues.js";

/** A value in a sentence, and the slot that it fills: only one value of a slot can hold for the same thing. */
export interface ExactValue {
  /** What kind of value it is: "mail", "time", "date", "money", "language", "number of workers", "number behind port". */
  readonly slot: string;
  readonly value: string;
}

const MAX_VALUES = 16;
const MAX_CHARACTERS = 2_000;
const MAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}/g;
const TIME = /(?<![\d:.])\d{1,2}:\d{2}(?![\d:])/g;
const MONEY =
  /[$€£¥₹₩]\s?\d[\d.,]{0,12}|\d[\d.,]{0,12}\s?(?:[$€£¥₹₩₽元円원]|(?:eur|euros?|usd|dollars?|chf|gbp|pounds?|yen|jpy|cny|inr|rupees?|rub|brl)\b)/giu;
/** A number with the word behind it, and with the word before it. */
const COUNTED =
  /(?<!(?![\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー])[\p{L}]|[\p{N}.:_-])(\p{N}[\p{N}.,]{0,12}|\p{L}{2,12})(?=[\s-]?([\p{L}%][\p{L}\p{M}]{0,20})?)/gu;
const LABELLED =
  /([\p{L}][\p{L}\p{M}]{1,20})\s#?((?:\p{Lu}{1,3}-?)?\p{N}[\p{N}.]{0,12})(?![\p{L}\p{N}@:-])/gu;

const NUMERAL = /\p{N}/u;
const NUMBER_WORD = new RegExp([...CUES.words("number word")].join("|"), "u");

function numberOf(word: string): string | undefined {
  if (/^\p{N}/u.test(word)) return word.replace(/[.,](?=\p{N}{3}\b)/gu, "").replace(/[.,]$/, "");
  return CUES.hasWord("number word", word.toLowerCase()) ? word : undefined;
}

/** A unit in a script without blanks: its first sign, for particles and endings follow it. */
const UNSPACED_UNIT =
  /^(?:个月|[かカヶケ]月|[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}])/u;

/** No unit, but what holds a sentence of such a script together. */
const PARTICLE = /^[的了吧呢吗在是和与がはをにでとのも은는이가을를에의로]/u;

const stem = (word: string): string =>
  UNSPACED_UNIT.exec(word)?.[0] ?? word.toLowerCase().replace(/(?<=.{3})(?:es|s)$/, "");

function add(found: ExactValue[], slot: string, value: string): void {
  if (found.length < MAX_VALUES) found.push({ slot, value: value.toLowerCase() });
}

/** The exact values of a sentence, with what each is a value of. Linear. */
export function exactValues(sentence: string): readonly ExactValue[] {
  const text = sentence.slice(0, MAX_CHARACTERS);
  const found: ExactValue[] = [];
  const hasNumeral = NUMERAL.test(text);
  if (text.includes("@")) for (const [mail] of text.matchAll(MAIL)) add(found, "mail", mail);
  if (hasNumeral) addMeasures(found, text);
  for (const [cue, slot] of NAMED) {
    const place = CUES.find(cue, text);
    if (place !== undefined) add(found, slot, text.slice(place.start, place.end));
  }
  if (hasNumeral || NUMBER_WORD.test(text.toLowerCase())) addCounts(found, text);
  return found;
}

/** Values that cues tell, and their slots. */
const NAMED = [
  ["date", "date"],
  ["language name", "language"],
] as const;

function addMeasures(found: ExactValue[], text: string): void {
  for (const [time] of text.matchAll(TIME)) add(found, "time", time);
  for (const [money] of text.matchAll(MONEY)) add(found, "money", money.replace(/[^\d.,]/g, ""));
}

function addCounts(found: ExactValue[], text: string): void {
  for (const [, number = "", unit = ""] of text.matchAll(COUNTED)) {
    const value = unit === "" || PARTICLE.test(unit) ? undefined : numberOf(number);
    if (value !== undefined) add(found, `number of ${stem(unit)}`, value);
  }
  for (const [, label = "", number = ""] of text.matchAll(LABELLED))
    add(found, `number behind ${stem(label)}`, number);
}

/** True if both give the same slot another value, and neither value of one is also the other's. */
export function differInSlot(later: readonly ExactValue[], earlier: readonly ExactValue[]): boolean {
  return later.some(({ slot, value }) => {
    const others = earlier.filter((other) => other.slot === slot);
    return others.length > 0 && others.every((other) => other.value !== value);
  });
}
