const LATIN = /^[\p{Script=Latin}]+$/u;
/** Words of scripts whose words change at their end. */
const INFLECTED = /^[\p{Script=Cyrillic}\p{Script=Devanagari}\p{M}]+$/u;
const CYRILLIC_ENDING =
  /(?:овать|[еи]вать|[иаяеу]ть|(?:[иаяуюе]й|[ьи])(?:те)?|[аяо]ми?|[ое][йм]|[ое]го|[ое]му|[ыи][хейм]|[аяуюыиоеь])$/u;
/** Letters that a word of an inflected language keeps in most of its forms. */
const KEPT_LETTERS = 5;
/** "gelöscht" */
const GERMAN_PARTICIPLE = /^ge(\p{L}{4,})t$/u;
const ENGLISH_ENDING = /(?:ing|ed|(?<=[sxz]|[cs]h)es|(?<=.{5})(?:ation|ment)s?|s)$/;
/** Pronouns at the end of Spanish verbs, and the endings of verbs and nouns in Spanish, Portuguese, French and German. */
const PRONOUN = /(?<=\p{L}{3}[aeiou]r)(?:me|te|se|nos|lo|la|los|las|le|les)$/u;
const ENDING =
  /(?:i?ez|ons|ent|ant|ando|endo|iendo|est|[aei]rem|[aei]r|[aei]n|am|em|as|os|is|[aeoé]|n|t(?<=[^aeiou]t))$/u;
const LEAST_LETTERS = 4;

const plain = (word: string): string => word.normalize("NFD").replace(/[\u0300-\u0307\u0309-\u036f]/g, "");

/** Cuts an ending off if enough is left. */
function without(word: string, ending: RegExp): string {
  const bare = word.replace(ending, "");
  return bare.length >= LEAST_LETTERS ? bare : word;
}

const inflectedStem = (word: string): string =>
  word.replace(CYRILLIC_ENDING, (ending, at: number) => (at >= 3 ? "" : ending)).slice(0, KEPT_LETTERS);

/**
 * What forms of a word have in common, well enough to compare subjects: `tests` and `test`, `merge` and `merging`,
 * `pousse` and `pousser`, `reinicies` and `reiniciar`, `ändere` and `ändern`.
 */
export function wordStem(word: string): string {
  if (!LATIN.test(word)) return INFLECTED.test(word) ? inflectedStem(word) : word;
  if (word.length < 4) return word;
  const participle = GERMAN_PARTICIPLE.exec(word)?.[1];
  if (participle !== undefined) return wordStem(`${participle}e`);
  const bare = word.length < 5 ? word.replace(/(?<!s)s$/, "") : word.replace(ENGLISH_ENDING, "");
  const stem = without(without(plain(bare), PRONOUN), ENDING);
  return stem
    .replace(/(?<=[^aeiou])y$/, "i")
    .replace(/qu$/, /que[sn]?$/.test(bare) ? "c" : "qu")
    .replace(/gu$/, "g")
    .replace(/([^aeiou])\1$/, "$1");
}
