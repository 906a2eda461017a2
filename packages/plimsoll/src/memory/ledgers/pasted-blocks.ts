/** Marks that stand alone on a line around a pasted text, or open a comment of code: what opens it and what closes it. */
const ENCLOSURES: readonly { readonly open: RegExp; readonly close: RegExp }[] = [
  { open: /^\s{0,12}\/\*(?!.*\*\/)/, close: /\*\/\s{0,4}$/ },
  { open: /^\s{0,12}<!--(?!.*-->)/, close: /-->\s{0,4}$/ },
  { open: /^\s{0,12}"""\s{0,4}$/, close: /^\s{0,12}"""\s{0,4}$/ },
  { open: /^\s{0,12}'''\s{0,4}$/, close: /^\s{0,12}'''\s{0,4}$/ },
];

/** Set phrases of licences and disclaimers. Nobody asks an assistant for something in these words. */
const LEGAL =
  /\b(?:permission is hereby granted|hereby grants?|without warrant(?:y|ies)|warranties of|merchantability|fitness for a particular purpose|in no event (?:shall|will)|redistributions? (?:and use |of source code |in binary form )|source and binary forms|this list of conditions|the following (?:conditions|disclaimer)|in compliance with the licen[cs]e|required by applicable law|this permission notice|gnu (?:lesser |affero )?general public licen[cs]e|endorse or promote products|all rights reserved)\b/i;

/** The line that closes an enclosure opened at `start`; -1 where none does. */
function closingLine(lines: readonly string[], start: number, close: RegExp): number {
  for (let at = start + 1; at < lines.length; at++) if (close.test(lines[at] ?? "")) return at;
  return -1;
}

function addEnclosures(lines: readonly string[], into: Set<number>): void {
  const unclosed = new Set<RegExp>();
  for (let line = 0; line < lines.length; line++) {
    const found = ENCLOSURES.find(({ open, close }) => !unclosed.has(close) && open.test(lines[line] ?? ""));
    if (found === undefined) continue;
    const end = closingLine(lines, line, found.close);
    if (end < 0) {
      unclosed.add(found.close);
      continue;
    }
    for (let at = line; at <= end; at++) into.add(at);
    line = end;
  }
}

/** A paragraph with a set phrase of a licence is a licence, however its lines are broken. */
function addLegalParagraphs(lines: readonly string[], into: Set<number>): void {
  let start = 0;
  for (let line = 0; line <= lines.length; line++) {
    if (line < lines.length && lines[line]?.trim() !== "") continue;
    const paragraph = lines.slice(start, line);
    const joined = paragraph.map((text) => text.replace(/^[\s#*/;-]{1,8}/, "")).join(" ");
    if (paragraph.length > 0 && LEGAL.test(joined)) for (let at = start; at < line; at++) into.add(at);
    start = line + 1;
  }
}

/** The lines of texts that were pasted in: block comments, texts between quotation marks of their own, licences. */
export function pastedBlocks(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  addEnclosures(lines, found);
  addLegalParagraphs(lines, found);
  return found;
}
