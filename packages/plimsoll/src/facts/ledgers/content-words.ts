const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{N}_]+(?:[./:@-][\p{L}\p{N}_]+)*/gu;
const EAST_ASIAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const NUMBER = /^\d+(?:[.,:]\d+)*$/;
const MAX_WORDS = 48;

/** Words that say how something is said, not what is spoken of. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a an the this that these those it its is are was were be been being am do does did done doing don t s d ll ve re " +
    "i you we they he she me my your our their them us and or but so then if when while as of in on at by for to from " +
    "with without into onto over under about not no nor never always must should shall may might can could would will " +
    "only just also please make sure ensure prefer preferably need needs have has had use using used any all every " +
    "instead actually rather than longer anymore more most least less change plan forget again now want let lets let's " +
    "don't don’t doesn't isn't won't can't cannot what which who how there here up out off very too much many get go"
  ).split(" "),
);

const EAST_ASIAN_STOP =
  /^(?:不要|必须|只能|禁止|务必|总是|一定|请勿|优先|改成|改为|不再|所有|这个|那个|我们|你们|可以|需要|使用|一定要)$/;

/** What a sentence speaks of: its words without function words, East Asian text by pairs of characters. */
export interface ContentWords {
  readonly words: ReadonlySet<string>;
  readonly numbers: readonly string[];
}

/** The words of a sentence, the first 48 of a longer text unless `max` says otherwise. */
export function contentWords(sentence: string, max: number = MAX_WORDS): ContentWords {
  const words = new Set<string>();
  const numbers: string[] = [];
  for (const [token] of sentence.toLowerCase().matchAll(WORD)) {
    if (words.size >= max) break;
    if (NUMBER.test(token)) numbers.push(token);
    else if (EAST_ASIAN.test(token)) addPairs(token, words, max);
    else if (token.length > 1 && !STOP_WORDS.has(token)) words.add(stem(token));
  }
  return { words, numbers };
}

function addPairs(run: string, words: Set<string>, max: number): void {
  const characters = Array.from(run.slice(0, 200));
  for (let index = 0; index + 1 < characters.length && words.size < max; index++) {
    const pair = `${characters[index]}${characters[index + 1]}`;
    if (!EAST_ASIAN_STOP.test(pair)) words.add(pair);
  }
}

/** Enough to see `tests` and `test`, `commits` and `committing` as one. */
function stem(word: string): string {
  if (word.length < 5 || /[^a-z]/.test(word)) return word;
  return word.replace(/(?:ing|ed|es|s)$/, "").replace(/(.)\1$/, "$1");
}

export function sharedWords(one: ContentWords, other: ContentWords): number {
  let shared = 0;
  for (const word of one.words) if (other.words.has(word)) shared++;
  return shared;
}
