const MAX_CHARACTERS = 240;
/** Tokens with a digit, at most this share of all, and so many words: a sentence, known by its first words. */
const MOST_NUMBERS = 0.3;
const LEAST_WORDS = 5;
const OPENING_WORDS = 3;
const CODE = /[{}();=<>[\]]/;
const TOKEN = /[\p{L}\p{M}\p{N}_]+/gu;
const HAS_DIGIT = /\d/;
const BEYOND_ASCII = /[^\u0000-\u007f]/;

/**
 * What a line looks like without what differs from row to row: numbers and names in the same places, or, for a sentence,
 * its first words.
 */
export function lineShape(line: string): string {
  const text = line.slice(0, MAX_CHARACTERS);
  const { words, numbers, opening, places } = BEYOND_ASCII.test(text) ? readLine(text) : readAsciiLine(text);
  const isSentence = words >= LEAST_WORDS && numbers <= MOST_NUMBERS * (words + numbers) && !CODE.test(text);
  return isSentence ? opening.join(" ").toLowerCase() : places;
}

interface ReadLine {
  words: number;
  numbers: number;
  /** The first words. */
  readonly opening: string[];
  /** The signs of the line, with one letter for words in a row and one digit for each number. */
  places: string;
}

function readLine(text: string): ReadLine {
  const tokens = text.match(TOKEN) ?? [];
  const words = tokens.filter((token) => !HAS_DIGIT.test(token));
  const places = text
    .replace(TOKEN, (token) => (HAS_DIGIT.test(token) ? "9" : "a"))
    .replace(/\s+/g, "")
    .replace(/a{2,}/g, "a");
  const numbers = tokens.length - words.length;
  return { words: words.length, numbers, opening: words.slice(0, OPENING_WORDS), places };
}

/** The same in one pass: most lines of most outputs are plain, and there are many. */
function readAsciiLine(text: string): ReadLine {
  const line: ReadLine = { words: 0, numbers: 0, opening: [], places: "" };
  let isAfterWord = false;
  for (let at = 0; at < text.length; ) {
    const start = at;
    let hasDigit = false;
    for (let code = text.charCodeAt(at); isWordCode(code); code = text.charCodeAt(++at))
      hasDigit ||= code <= NINE;
    if (at === start) {
      const code = text.charCodeAt(at++);
      if (code === 32 || (code >= 9 && code <= 13)) continue;
      line.places += text[start] ?? "";
      isAfterWord = false;
    } else if (hasDigit) {
      line.numbers++;
      line.places += "9";
      isAfterWord = false;
    } else {
      if (line.words++ < OPENING_WORDS) line.opening.push(text.slice(start, at));
      if (!isAfterWord) line.places += "a";
      isAfterWord = true;
    }
  }
  return line;
}

const NINE = 57;
const isWordCode = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= NINE) || (code >= 65 && code <= 90) || code === 95;
