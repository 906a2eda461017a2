const HEAD_AND_TAIL = /^==> \S.* <==$/;
const NAMED = /^(?:file|path|filename)(?:[ _]?(?:path|name))?: ?[`"']?(\S+)$/i;
const ELEMENT = /^\s{0,4}<(?:file|document|source)\b[^<>]{0,200}"[^"]*">$/i;
const LINE_BEFORE = /^\s{0,4}(?:# |\/\/ |-- )?[=*#~-]{2,} ?(?:file:? )?/i;
const LINE_SIGNS = " =*#~-";

/**
 * True for a line that says of which file the next ones are, as head and tail write it, a loop around cat, or a tool that packs a
 * folder.
 */
export function isFileMark(line: string): boolean {
  if (HEAD_AND_TAIL.test(line) || ELEMENT.test(line)) return true;
  const begin = LINE_BEFORE.exec(line)?.[0].length;
  return isPath(NAMED.exec(line)?.[1] ?? (begin === undefined ? "" : withoutLine(line, begin)));
}

function withoutLine(line: string, begin: number): string {
  let end = line.length;
  while (end > begin && LINE_SIGNS.includes(line.charAt(end - 1))) end -= 1;
  return line.slice(begin, end);
}

const isPath = (text: string): boolean => /^[\w@~/\\.][^\s(){};]*$/.test(text) && /[\w)][./\\]\w/.test(text);
