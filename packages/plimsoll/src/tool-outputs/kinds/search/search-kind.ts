import type { CallHints } from "../../call-hints.js";
import type { TextSample } from "../../text-sample.js";
import type { EvidenceKind } from "../evidence-kind.js";
import { saysTestCounts } from "../log/says-test-counts.js";
import { SearchReader } from "./search-reader.js";

/** Results of grep and its kin, with or without file names. */
export const searchKind: EvidenceKind = {
  recognises: ({ sample, hints }) => looksLikeSearch(sample, hints),
  extract: (source) => new SearchReader(source).read(),
};

const FILE_AND_LINE = /^(?:[A-Za-z]:[\\/])?(?=[^\s:]{0,300}[A-Za-z])[^\s:[\](){}"'<>=]{1,300}:\d{1,9}[:-]/;
/** A line around a match, as grep prints it. */
const FILE_CONTEXT = /^[^\s:./]*[./][^\s:]*?-\d{1,9}-/;
const LINE_ONLY = /^\d{1,9}[:-]/;
const FILE_ONLY = /^[^\s:"'<>|./]*[./][^\s:"'<>|]+[:-]/;
const PATH_HEADING = /^[\w@.~+-]*[\\/][\w@.~+\\/-]+\.\w+$/;
const TIME = /^\d{1,4}[:-]\d{2}[:-]\d{2}/;
/** A time of day that only looks like a file and a line: "7,2026-01-01T10:30:00". */
const CLOCK = /^[^\s:]*(?:[^\w.]|T|^)\d{1,2}:\d{2}:\d{2}/;
const COMPILER = /:\d+:\d+: (?:fatal )?(?:error|warning|note|info)\b/;
/** What a linter says of a column; a search prints the text of the line there. */
const LINTER =
  /^[^\s:]+:\d+:(?:\d+: \S| (?:error|warning|note|[a-z][\w./-]{2,60}(?:\[[\w./-]{1,60}\])?): \S)/;
const TRACE = /^\s*(?:at |File ")/;
const VERY_LONG_LINE = 2_000;
/** Where a test run that names a place in each line says its counts. */
const EDGE_LINES = 3;

function looksLikeSearch(sample: TextSample, hints: CallHints): boolean {
  const lines = sample.lines.filter((line) => line !== "--");
  if (lines.length === 0) return false;
  const share = (test: (line: string) => boolean): number => lines.filter(test).length / lines.length;
  const located = share((line) => isLocated(line, hints));
  if (located >= 0.6) return !isTestRun(lines, hints);
  if (located >= 0.1 && located + share((line) => FILE_CONTEXT.test(line)) >= 0.8) return true;
  const numbered = share((line) => LINE_ONLY.test(line) && !TIME.test(line));
  const headings = share((line) => PATH_HEADING.test(line));
  if (headings >= 0.02 && (numbered >= 0.6 || (numbered >= 0.2 && numbered + headings >= 0.9))) return true;
  if (hints.isSearch) {
    if (located >= 0.2 || numbered >= 0.3 || share((line) => FILE_ONLY.test(line)) >= 0.5) return true;
    return hints.literals.some((literal) => share((line) => line.includes(literal)) >= 0.3) || isLong(sample);
  }
  return isLong(sample) && numbered + located >= 0.5;
}

const isLocated = (line: string, hints: CallHints): boolean =>
  FILE_AND_LINE.test(line) &&
  !TIME.test(line) &&
  !CLOCK.test(line) &&
  !COMPILER.test(line) &&
  (hints.isSearch || !LINTER.test(line)) &&
  !TRACE.test(line);

/** Some test runs name a place in every line. */
const isTestRun = (lines: readonly string[], hints: CallHints): boolean =>
  !hints.isSearch && lines.slice(0, EDGE_LINES).some(saysTestCounts);

const isLong = (sample: TextSample): boolean => sample.longestLine > VERY_LONG_LINE;
