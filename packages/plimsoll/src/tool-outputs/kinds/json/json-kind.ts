import { jsonValueEnd, parseJson } from "../../../text/parse-json.js";
import type { EvidenceKind } from "../evidence-kind.js";
import { JsonReader } from "./json-reader.js";
import { jsonEnd, saidAround } from "./said-around.js";
import { type JsonLimits, JsonScanner } from "./json-scanner.js";

/** Rows of distinct objects: what they are, their state and their own address; unusual ones first. */
export const jsonKind: EvidenceKind = {
  recognises: ({ text, bodyStart }) => looksLikeJson(text, jsonStart(text, bodyStart)),
  extract(source) {
    const reader = new JsonReader();
    const { text, bodyStart } = source;
    const start = jsonStart(text, bodyStart);
    const end = jsonEnd(text, start);
    new JsonScanner(text, reader, limitsFor(source.maxTokens)).scan(start, end);
    const view = reader.view();
    return { ...view, pieces: [...view.pieces, ...saidAround(text, { from: bodyStart, start, end })] };
  },
};

const limitsFor = (maxTokens: number): JsonLimits => ({
  valueCharacters: between(240, maxTokens * 2, 20_000),
  listItems: between(6, maxTokens / 8, 2_000),
  fields: between(60, maxTokens / 8, 2_000),
});

const between = (least: number, value: number, most: number): number =>
  Math.floor(Math.min(most, Math.max(least, value)));

const NOTICE_CHARACTERS = 4_000;
const MOST_NOTICES = 20;
const OPENING = /^\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:[[{"\]]|-?\d|true|false|null|$))/;
const NOTICE = /^[^{}[\]]{0,300}$/;
/** The name of a section in TOML and its kin. */
const SECTION = /^\s*\[{1,2}[\w.":/ -]+\]{1,2}\s*(?:[#;].*)?\n/;

/** Where JSON begins behind a few lines that other programs wrote before it. */
function jsonStart(text: string, start: number): number {
  const head = text.slice(start, start + NOTICE_CHARACTERS);
  let at = 0;
  for (let notice = 0; notice < MOST_NOTICES; notice += 1) {
    if (OPENING.test(head.slice(at, at + 200))) return start + at;
    const newline = head.indexOf("\n", at);
    if (newline === -1 || !NOTICE.test(head.slice(at, newline).trimEnd())) return start;
    at = newline + 1;
  }
  return start;
}

const PARSED_CHARACTERS = 200_000;
const SAMPLE_CHARACTERS = 16_000;
const MAX_DEPTH = 2_000;
const LEAST_REST = 0.2;

/** JSON, JSON lines, or the beginning of either: told by parsing where the text is short. */
function looksLikeJson(text: string, start: number): boolean {
  const head = text.slice(start, start + SAMPLE_CHARACTERS).trimStart();
  if ((!head.startsWith("{") && !head.startsWith("[")) || SECTION.test(head)) return false;
  if (text.length - start <= PARSED_CHARACTERS && parses(text.slice(start))) return true;
  if (areJsonLines(head)) return true;
  if (isFollowedByText(text, start)) return false;
  if (/^[[\s]{40}/.test(head)) return true;
  if (!/^(?:\{\s*(?:"|\})|\[\s*(?:[[{"\]]|-?\d+(?:\.\d+)?\s*[,\]]|true|false|null))/.test(head)) return false;
  const members = head.match(/"\s*:|",?\s*\n?\s*"|\d,\s*-?\d/g)?.length ?? 0;
  return members * 400 >= head.length || /^\[\s*\[/.test(head);
}

/** Much that is not JSON stands behind the value: what another stream of the same program said. */
function isFollowedByText(text: string, start: number): boolean {
  if (text.length - start > PARSED_CHARACTERS) return false;
  const rest = text.slice(jsonValueEnd(text, start + text.slice(start).search(/\S/))).trim();
  return rest.length > (text.length - start) * LEAST_REST && !/^[[{]/.test(rest);
}

const parses = (text: string): boolean => parseJson(text, { maxDepth: MAX_DEPTH }) !== undefined;

function areJsonLines(head: string): boolean {
  const lines = head
    .split("\n")
    .slice(0, -1)
    .filter((line) => line.trim() !== "")
    .slice(0, 5);
  return lines.length >= 2 && lines.every((line) => /^\s*[[{]/.test(line) && parses(line));
}
