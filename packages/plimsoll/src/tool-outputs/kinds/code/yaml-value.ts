const KEY = /^(\s*)(?:- )?["']?[\w./$-]{1,80}["']?:(?=\s|$)/;
const NAMED_ENTRY =
  /^\s*- ["']?(?:name|id|alert|record|uses|run|job|key|path|title|kind|image|host|hosts|task|step|url)["']?: \S/;
const DOCUMENT = /^---(?:\s|$)/;

/** How much a line of YAML says about the file: its outline, and what the entries of its lists are called. */
export function yamlValue(line: string): number {
  if (DOCUMENT.test(line)) return 60;
  if (NAMED_ENTRY.test(line)) return 74;
  const indent = KEY.exec(line)?.[1]?.length;
  if (indent === undefined) return 5;
  const isHeading = /:\s*(?:[|>&][\w+-]*)?\s*$/.test(line);
  return (isHeading ? 84 : 60) - Math.min(50, indent * 4);
}
