import { cutText } from "../../evidence/cut-text.js";
import { PieceCollector } from "../../evidence/piece-collector.js";
import type { EvidenceSource } from "../../evidence/evidence-source.js";
import type { EvidenceView } from "../../evidence/piece.js";
import type { EvidenceKind, RecognisedOutput } from "../evidence-kind.js";
import { otherRank } from "./other-rank.js";
import { type PassageUnit, passageUnits, queryWords } from "./passage-units.js";
import { resultsInJson } from "./results-in-json.js";
import { resultsInText } from "./results-in-text.js";
import { siteCount, type WebResult, type WebResults } from "./web-result.js";

/** Results of a search in the web or in documents: title and address of each, then the best passages of each. */
export const webSearchKind: EvidenceKind = {
  recognises: looksLikeResults,
  extract: extractResults,
};

const SEARCH_TOOL =
  /search|browse|retriev|lookup|(?:^|[_-])(?:web|internet|google|bing|brave|tavily|serp\w*|exa)(?:$|[_-])/i;
const STARTS_JSON = /^\s*(?:\{\s*["}]|\[\s*[[{"\]])/;
const JSON_ADDRESS = /"(?:url|link|href|uri|source|\w{1,12}_?url|id|file_?name)"\s*:\s*"/i;
const ADDRESS = /https?:\/\//g;
const LEAST_UNASKED = 3;
/** By this share of the text the first of them has come. */
const LATEST_START = 0.5;

function looksLikeResults({ text, bodyStart, sample, hints }: RecognisedOutput): boolean {
  const asked = SEARCH_TOOL.test(hints.toolName);
  const isJson = STARTS_JSON.test(sample.head.slice(0, 1_000));
  if (isJson && !JSON_ADDRESS.test(sample.text)) return false;
  if (!isJson && (sample.text.match(ADDRESS)?.length ?? 0) < 2) return false;
  if (!isJson && !asked && !listsAddresses(sample.head, hints.path)) return false;
  const found = readResults(text.slice(bodyStart));
  if (found === undefined) return false;
  return asked || areListed(text.slice(bodyStart), found.results, isJson);
}

/** Results that nobody is known to have searched for are several, of several sites, and are what the text is about. */
const areListed = (body: string, results: readonly WebResult[], isJson: boolean): boolean =>
  results.length >= LEAST_UNASKED &&
  siteCount(results) >= 2 &&
  (isJson || beginsEarly(body, results[0]?.address ?? ""));

/** Addresses at the end of a longer text are where its writer is to be found. */
const beginsEarly = (body: string, address: string): boolean =>
  body.indexOf(address) <= body.length * LATEST_START;

/** Lines that only lists of results have. */
const LABELLED =
  /^[ \t>*#-]*(?:\d{1,3}[.)] |\[\d{1,3}\] )?\*{0,2}(?:url(?: source)?|link|source)\*{0,2}:\*{0,2}[ \t]*<?https?:\/\/|^https?:\/\/\S+$/im;

/** A link that is a whole item of a numbered list, or a heading: common in guides too, which are read from files. */
const LINKED_TITLE =
  /^(?: {0,3}\d{1,3}[.)] |#{1,4} (?:\d{1,3}[.)] )?)\*{0,2}\[[^\]\n]{1,300}\]\(<?https?:\/\/[^\s)>]+>?\)\*{0,2}[ \t]*$/im;
/** A number and a title with the address alone in the next line. */
const NUMBERED_TITLE = /^ {0,3}\d{1,3}[.)] [^\n]{2,200}\n {1,8}https?:\/\/\S{3,400}$/m;
const ELEMENT = /^\s*<(?:result|document|item|entry|search_result)\b/im;
const ADDRESS_ELEMENT = /^\s*<(?:url|link|source|uri|href)>https?:\/\//im;

