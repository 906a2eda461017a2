const NUMBER = /^\s{0,40}(?:[\w@.+~/\\-]{1,200}[:-])?\d{1,7}(?:[→:\t|]|-(?=\s))\s?/;
const DIFF_MARK = /^[+-]\s*/;
const STARTS_PLAINLY = /^[A-Za-z_$@"'`({[<]/;

/** A line of code without line number, diff mark and indentation. */
export function codeLine(line: string): string {
  const trimmed = line.trim();
  if (trimmed.length > 2_000 || (STARTS_PLAINLY.test(trimmed) && !/^[^\s]{0,200}:\d/.test(trimmed)))
    return trimmed;
  return trimmed.replace(NUMBER, "").replace(DIFF_MARK, "").trim();
}
