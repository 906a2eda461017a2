import { oneLine } from "../../../text/one-line.js";
import { FailedRecords } from "./failed-records.js";
import { jsonRecord, jsonValuesIn } from "./json-record.js";
import type { ReportRecord } from "./report-record.js";
import { xmlRecord } from "./xml-record.js";

const COUNT_KEY = /fail|error|pass|total|tests|skip|pending|success/;
const FAILED_KEY = /fail|error/;
const MOST_COUNTS = 8;
const COUNTS_DEPTH = 4;
const MESSAGE_LINES = 60;
const LONGEST_TITLE = 400;

/** A report for programs, written out as a runner would print it for people; empty if it tells of no failure. */
export function writtenReport(text: string): string {
  const isXml = opensXml(text);
  const roots = isXml ? [xmlRecord(text)] : jsonRecords(text);
  const printed = isXml ? "" : printedByTests(roots);
  if (printed !== "") return printed;
  const { tests } = new FailedRecords(roots);
  if (tests.length === 0) return "";
  const told = new Map<string, readonly string[]>();
  for (const { path, messages } of tests) {
    const title = oneLine(path.join(" > "), LONGEST_TITLE);
    if ((told.get(title) ?? []).length === 0) told.set(title, messages);
  }
  const blocks = [...told].map(([title, messages]) =>
    [`✖ ${title}`, ...messages.flatMap(indented)].join("\n"),
  );
  return [...blocks, countsOf(roots)].filter((part) => part !== "").join("\n\n");
}

const XML_START = /(?:^|\n)[ \t]*(?:<\?xml\b|<[A-Za-z][\w.:-]*[\s>])/;

const opensXml = (text: string): boolean =>
  XML_START.test(text.slice(0, 20_000)) && !/(?:^|\n)[[{]/.test(text.slice(0, 2_000));

function jsonRecords(text: string): ReportRecord[] {
  return jsonValuesIn(text).flatMap((value) => {
    const record = jsonRecord("", value);
    return record === undefined ? [] : [record];
  });
}

function indented(message: string): string[] {
  return message
    .split("\n")
    .slice(0, MESSAGE_LINES)
    .filter((line) => line.trim() !== "")
    .map((line) => `    ${line}`);
}

/** What the tests printed, where the report has it piece by piece: it is the run as people read it. */
function printedByTests(roots: readonly ReportRecord[]): string {
  const outputs = roots.map(({ fields }) => (fields.has("action") ? fields.get("output") : undefined));
  const known = outputs.filter((output) => output !== undefined);
  return known.length * 3 >= roots.length && known.length > 2 ? known.join("") : "";
}

/** The numbers of the report, those of its outermost record that counts failures. */
function countsOf(roots: readonly ReportRecord[]): string {
  let level: readonly ReportRecord[] = roots;
  for (let depth = 0; depth < COUNTS_DEPTH; depth += 1) {
    for (const { fields } of level) {
      const counts = [...fields].filter(([key, value]) => COUNT_KEY.test(key) && /^\d{1,9}$/.test(value));
      if (counts.length > 1 && counts.some(([key]) => FAILED_KEY.test(key)))
        return counts
          .slice(0, MOST_COUNTS)
          .map(
            ([key, value]) =>
              `${value} ${key.replace(/^(?:num|total(?=.))|(?:tests?|count)$/g, "") || "tests"}`,
          )
          .join(", ");
    }
    level = level.flatMap(({ children }) => children);
  }
  return "";
}
