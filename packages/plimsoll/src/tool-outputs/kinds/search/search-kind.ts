import type { CallHints } from "../../call-hints.js";
import type { TextSample } from "../../text-sample.js";
import type { EvidenceKind } from "../evidence-kind.js";
import { SearchReader } from "./search-reader.js";

/** Results of grep and its kin, with or without file names. */
export const searchKind: EvidenceKind = {
  recognises: ({ sample, hints }) => looksLikeSearch(sample, hints),
  extract: (source) => new SearchReader(source).read(),
};

const FILE_AND_LINE = /^(?:[A-Za-z]:[\\/])?(?=[^\s:]{0,300}[A-Za-z])[^\s:[\](){}"'<>=]{1,300}:\d{1,9}[:-]/;
const LINE_ONLY = /^\d{1,9}[:-]/;
const FILE_ONLY = /^[^\s:"'<>|]*[./][^\s:"'<>|]{1,200}[:-]/;
const PATH_HEADING = /^[\w@.~+-]*[\\/][\w@.~+\\/-]+\.\w+$/;
const TIME = /^\d{1,4}[:-]\d{2}[:-]\d{2}/;
/** A time of day that only looks like a file and a line: "7,2026-01-01T10:30:00". */
const CLOCK = /^[^\s:]*(?:[^\w.]|T|^)\d{1,2}:\d{2}:\d{2}/;
const COMPILER = /:\d+:\d+: (?:fatal )?(?:error|warning|note|info)\b/;
const TRACE = /^\s*(?:at |File ")/;
const VERY_LONG_LINE = 2_000;

function looksLikeSearch(sample: TextSample, hints: CallHints): boolean {
  const lines = sample.lines.filter((line) => line !== "--");
  if (lines.length === 0) return false;
  const share = (test: (line: string) => boolean): number => lines.filter(test).length / lines.length;
  const located = share(
    (line) =>
      FILE_AND_LINE.test(line) &&
      !TIME.test(line) &&
      !CLOCK.test(line) &&
      !COMPILER.test(line) &&
      !TRACE.test(line),
  );
  if (located >= 0.6) return true;
  const numbered = share((line) => LINE_ONLY.test(line) && !TIME.test(line));
  if (numbered >= 0.6 && share((line) => PATH_HEADING.test(line)) >= 0.02) return true;
  if (hints.isSearch) {
    if (located >= 0.2 || numbered >= 0.3 || share((line) => FILE_ONLY.test(line)) >= 0.5) return true;
    return hints.literals.some((literal) => share((line) => line.includes(literal)) >= 0.3) || isLong(sample);
  }
  return isLong(sample) && numbered + located >= 0.1;
}

const isLong = (sample: TextSample): boolean => sample.longestLine > VERY_LONG_LINE;
