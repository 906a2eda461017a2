/**
 * What the classes of letters, numbers and marks stand for in cues. The classes of Unicode hold a hundred thousand
 * characters each, and comparing them without case takes a second for every row; these hold those that the languages
 * of the cues are written in.
 */
const CLASSES: Readonly<Record<string, string>> = {
  L: String.raw`A-Za-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0400-\u04ff\u0904-\u0939\u0958-\u0961\u3041-\u3096\u30a1-\u30fa\u30fc-\u30fe\u3400-\u9fff\uac00-\ud7a3\uff21-\uff3a\uff41-\uff5a`,
  Lu: String.raw`A-Z\u00c0-\u00d6\u00d8-\u00de\u0400-\u042f`,
  N: String.raw`0-9\u0966-\u096f\uff10-\uff19`,
  M: String.raw`\u0300-\u036f\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963`,
};

/** A pattern with its classes written out, so that it needs no `u` flag. Other escapes stay as they are. */
export function withLetterClasses(pattern: string): string {
  let result = "";
  let inBrackets = false;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] ?? "";
    if (character === "\\") {
      const [whole, name = ""] = /^\\p\{(\w{1,2})\}/.exec(pattern.slice(at, at + 8)) ?? [];
      const written = CLASSES[name];
      if (whole === undefined || written === undefined) {
        result += pattern.slice(at, at + 2);
        at++;
      } else {
        result += inBrackets ? written : `[${written}]`;
        at += whole.length - 1;
      }
      continue;
    }
    if (character === "[") inBrackets = true;
    else if (character === "]") inBrackets = false;
    result += character;
  }
  return result;
}
