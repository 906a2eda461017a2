import { CHARACTER, characterClass } from "./character-class.js";

/** A pair of characters that was asked for, and how much it says. */
export interface WeighedPair {
  readonly pair: string;
  readonly weight: number;
}

const LITTLE = 0.15;
const LESS = 0.5;

/** Question words and polite forms: what stands in them says nothing about what is asked. */
const QUESTIONS = new RegExp(
  [
    "什么时候",
    "为什么",
    "什么",
    "怎么样?",
    "哪[里个些种儿]",
    "多少",
    "多久",
    "多长",
    "几点",
    "谁",
    "如何",
    "是否",
    "告诉",
    "请问",
    "なぜ",
    "どうして",
    "どこ",
    "どの(?:くらい|よう)?",
    "どんな",
    "だれ",
    "誰",
    "いつ",
    "いくら",
    "いくつ",
    "何(?:です|でしょう)?",
    "教えて",
    "ください",
    "누구",
    "누가",
    "언제",
    "어디",
    "무엇",
    "무슨",
    "어떤",
    "어떻게",
    "얼마나?",
    "몇",
    "왜",
    "알려",
  ].join("|"),
  "gu",
);
/** Characters that are mostly grammar. */
const GRAMMAR =
  /[的了是在我你您他她它们这那有和与就都也很吗呢吧啊请把被给让对从到为以要会能可得着过\p{Script=Hiragana}]/u;
const HIRAGANA = /^\p{Script=Hiragana}+$/u;
const HANGUL = /^\p{Script=Hangul}+$/u;
/** Korean endings of nouns and verbs, the longest first. */
const ENDINGS =
  /(?:인가요|합니까|습니까|입니까|입니다|습니다|했나요|하나요|되나요|됐나요|해야|에게서|에게|에서|으로|까지|부터|이란|하고|한테|은|는|이|가|을|를|에|의|로|와|과|도|만|나요|까요|요|한|할|된)$/u;

/** The pairs of characters of the Chinese, Japanese and Korean in a question. */
export function widePairs(question: string): WeighedPair[] {
  const pairs: WeighedPair[] = [];
  for (const run of wideRuns(question.replace(QUESTIONS, " "))) {
    const ending = HANGUL.test(run) ? (ENDINGS.exec(run)?.[0].length ?? 0) : 0;
    const content = run.length - (ending < run.length ? ending : 0);
    if (run.length === 1) pairs.push({ pair: run, weight: weightOf(run) });
    for (let at = 0; at + 1 < run.length; at++) {
      const pair = run.slice(at, at + 2);
      pairs.push({ pair, weight: at + 2 > content ? LITTLE : weightOf(pair) });
    }
  }
  return pairs;
}

function weightOf(pair: string): number {
  if (HIRAGANA.test(pair)) return LITTLE;
  return GRAMMAR.test(pair) ? LESS : 1;
}

function wideRuns(text: string): string[] {
  const runs: string[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && characterClass(text.charCodeAt(at)) === CHARACTER.wide) continue;
    if (at > start) runs.push(text.slice(start, at));
    start = at + 1;
  }
  return runs;
}
