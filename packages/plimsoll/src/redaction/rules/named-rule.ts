import type { SecretRule } from "../secret-rule.js";
import { WORD_END } from "./prefix-rule.js";

/** kind, the possible names before it, its shape, an example, and a look-alike that is not a secret. */
export type NamedRow = readonly [
  kind: string,
  names: readonly string[],
  value: string,
  example: string,
  lookAlike: string,
];

/** Between a vendor's name and the value: the rest of a variable's name, quotes, and the assignment. */
const BETWEEN = "[\\w .-]{0,24}\\\\{0,4}[\"'`]?\\]?\\s{0,3}(?:=>|:=|[=:,>])[\\s\"'`=\\\\]{0,6}";

/** A secret without a shape of its own: only the name before it reveals it. */
export function namedRule([kind, names, value, example, lookAlike]: NamedRow): SecretRule {
  const alternatives = names.map((name) => name.replaceAll(".", "\\.")).join("|");
  return {
    kind,
    anchors: names,
    wordStart: false,
    anyCase: true,
    pattern: `(?:${alternatives})${BETWEEN}(${value})${WORD_END}`,
    example,
    lookAlike,
  };
}

export const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** So many characters of a class, a digit among them: a run of letters is a word. */
export function withDigit(characters: string, least: number, most: number = least): string {
  return `(?=[a-z_-]{0,${most - 1}}\\d)[${characters}]{${least},${most}}`;
}
