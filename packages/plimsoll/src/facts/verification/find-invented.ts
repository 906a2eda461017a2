import { type ExactKind, type ExactString, exactStrings } from "../../text/exact-strings.js";
import { FewStrings } from "../../text/few-strings.js";
import { findWholeWords } from "../../text/find-whole-words.js";
import { lineAfter, lineBefore, type LinePart } from "./line-part.js";
import { StringFinder } from "../../text/string-finder.js";

/** How a string of a summary stands in its source: as a word of its own, as a part of a longer one, or not at all. */
export type Occurrence = "whole" | "part" | "none";

export interface ExaminedString extends ExactString {
  readonly occurrence: Occurrence;
  /** The end of an unknown path, whole components, that the source does have; empty if there is none. */
  readonly knownEnd: string;
}

/** An exact string of a summary that its source does not have. */
export type InventedString = ExaminedString;

const CONTEXT_CHARACTERS = 12;
const MAX_ENDS = 12;
const MIN_ISSUE_DIGITS = 4;
/** So many writings of so many characters are looked for one by one; others all at once. */
const MOST_SINGLE = 48;
const LONGEST_SINGLE = 64;
/** What the engine itself writes into a summary. */
const OWN_NOTES: readonly RegExp[] = [
  /<\/?COMPACT-SUMMARY(?: v\d{1,6}\/?)?>/g,
  /\[covers \d{1,9} archived items, item_[0-9a-f]{32} to item_[0-9a-f]{32}\]/g,
  /\[…? ?\d{1,12}(?: of \d{1,12})? characters left out ?…?\]/g,
  /\[pasted: [\d,]{1,12} lines?, [\d,]{1,12} characters\]/g,
  /\[\d{1,9} earlier items left the window[^\]]{0,80}\]/g,
];

const isWordCode = (code: number): boolean =>
  (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122) || code === 95;
const isDigitCode = (code: number): boolean => code >= 48 && code <= 57;

/** One way in which a string may be written in the source. */
interface Writing {
  readonly text: string;
  readonly use: "itself" | "context" | "end";
}

/** How a string stands in the source where it is no word there by itself. */
type Part = Pick<ExaminedString, "occurrence" | "knownEnd">;

/**
 * The texts that a summary may have its exact strings from. Each string is looked for once, however many summaries hold
 * it: a summary is checked as it was written, and again as it was put right.
 */
