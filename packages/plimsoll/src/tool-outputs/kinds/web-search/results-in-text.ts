import { parseJson } from "../../../text/parse-json.js";
import { resultsInValue } from "./results-in-json.js";
import { segmentStarts } from "./segment-starts.js";
import { addressLine } from "./address-line.js";
import { trimSigns } from "./trim-signs.js";
import type { WebResult, WebResults } from "./web-result.js";

const MAX_CHARACTERS = 4_000_000;
const LINE_CHARACTERS = 4_000;
/** Where a list of objects begins, and the keys of which one of the first says that it lists results. */
const LIST_OR_ADDRESS = /\[\s*\{|"(?:url|link)"/g;
const FIRST_KEYS_CHARACTERS = 200;
const LABEL = /^[\s>*#•-]*\*{0,2}([A-Za-z][A-Za-z_ ]{1,24}?)\*{0,2}:\*{0,2}\s*(\S[^\n]*)/;
const TITLE_LABEL = /^(?:title|name|headline)$/i;
const NUMBER = /^\s*(?:#{1,6}\s+)?(?:\[\d{1,3}\]|\(\d{1,3}\)|\d{1,3}[.)])\s+/;
const TITLE_ELEMENT = /^\s*<title>(.{1,400})<\/title>\s*$/i;
const TAG_AROUND = /^\s*<\w{1,40}>|<\/\w{1,40}>\s*$/g;
const LONE_TAG = /^\s*<\/?\w[^<>]{0,200}>\s*$/;
/** Fields of results that all stand in one line. */
const FIELD_IN_LINE = /, (?=(?:snippet|title|link|url|source|description|content): )/;
const LONG_LINE = 1_000;
const DECORATION = " \t>*#•_-";
const LONG_TITLE = 250;
const SHORT_FIELD = 40;

/** The results of a search that are printed as text: blocks with an address each. */
export function resultsInText(text: string): WebResults | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const lines = text
    .split("\n")
    .flatMap((line) => (line.length > LONG_LINE ? line.split(FIELD_IN_LINE) : [line]))
    .map((line) =>
      (holdsList(line.slice(0, LINE_CHARACTERS)) ? line : line.slice(0, LINE_CHARACTERS)).trimEnd(),
    );
  const listed = listedResults(lines);
  if (listed !== undefined) return listed;
  const starts = segmentStarts(lines);
  if (starts.length < 2) return undefined;
  const results: WebResult[] = [];
  const others = [lines.slice(0, starts[0]).join("\n")];
  starts.forEach((start, index) => {
    const segment = lines.slice(start, starts[index + 1] ?? lines.length);
    const result = resultOf(segment);
    if (result === undefined) others.push(segment.join("\n"));
    else results.push(result);
  });
  if (results.length < 2) return undefined;
  return { results, others: others.filter((other) => other.trim() !== "") };
}

/** True for `Links: [{"title": …, "url": …}]`: a list of objects of which the first has an address soon. */
function holdsList(line: string): boolean {
  let start = Number.NEGATIVE_INFINITY;
  for (const { 0: found, index } of line.matchAll(LIST_OR_ADDRESS)) {
    if (found.startsWith("[")) start = index + found.length;
    else if (index - start <= FIRST_KEYS_CHARACTERS) return true;
  }
  return false;
}

/** Results as a JSON list in one line, as in `Links: [{"title": …, "url": …}]`; the other lines are what is said of them. */
function listedResults(lines: readonly string[]): WebResults | undefined {
  const results: WebResult[] = [];
  const others: string[] = [];
  for (const line of lines) {
    const list = holdsList(line) ? parseJson(line.slice(line.indexOf("["))) : undefined;
    const found = list === undefined ? undefined : resultsInValue(list);
    if (found === undefined) others.push(line);
    else results.push(...found.results);
  }
  if (results.length < 2) return undefined;
  const paragraphs = others.join("\n").split(/\n\s*\n/);
  return { results, others: paragraphs.filter((other) => other.trim() !== "") };
}

function resultOf(segment: readonly string[]): WebResult | undefined {
  const block = new ResultBlock();
  for (const line of segment) block.add(line);
  return block.result();
}

/** Collects what the lines of one result say. */
class ResultBlock {
  #address = "";
  #title = "";
  readonly #passages: string[] = [];
  readonly #notes: string[] = [];

  add(line: string): void {
    if (this.#takesAddress(line) || LONE_TAG.test(line)) return;
    const element = TITLE_ELEMENT.exec(line)?.[1];
    if (element !== undefined) {
      this.#title ||= element;
      return;
    }
    const unnumbered = line.replace(NUMBER, "");
    const plain = trimSigns(unnumbered.replace(TAG_AROUND, ""), DECORATION);
    const [, label = "", value = ""] = LABEL.exec(unnumbered) ?? [];
    if (label !== "" && value !== "") this.#addField(label, value);
    else if (this.#title === "" && this.#passages.length === 0 && plain.length <= LONG_TITLE)
      this.#title = plain;
    else if (plain !== "") this.#passages.push(plain);
  }

  result(): WebResult | undefined {
    if (this.#address === "") return undefined;
    const passages = [this.#passages.join("\n")].filter((text) => text !== "");
    return { title: this.#title, address: this.#address, passages, notes: this.#notes };
  }

  #takesAddress(line: string): boolean {
    const found = this.#address === "" ? addressLine(line) : undefined;
    if (found === undefined) return false;
    this.#address = found.address;
    this.#title ||= found.title;
    return true;
  }

  #addField(label: string, value: string): void {
    if (TITLE_LABEL.test(label)) this.#title ||= trimSigns(value, DECORATION);
    else if (value.length <= SHORT_FIELD) this.#notes.push(`${label}: ${value}`);
    else this.#passages.push(value);
  }
}
