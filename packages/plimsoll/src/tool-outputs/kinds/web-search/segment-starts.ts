import { addressLine } from "./address-line.js";

const FIELD =
  /^[\s>*#•-]*(?:\d{1,3}[.)]\s+|\[\d{1,3}\]\s+)?\*{0,2}(title|page title|name|snippet|url|link|source|description|content)\*{0,2}\s*:/i;
const XML_ENTRY = /^\s*<(?:result|document|item|entry|search_result)\b[^>]{0,200}>/i;
const RULE = /^\s*[-=*_]{3,}\s*$/;
const HEADING = /^#{1,4}\s+\S/;
const NUMBERED = /^\s{0,3}(?:#{1,6}\s+)?\*{0,2}(?:\[(\d{1,3})\]|\((\d{1,3})\)|(\d{1,3})[.)])\s/;

/**
 * The lines with which the results of a search begin: those of the first kind of mark that there is one of for each address.
 */
export function segmentStarts(lines: readonly string[]): readonly number[] {
  const addresses = lines.flatMap((line, index) => (addressLine(line) === undefined ? [] : [index]));
  if (addresses.length < 2) return [];
  const marks = [
    numberedStarts(lines),
    fieldStarts(lines),
    indexesOf(lines, (line) => XML_ENTRY.test(line)),
    afterRules(lines),
    indexesOf(lines, (line) => HEADING.test(line)),
    blockStarts(lines),
  ];
  return marks.find((starts) => splits(starts, addresses)) ?? aroundAddresses(lines, addresses);
}

/** True if nearly every part has an address, and nearly every address its own part. */
function splits(starts: readonly number[], addresses: readonly number[]): boolean {
  if (starts.length < 2) return false;
  let withAddress = 0;
  let next = 0;
  starts.forEach((start, index) => {
    const end = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    while ((addresses[next] ?? end) < start) next += 1;
    if ((addresses[next] ?? end) < end) withAddress += 1;
  });
  return withAddress >= starts.length * 0.8 && withAddress >= addresses.length * 0.5;
}

const indexesOf = (lines: readonly string[], test: (line: string) => boolean): number[] =>
  lines.flatMap((line, index) => (test(line) ? [index] : []));

/** Lines with the name of the field that comes first. */
function fieldStarts(lines: readonly string[]): number[] {
  const nameOf = (line: string): string | undefined => FIELD.exec(line)?.[1]?.toLowerCase();
  const first = lines.map(nameOf).find((name) => name !== undefined);
  return first === undefined ? [] : indexesOf(lines, (line) => nameOf(line) === first);
}

/** Lines numbered one after the other. */
function numberedStarts(lines: readonly string[]): number[] {
  const starts: number[] = [];
  let expected: number | undefined;
  lines.forEach((line, index) => {
    const found = NUMBERED.exec(line);
    if (found === null) return;
    const number = Number(found[1] ?? found[2] ?? found[3]);
    if (expected === undefined ? number > 1 : number !== expected) return;
    starts.push(index);
    expected = number + 1;
  });
  return starts;
}

const afterRules = (lines: readonly string[]): number[] => {
  const rules = indexesOf(lines, (line) => RULE.test(line)).map((index) => index + 1);
  return rules.length === 0
    ? []
    : [...(addressBefore(lines, rules[0] ?? 0) ? [0] : []), ...rules].filter((index) => index < lines.length);
};

const addressBefore = (lines: readonly string[], end: number): boolean =>
  lines.slice(0, end).some((line) => addressLine(line) !== undefined);

const blockStarts = (lines: readonly string[]): number[] =>
  indexesOf(lines, (line) => line.trim() !== "").filter(
    (index) => index === 0 || lines[index - 1]?.trim() === "",
  );

/** No marks: a result begins with its address, or with the line before it where the first one does. */
function aroundAddresses(lines: readonly string[], addresses: readonly number[]): number[] {
  const [first = 0] = addresses;
  const firstText = lines.findIndex((line) => line.trim() !== "");
  const before = first - firstText;
  const offset = before === 1 ? 1 : 0;
  return addresses.map((index) => index - offset);
}
