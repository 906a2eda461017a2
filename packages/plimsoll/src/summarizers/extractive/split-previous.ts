import { readQuotedLine } from "../../facts/checkpoint/quoted-line.js";
import { mayBePath } from "../../text/may-be-path.js";
import type { Origin } from "./origin.js";
import type { OriginRegistry } from "./origin-registry.js";
import { openedSection, readQuoted, type Section } from "./section-label.js";
import { splitLines } from "./split-lines.js";
import { splitSentences } from "./split-sentences.js";
import type { Slice, UnitKind } from "./unit.js";
import { SOURCE_OF_KIND, type UnitCollector, type UnitPlace } from "./unit-collector.js";

const UNVERIFIED_SOURCE = "earlier summary, not verified";
const MAX_MARK = 300;
/** The mark of an entry in a template's list. */
const ENTRY_MARK = /^- (?:(?:user|assistant|tool): )?/;
/** A file with one line has no heading of its own. */
const ONE_LINE_FILE = /^ ([^\s:]{2,240}): (?=\S)/;

/** The kind of lines in each section. Only the request decides whether a text is still required. */
const KIND_OF_SECTION: Readonly<Record<Section, UnitKind>> = {
  required: "user",
  reported: "user",
  conversation: "assistant",
  user: "user",
  assistant: "assistant",
  work: "output",
};

/** A line of an earlier summary, and where it stands in it. */
interface PreviousLine {
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly Slice[];
  readonly section: Section;
  readonly isUnverified: boolean;
  readonly origin: Origin | undefined;
}

/** The earlier summary: each line goes back to the section it stood in, and below the heading. */
export function splitPrevious(
  body: string,
  isUnverified: boolean,
  { collector, origins }: { readonly collector: UnitCollector; readonly origins: OriginRegistry },
): void {
  let section: Section = "work";
  let origin: Origin | undefined;
  // Split as a whole: whether a number counts lines is seen from the lines beside it.
  const pieces = splitLines(body);
  let next = 0;
  for (let start = 0, end = 0; start < body.length; start = end + 1) {
    end = body.indexOf("\n", start);
    if (end < 0) end = body.length;
    const first = next;
    while ((pieces[next]?.end ?? Number.POSITIVE_INFINITY) <= end) next++;
    const text = body.slice(start, end);
    const opened = openedSection(text);
    const named = opened === undefined && section === "work" ? origins.ofHeading(text) : undefined;
    if (opened !== undefined) {
      section = opened;
      origin = undefined;
    } else if (named !== undefined) {
      origin = named;
      const heading: UnitPlace = { kind: "call", item: 0, call: -1, isError: false, origin };
      collector.push(body, [{ start, end: end - 1, wholeLine: false, line: -1 }], heading);
    } else {
      const line = { start, end, pieces: pieces.slice(first, next), section, isUnverified };
      pushLine(
        body,
        { ...line, origin: origin ?? (section === "work" ? fileOf(text, origins) : undefined) },
        collector,
      );
    }
  }
  collector.position += body.length + 1;
}

function fileOf(line: string, origins: OriginRegistry): Origin | undefined {
  const path = ONE_LINE_FILE.exec(line.slice(0, MAX_MARK))?.[1];
  return path !== undefined && mayBePath(path) ? origins.file(path) : undefined;
}

function pushLine(body: string, line: PreviousLine, collector: UnitCollector): void {
  const { start, end, section, origin } = line;
  const head = body.slice(start, Math.min(end, start + MAX_MARK));
  const byUser = section === "conversation" ? readQuoted(body, start) : start;
  const kind = byUser > start ? "user" : KIND_OF_SECTION[section];
  const quoted = readQuotedLine(head);
  const isUnverified = line.isUnverified || section === "reported";
  // In an unverified summary a mark may name anybody as its source.
  const isMarked = quoted?.isMarked === true && !line.isUnverified;
  const from = isUnverified ? UNVERIFIED_SOURCE : SOURCE_OF_KIND[kind];
  const place: UnitPlace = { kind, item: 0, call: -1, isError: false, from, isUnverified, isMarked, origin };
  if (isMarked) return collector.push(body, [{ start, end, wholeLine: false, line: -1 }], place);
  const words = byUser > start ? byUser : start + wordsStart(head, line, quoted?.start);
  const behind = piecesBehind(line, words);
  const first = kind === "user" ? behind[0]?.start : undefined;
  collector.push(body, first === undefined ? behind : sentencesOf(body, first, end), place);
}

/** The user's words by sentence, as they were said: of some it is known that they do not hold any more. */
function sentencesOf(body: string, start: number, end: number): Slice[] {
  return splitSentences(body.slice(start, end)).map((slice) => ({
    ...slice,
    start: slice.start + start,
    end: slice.end + start,
  }));
}

function piecesBehind({ pieces }: PreviousLine, words: number): Slice[] {
  return pieces
    .map((slice) => ({ ...slice, start: Math.max(words, slice.start) }))
    .filter((slice) => slice.start < slice.end);
}

/** Where the words of a line begin behind what our code put before them. */
function wordsStart(head: string, { section, origin }: PreviousLine, quoted: number | undefined): number {
  if (quoted === undefined) return section === "work" ? (ENTRY_MARK.exec(head)?.[0].length ?? 0) : 0;
  const file = origin?.kind === "file" ? ONE_LINE_FILE.exec(head) : null;
  return file !== null && origin !== undefined && isNamed(origin, file[1]) ? file[0].length : quoted;
}

const isNamed = ({ heading, full }: Origin, path = ""): boolean => path === heading || path === full;
