const KEY = /^(\s*)(?:- )?["']?[\w./${}*-]{1,80}["']?:(?=\s|$)/;
/** What the file, or one of its outermost parts, is called. */
const NAMING = /^ {0,2}(?:name|title|kind|version|image): \S/;
const NAMED_ENTRY =
  /^\s*- ["']?(?:name|id|alert|record|uses|run|job|key|path|title|kind|image|host|hosts|task|step|url)["']?: \S/;
const DOCUMENT = /^---(?:\s|$)/;

/** A key or an entry of a list, and nothing else: no log has only such lines. */
const LINE = /^\s*(?:- )*(?:["']?[\w./${}*-]{1,80}["']?:(?:\s|$)|- \S|#)|^(?:---|\.\.\.)(?:\s|$)/;
const HEADING = /^\s*(?:- )?["']?[\w./${}*-]{1,80}["']?:\s*(?:[|>&][\w+-]*)?$/;
const LEAST_LINES = 20;
const SHARE = 0.9;
const LEAST_HEADINGS = 0.05;
const LEAST_INDENTED = 0.3;

/** True for lines of YAML: nearly all are keys or entries, many below others, and some only name what follows. */
export function isYaml(lines: readonly string[]): boolean {
  if (lines.length < LEAST_LINES || !/^(?:---|#|["']?[\w./$-]+["']?:)/.test(lines[0] ?? "")) return false;
  const share = (pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length / lines.length;
  return share(LINE) >= SHARE && share(HEADING) >= LEAST_HEADINGS && share(/^ {2,}\S/) >= LEAST_INDENTED;
}

/** How much a line of YAML says about the file: its outline, and what the entries of its lists are called. */
export function yamlValue(line: string): number {
  if (DOCUMENT.test(line)) return 60;
  if (NAMING.test(line)) return 78;
  if (NAMED_ENTRY.test(line)) return 74;
  const indent = KEY.exec(line)?.[1]?.length;
  if (indent === undefined) return 5;
  const isHeading = /:\s*(?:[|>&][\w+-]*)?\s*$/.test(line);
  return (isHeading ? 84 : 60) - Math.min(50, indent * 4);
}

const MAX_SEEN = 5_000;
const AGAIN_VALUE = 12;

/** The values of the lines of one file: what was said before says little. */
export function yamlValues(): (line: string) => number {
  const seen = new Set<string>();
  return (line) => {
    const value = yamlValue(line);
    const told = line.trim();
    if (seen.has(told)) return Math.min(value, AGAIN_VALUE);
    if (seen.size < MAX_SEEN) seen.add(told);
    return value;
  };
}
