import { StringFinder, collapseBlanks } from "./string-finder.js";

/** So few strings are searched one by one: a combined search takes longer to set up. */
const FEW = 8;

/**
 * Those of the strings that stand in one of the texts, whatever white space separates their words; an empty string stands
 * in any. Linear in strings plus texts, not in their product.
 */
export function stringsIn(strings: readonly string[], texts: readonly string[]): ReadonlySet<string> {
  if (strings.length > FEW) return foundTogether(strings, texts);
  if (strings.length === 0) return new Set();
  const whole = texts.map(collapseBlanks).join("\n");
  return new Set(strings.filter((string) => whole.includes(collapseBlanks(string))));
}

function foundTogether(strings: readonly string[], texts: readonly string[]): ReadonlySet<string> {
  const found = new Set<number>();
  const finder = new StringFinder(strings);
  const isDone = (index: number): boolean => found.has(index);
  for (const text of texts) finder.scan(text, (index) => found.add(index), isDone);
  return new Set(strings.filter((string, index) => found.has(index) || collapseBlanks(string) === ""));
}
