import { sha256 } from "./sha256.js";

/**
 * A mark that the texts do not contain: it is derived from them, so that none of them can contain or close it.
 */
export function dataMark(texts: readonly string[]): string {
  const all = texts.join("\n");
  for (let salt = 0; ; salt++) {
    const mark = `DATA-${sha256(`${salt}:${all}`).slice(0, 16)}`;
    if (!all.includes(mark)) return mark;
  }
}

/** A text between marked lines, to be read by a model as data. */
export function quoteData(name: string, text: string, mark: string): string {
  return `<<<${mark} ${name}\n${text}\n${mark}>>>`;
}