function listsAddresses(head: string, path: string): boolean {
  if (LABELLED.test(head)) return true;
  if (path !== "") return false;
  return (
    LINKED_TITLE.test(head) ||
    NUMBERED_TITLE.test(head) ||
    (ELEMENT.test(head) && ADDRESS_ELEMENT.test(head) && !isFeed(head))
  );
}

/** A document in XML, such as a feed, is read as one. */
const isFeed = (head: string): boolean => /^\s*<(?:\?xml|rss|feed)\b/.test(head);

function readResults(text: string): WebResults | undefined {
  return STARTS_JSON.test(text.slice(0, 1_000)) ? resultsInJson(text) : resultsInText(text);
}

const TITLE_CHARACTERS = 160;
const BRIEF_CHARACTERS = 60;
const NOTES_CHARACTERS = 160;
const OTHER_CHARACTERS = 400;
/** What is worth what stands beside the results, by its rank. */
const OTHER_VALUES = [99, 90, 55];
const OTHER_NAME = /^[\w.]{1,120}(?=: )/;
const MAX_OTHERS = 40;
/** Room for the pieces of one result in the order of printing. */
const STEP = 1_000;

function extractResults(source: EvidenceSource): EvidenceView {
  const { results, others } = readResults(source.text.slice(source.bodyStart)) ?? { results: [], others: [] };
  const collector = new PieceCollector(4_000);
  const words = queryWords(source.hints.query || (others.find((other) => /^query\b/.test(other)) ?? ""));
  const seen = new Set<string>();
  results.forEach((result, index) => {
    addResult(collector, result, index);
    addPassages(collector, passageUnits(result.passages, words, seen), index);
  });
  addOthers(collector, others, passageUnits(others.filter(isLong), words, seen));
  const facts = results.length === 0 ? [] : [`${results.length} results`];
  return { pieces: collector.pieces(), facts, marksGaps: false };
}

/** What stands beside the results, such as an answer or the mark of the next page: whole if it is short. */
function addOthers(
  collector: PieceCollector,
  others: readonly string[],
  units: readonly PassageUnit[],
): void {
  const short = others.filter((other) => !isLong(other)).slice(0, MAX_OTHERS);
  short.forEach((text, index) => {
    const said = text.replace(/\s+/g, " ").trim();
    const value = OTHER_VALUES[otherRank(OTHER_NAME.exec(said)?.[0] ?? "")] ?? 0;
    collector.add({ order: index - 2 * STEP, text: said, value, lines: 0 });
  });
  units.forEach(({ position, text }, rank) => {
    const value = (rank === 0 ? 99 : 79) - Math.min(40, rank * 0.1);
    collector.add({ order: position - STEP, text, value, lines: 0 });
  });
}

const isLong = (text: string): boolean => text.length > OTHER_CHARACTERS;

function addResult(collector: PieceCollector, { title, address, notes }: WebResult, index: number): void {
  const value = 98 - Math.min(2, index * 0.01);
  const line = title.replace(/\s+/g, " ").trim();
  const text = [cutText(line, TITLE_CHARACTERS), address].filter((part) => part !== "").join("\n");
  const brief = [cutText(line, BRIEF_CHARACTERS), address].filter((part) => part !== "").join("\n");
  collector.add({ order: index * STEP, text, brief, value, lines: 1 });
  if (notes.length === 0) return;
  const told = cutText(notes.join(" "), NOTES_CHARACTERS);
  collector.add({
    order: index * STEP + STEP / 2,
    text: told,
    value: 70 - Math.min(2, index * 0.01),
    lines: 0,
  });
}

/** The best passage of each result before the second of any. */
function addPassages(collector: PieceCollector, units: readonly PassageUnit[], index: number): void {
  units.forEach(({ position, text }, rank) => {
    const value = (rank === 0 ? 79 : 60) - Math.min(40, rank * 0.5) - Math.min(0.4, index * 0.001);
    if (collector.accepts(value))
      collector.add({ order: index * STEP + 1 + position, text, value, lines: 0 });
  });
}