export class SummarySource {
  readonly #texts: readonly string[];
  readonly #isWhole = new Map<string, boolean>();
  /** By what was looked for. */
  readonly #parts = new Map<string, Part>();

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  /**
   * The exact strings of a summary and how each stands in the source. Letter case of names and thousands separators of
   * numbers may differ. A number that is cut out of a longer one is not known by it, unless it stands at the edge of a
   * line together with what stands next to it in the source: there texts are cut.
   */
  examine(summary: string): ExaminedString[] {
    const strings = withoutOwnNotes(summary);
    this.#findWhole(strings);
    const sought = strings.filter(({ value }) => this.#isWhole.get(value) !== true);
    const parts = new Map(this.#findParts(summary, sought).map((part) => [part.start, part]));
    return strings.map(
      (string) => parts.get(string.start) ?? { ...string, occurrence: "whole", knownEnd: "" },
    );
  }

  #findWhole(strings: readonly ExactString[]): void {
    const values = new Set(strings.map(({ value }) => value).filter((value) => !this.#isWhole.has(value)));
    const whole = findWholeWords(values, this.#texts);
    for (const value of values) this.#isWhole.set(value, whole.has(value));
  }

  #findParts(summary: string, strings: readonly ExactString[]): ExaminedString[] {
    const sought = strings.map((string) => {
      const writings = writingsOf(summary, string);
      const key = [string.kind, ...writings.map(({ use, text }) => `${use} ${text}`)].join("\n");
      return { string, writings, key };
    });
    const unknown = new Map(sought.filter(({ key }) => !this.#parts.has(key)).map((one) => [one.key, one]));
    const found = findParts([...unknown.values()], this.#texts);
    [...unknown.keys()].forEach((key, index) => this.#parts.set(key, found[index] as Part));
    return sought.map(({ string, key }) => ({ ...string, ...(this.#parts.get(key) as Part) }));
  }
}

/** The exact strings of a summary that occur nowhere in its source. */
export const findInvented = (summary: string, source: readonly string[]): InventedString[] =>
  inventedOf(new SummarySource(source).examine(summary));

/** A writing with the number of the string that it is one of. */
interface NumberedWriting extends Writing {
  readonly index: number;
}

/** How strings stand in the source that are no words there by themselves, in any of their writings. */
function findParts(
  strings: readonly { readonly string: ExactString; readonly writings: readonly Writing[] }[],
  source: readonly string[],
): Part[] {
  const occurrences = strings.map((): Occurrence => "none");
  const ends = strings.map(() => "");
  const meet = ({ index, use, text: written }: NumberedWriting, { text, start, end }: Place): void => {
    if (occurrences[index] === "whole") return;
    const isWhole = !isWordCode(text.charCodeAt(start - 1)) && !isWordCode(text.charCodeAt(end));
    if (use === "end") {
      if (isWhole && written.length > (ends[index] ?? "").length) ends[index] = written;
    } else if (isWhole && use === "itself") occurrences[index] = "whole";
    else if (use === "context" || !isNumeric(strings[index]?.string) || !cutsNumber(text, start, end))
      occurrences[index] = "part";
  };
  const writings = strings.flatMap((one, index) => one.writings.map((writing) => ({ ...writing, index })));
  findWritings(writings, source, { meet, isDone: ({ index }) => occurrences[index] === "whole" });
  return strings.map((_, index) => ({
    occurrence: occurrences[index] ?? "none",
    knownEnd: ends[index] ?? "",
  }));
}

interface Place {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface WritingSink {
  meet(writing: NumberedWriting, place: Place): void;
  isDone(writing: NumberedWriting): boolean;
}

function findWritings(
  writings: readonly NumberedWriting[],
  source: readonly string[],
  { meet, isDone }: WritingSink,
): void {
  const isSingle = ({ text }: Writing): boolean =>
    writings.length <= MOST_SINGLE && text.length <= LONGEST_SINGLE && !/\s/.test(text);
  const single = writings.filter(isSingle);
  const joined = writings.filter((writing) => !isSingle(writing));
  const few = new FewStrings(
    single.map(({ text }) => text),
    (index) => isDone(single[index] as NumberedWriting),
  );
  const many = joined.length === 0 ? undefined : new StringFinder(joined.map(({ text }) => text));
  for (const text of source) {
    few.scan(text, (index, start, end) => meet(single[index] as NumberedWriting, { text, start, end }));
    many?.scan(
      text,
      (index, start, end) => meet(joined[index] as NumberedWriting, { text, start, end }),
      (index) => isDone(joined[index] as NumberedWriting),
    );
  }
}

const NUMERIC: ReadonlySet<ExactKind | undefined> = new Set([
  "number",
  "literal",
  "date",
  "version",
] as const);

const isNumeric = (string: ExactString | undefined): boolean =>
  NUMERIC.has(string?.kind) && !/[A-Za-z]/.test(string?.value ?? "");

const isDigitAt = (text: string, at: number): boolean => isDigitCode(text.charCodeAt(at));

const cutsNumber = (text: string, start: number, end: number): boolean =>
  (isDigitAt(text, start) && isDigitAt(text, start - 1)) ||
  (isDigitAt(text, end - 1) && isDigitAt(text, end));

export const inventedOf = (examined: readonly ExaminedString[]): InventedString[] =>
  examined.filter(({ occurrence }) => occurrence === "none");

function withoutOwnNotes(summary: string): ExactString[] {
  const notes = OWN_NOTES.flatMap((pattern) => [...summary.matchAll(pattern)])
    .map(({ index, 0: note }) => [index, index + note.length] as const)
    .sort(([one], [other]) => one - other);
  const strings = exactStrings(summary).flatMap(withoutMark);
  if (notes.length === 0) return strings;
  let next = 0;
  return strings.filter(({ start, end }) => {
    while (next < notes.length && (notes[next]?.[1] ?? 0) <= start) next++;
    const [from, to] = notes[next] ?? [summary.length, summary.length];
    return !(start >= from && end <= to);
  });
}

/** An issue is known by its number. One of fewer than four digits may be the place in a list. */
function withoutMark(string: ExactString): ExactString[] {
  if (string.kind !== "issue") return [string];
  const value = string.value.slice(1);
  return value.length < MIN_ISSUE_DIGITS
    ? []
    : [{ ...string, kind: "number", value, start: string.start + 1 }];
}

const itself = (text: string): Writing => ({ text, use: "itself" });

function writingsOf(summary: string, string: ExactString): Writing[] {
  const { value, kind } = string;
  if (isNumeric(string)) return numberWritings(summary, string);
  if (kind === "name" || kind === "dotted") return nameForms(value).map(itself);
  if (kind === "path") {
    const ends = pathEnds(value).map((text) => ({ text, use: "end" }) as const);
    return [...(/[/\\]/.test(value) ? [value] : nameForms(value)).map(itself), ...ends];
  }
  return [itself(value)];
}

function numberWritings(summary: string, string: ExactString): Writing[] {
  const { value } = string;
  const context = edgeContext(summary, string);
  return [
    itself(value),
    ...(/^\d{4,15}$/.test(value) ? [itself(value.replace(/\B(?=(?:\d{3})+$)/g, ","))] : []),
    ...(context === "" ? [] : [{ text: context, use: "context" } as const]),
  ];
}

/** A name in the letter cases that one may write it in. */
function nameForms(value: string): string[] {
  const first = value.charAt(0);
  const turned = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase();
  const forms = [value, value.toLowerCase(), value.toUpperCase(), turned + value.slice(1)];
  return [...new Set([...forms, ...plainForms(value)])];
}

/** SHA-256 and sha256 are one: short words with up to three digits are compared without case and hyphen. */
function plainForms(value: string): string[] {
  if (!/^[A-Za-z]{2,8}-?\d{3}$/.test(value)) return [];
  const bare = value.replace("-", "");
  const hyphened = bare.replace(/(?=\d{3}$)/, "-");
  return [bare, hyphened].flatMap((form) => [form, form.toLowerCase(), form.toUpperCase()]);
}

/** The ends of a path from its second component on, as far as they name a file. */
function pathEnds(value: string): string[] {
  const components = value.split(/(?<=[/\\])/);
  const ends: string[] = [];
  for (let from = Math.max(1, components.length - MAX_ENDS); from < components.length; from++) {
    const end = components.slice(from).join("");
    if (end.length >= 4) ends.push(end);
  }
  return ends;
}

/** A number at the edge of a line with what stands next to it on the inner side. */
function edgeContext(summary: string, { start, end }: ExactString): string {
  const before = lineBefore(summary, start, CONTEXT_CHARACTERS);
  const after = lineAfter(summary, end, CONTEXT_CHARACTERS);
  const isOuter = ({ text, isWhole }: LinePart): boolean => isWhole && !/[\p{L}\p{N}]/u.test(text);
  if (isOuter(before)) return summary.slice(start, end + after.text.length);
  return isOuter(after) ? summary.slice(start - before.text.length, end) : "";
}
