/** What kind of answer a question asks for, and how a passage looks that may give it. */
export interface AnswerKind {
  /** What questions that ask for it say. */
  readonly asked: RegExp;
  readonly given: RegExp;
}

/** One pattern for whole words of scripts with blanks, and for anything in the others. */
const anyOf = (words: string, others: readonly string[], flags = "iu"): RegExp =>
  new RegExp([`(?<!\\p{L})(?:${words.split(" ").join("|")})(?!\\p{L})`, ...others].join("|"), flags);

const WHO = "who whom whose wer wem wen qui chi quem qui[eé]n кто кому кого кем";
const HOW_MUCH =
  "when wann wieviel quand combien cu[aá]ndo cu[aá]nt[oa]s? quando quant[oiae]s? когда сколько";
const WHY = "why reason caused? warum wieso weshalb pourquoi por\\s?qu[eé] perch[eé] waarom почему зачем";
const BECAUSE =
  "because since reason caused? therefore weil denn grund deshalb parce puisque car raison porque motivo perch[eé] omdat потому";

/** The first kind that fits counts. */
const ANSWER_KINDS: readonly AnswerKind[] = [
  {
    asked: anyOf(WHO, ["कौन", "किस(?:ने|को|से)", "谁", "誰", "だれ", "누구", "누가"]),
    given: anyOf(
      "Mr Mrs Ms Dr Frau Herr Mme Sra? name assignee owner",
      [
        String.raw`\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+`,
        "[先女]生",
        "女士",
        String.raw`小\p{Script=Han}`,
        "さん",
        "様",
        "氏",
        "님",
        "씨",
        "팀장",
        "과장",
      ],
      "u",
    ),
  },
  {
    asked: anyOf(HOW_MUCH, [
      String.raw`\bhow (?:long|much|many|often|old|far|big|large)\b`,
      "what time",
      "which (?:day|date|number|code)",
      "wie (?:viel|lange|oft|gro(?:ss|ß))",
      "कब",
      "कितन",
      "什么时候",
      "几",
      "多少",
      "多久",
      "多长",
      "いつ",
      "何[時日月年人個回円]",
      "いくら",
      "いくつ",
      "どのくらい",
      "언제",
      "얼마",
      "몇",
    ]),
    given: /[0-9０-９]|[一二三四五六七八九十百千万两][点天分年月日个小周次元块]/u,
  },
  {
    asked: anyOf(WHY, [
      "what made",
      "क्यों",
      "为什么",
      "为何",
      "原因",
      "なぜ",
      "理由",
      "どうして",
      "왜",
      "이유",
    ]),
    given: anyOf(BECAUSE, [
      "due to",
      "so that",
      "that is why",
      "ya que",
      "так как",
      "причин",
      "क्योंकि",
      "इसलिए",
      "因为",
      "由于",
      "原因",
      "所以",
      "ため",
      "から",
      "理由",
      "때문",
      "이유",
      "라서",
    ]),
  },
];

/** The kind of answer that a question asks for, if its words tell. */
export function answerKind(question: string): AnswerKind | undefined {
  return ANSWER_KINDS.find(({ asked }) => asked.test(question));
}
