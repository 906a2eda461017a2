import { countLines } from "../../../text/count-lines.js";
import type { EvidenceSource } from "../../evidence/evidence-source.js";
import { forEachLine } from "../../evidence/for-each-line.js";
import type { EvidenceView } from "../../evidence/piece.js";
import type { EvidenceKind, RecognisedOutput } from "../evidence-kind.js";
import { jsonKind } from "../json/json-kind.js";
import { TestRunReader } from "../log/test-run-reader.js";
import { xmlKind } from "../xml/xml-kind.js";
import { writtenReport } from "./written-report.js";

/** The report of a test run that a runner writes for programs, in JSON, in lines of JSON or in XML. */
export const testReportKind: EvidenceKind = {
  recognises: looksLikeReport,
  extract: extractReport,
};

const XML_REPORT =
  /<(?:test-?suites?|test-?case|test-?run|test-?results?|testng-results|UnitTestResult|TestCase|TestLog|robot|OverallResultsTestCases)\b/i;
const JSON_OUTCOME =
  /"(?:status|state|outcome|result|action|event)"\s*:\s*"(?:fail(?:ed|ure)?|error(?:ed)?|pass(?:ed)?|ok|success|unexpected|expected)"|"(?:fail(?:ed|ures?|ureMessages)|failedExpectations|numFailedTests|failure_count|ok|err|successes)"\s*:|^[ \t]*\["(?:fail|pass)",/im;
const JSON_TEST =
  /"(?:tests?|specs?|test_?suites?|scenarios?|elements|examples|assertionResults|testResults|testcases?|test_?name|nodeid|fullTitle|full_description|full_name|fullName|pickle|test_?cases?|testStep\w*|passes|successes)"\s*:|"type"\s*:\s*"test"|"(?:name|title)"\s*:[^{}[\]]{1,400}"(?:result|outcome)"\s*:/i;
const OPENS_JSON = /(?:^|\n)[ \t]*[[{]\s*["{[\]]/;
const OPENS_XML = /(?:^|\n)[ \t]*<[?A-Za-z]/;
const OPENS_REPORT = /^[ \t]*(?:<[?A-Za-z]|[[{]\s*(?:["{[\]]|$))/m;
const LINES_ABOVE = 20_000;
const BEGINS_XML = /^\s*<(?:\?xml|test|[a-z]+>\s*<)/;
/** The share of a mixed text that has to be the report. */
const LEAST_SHARE = 0.5;
const MOST_LINES = 200_000;
const LINES_ABOVE_CHARACTERS = 2_000;
const OPENING_CHARACTERS = 120;

function looksLikeReport({ text, bodyStart, sample }: RecognisedOutput): boolean {
  if (OPENS_XML.test(sample.text) && XML_REPORT.test(sample.text))
    return (
      BEGINS_XML.test(sample.head) || isXmlBelowLines(text, bodyStart) || isMostly(text, bodyStart, /^\s*</)
    );
  if (!OPENS_JSON.test(sample.text) || !JSON_OUTCOME.test(sample.text) || !JSON_TEST.test(sample.text))
    return false;
  return isMostly(text, bodyStart, /^\s*(?:[[{}\]]|"[^"]{1,80}"\s*:|")/);
}

/** A document stands below a few lines of the program that ran the runner. */
function isXmlBelowLines(text: string, start: number): boolean {
  const head = text.slice(start, start + LINES_ABOVE_CHARACTERS);
  return /\n<(?:\?xml|test-?suites?)\b/i.test(head) && text.slice(-40).trimEnd().endsWith(">");
}

/** Most of the text stands in lines that begin so. */
function isMostly(text: string, start: number, opening: RegExp): boolean {
  let fitting = 0;
  forEachLine(text, start, (order, from, to) => {
    if (order < MOST_LINES && opening.test(text.slice(from, Math.min(to, from + OPENING_CHARACTERS))))
      fitting += to - from + 1;
  });
  return fitting >= (text.length - start) * LEAST_SHARE;
}

function extractReport(source: EvidenceSource): EvidenceView {
  const report = source.text.slice(source.bodyStart);
  const written = writtenReport(report);
  // What the runner printed before its report.
  const start = report.search(OPENS_REPORT);
  const text =
    written === "" || start <= 0 ? written : `${report.slice(0, Math.min(start, LINES_ABOVE))}\n${written}`;
  if (text === "") return (BEGINS_XML.test(source.text) ? xmlKind : jsonKind).extract(source);
  const view = new TestRunReader({ ...source, text, lines: countLines(text), bodyStart: 0 }).read();
  // Its lines are not those of the report.
  return { ...view, pieces: view.pieces.map((piece) => ({ ...piece, lines: 0 })), marksGaps: false };
}
