/** What kind of answer a question asks for, and how a passage looks that may give it. */
export interface AnswerKind {
  /** Words of questions that ask for it. */
  readonly asked: RegExp;
  readonly given: RegExp;
}

const NUMBER = String.raw`[0-9０-９]|[一二三四五六七八九十百千万两]+[点天分年月日个小周次元块]`;

/** The first kind that fits counts. */
const ANSWER_KINDS: readonly AnswerKind[] = [
  {
    asked:
      /\b(?:who|whom|whose|wer|wem|wen|qui|chi|quem|wie is)\b|qui[eé]n|(?<!\p{L})(?:кто|кому|кого|кем)(?!\p{L})|कौन|किस(?:ने|को|से)|谁|誰|だれ|누구|누가/iu,
    given:
      /\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+|\b(?:Mr|Mrs|Ms|Dr|Frau|Herr|Mme|Sra?)\b|[先女]生|女士|小\p{Script=Han}|さん|様|氏|님|씨|팀장|과장|name|assignee|owner/u,
  },
  {
    asked:
      /\bhow (?:long|much|many|often|old|far|big|large)\b|\bwhen\b|what time|which (?:day|date|number|code)|\b(?:wann|wieviel|wie (?:viel|lange|oft|gross|groß)|quand|combien|cu[aá]ndo|cu[aá]nt[oa]s?|quando|quant[oiae]s?)\b|(?<!\p{L})(?:когда|сколько)(?!\p{L})|कब|कितन|什么时候|几|多少|多久|多长|いつ|何[時日月年人個回円]|いくら|いくつ|どのくらい|언제|얼마|몇/iu,
    given: new RegExp(NUMBER, "u"),
  },
  {
    asked:
      /\bwhy\b|\b(?:reason|cause)d?\b|what made|\b(?:warum|wieso|weshalb|pourquoi|por ?qu[eé]|perch[eé]|waarom)\b|(?<!\p{L})(?:почему|зачем)(?!\p{L})|क्यों|为什么|为何|原因|なぜ|理由|どうして|왜|이유/iu,
    given:
      /\b(?:because|since|reason|caused?|due to|so that|therefore|that is why|weil|denn|grund|deshalb|parce|puisque|car|raison|porque|motivo|ya que|perch[eé]|omdat)\b|потому|так как|причин|क्योंकि|इसलिए|因为|由于|原因|所以|ため|から|原因|理由|때문|이유|라서/iu,
  },
];

/** The kind of answer that a question asks for, if its words tell. */
export function answerKind(question: string): AnswerKind | undefined {
  return ANSWER_KINDS.find(({ asked }) => asked.test(question));
}
