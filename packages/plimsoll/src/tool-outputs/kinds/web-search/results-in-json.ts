import { isRecord } from "../../../text/is-record.js";
import { parseJson } from "../../../text/parse-json.js";
import { isEncodedData } from "../../is-encoded-data.js";
import { type Leaf, leavesOf } from "../../leaves-of.js";
import { otherRank } from "./other-rank.js";
import { WEB_ADDRESS, type WebResult, type WebResults } from "./web-result.js";

const MAX_CHARACTERS = 8_000_000;
const MAX_DEPTH = 30;
const SEARCHED_DEPTH = 6;
const SEARCHED_LISTS = 2_000;
/** The share of a list's entries that must be results. */
const SHARE = 0.6;
const RESULT_BOUNDS = { depth: 4, leaves: 200 };
const OTHER_BOUNDS = { depth: 8, leaves: 100 };
/** Objects with more addresses are records of an interface, which are told by their ids. */
const MAX_ADDRESSES = 6;

/** Names of the member that holds the address of a result, the surest first. */
const ADDRESS_KEYS = [
  // Beside an address for people, the plain one is that of an interface.
  /^(?:html|web|page)_?(?:url|link)$/i,
  /^(?:url|link|href|uri)$/i,
  /^(?:source|final|original|canonical|document)_?(?:url|link|uri)$|^(?:permalink|source)$/i,
  /^id$/i,
];
const FILE_KEY = /^file_?name$/i;
const TITLE_KEY = /^(?:title|headline|heading|page_?title|document_?title)$/i;
const NAME_KEY = /^(?:name|label|file_?name)$/i;
const PASSAGE_KEY =
  /snippet|description|summary|content|text|highlight|extract|excerpt|passage|body|abstract|answer|caption|markdown/i;
const HIDDEN_KEY = /encrypted|favicon|image|thumbnail|icon|logo|(?:^|\.)type$|^(?:profile|meta_?url)\b/i;
/** What a page is to show, which says nothing of the search. */
const MARKUP = /^\s*<(?:style|script|div|html|!doctype)\b/i;
const LONG_NOTE = 60;
const LEAST_PASSAGE = 20;

/** The results of a search in a JSON text; undefined if it is none of these. */
export function resultsInJson(text: string): WebResults | undefined {
  const value = parseJson(text, { maxCharacters: MAX_CHARACTERS, maxDepth: MAX_DEPTH });
  return value === undefined ? undefined : resultsInValue(value);
}

export function resultsInValue(value: unknown): WebResults | undefined {
  const lists = resultLists(value);
  const results = oncePerPage(lists);
  if (results.length < 2) return undefined;
  const addresses = new Set(results.map(({ address }) => address));
  const taken = new Set<unknown>(lists.map((list) => list.entries));
  const others = leavesOf(value, { ...OTHER_BOUNDS, skip: (inner) => taken.has(inner) })
    .filter(({ value: told }) => !isEncodedData(told) && !addresses.has(told) && !MARKUP.test(told))
    .toSorted((one, other) => otherRank(one.path) - otherRank(other.path))
    .map(({ path, value: told }) => (path === "" ? told : `${path}: ${told}`));
  return { results, others };
}

/** Several lists may name the same page: what was found, and what an answer cites of it or another question found there. */
function oncePerPage(lists: readonly ResultList[]): readonly WebResult[] {
  const merged = new Map<string, WebResult>();
  /** The results of the lists before: parts of a page are results of their own in one list. */
  const pages = new Map<string, string>();
  for (const { results } of lists) {
    const keys = results.map(({ address, title }) => ({
      whole: `${address} ${title}`,
      page: `${withoutFragment(address)} ${title}`,
    }));
    results.forEach((result, index) => {
      const { whole = "", page = "" } = keys[index] ?? {};
      const key = merged.has(whole) ? whole : (pages.get(page) ?? whole);
      const known = merged.get(key);
      merged.set(key, known === undefined ? result : joined(known, result));
    });
    for (const { whole, page } of keys) if (!pages.has(page)) pages.set(page, whole);
  }
  return [...merged.values()];
}

const withoutFragment = (address: string): string => address.split("#", 1)[0] ?? address;

const joined = (one: WebResult, other: WebResult): WebResult => ({
  ...one,
  address: withoutFragment(one.address) === other.address ? other.address : one.address,
  passages: [...new Set([...one.passages, ...other.passages])],
  notes: [...new Set([...one.notes, ...other.notes])],
});

interface ResultList {
  readonly entries: readonly unknown[];
  readonly results: readonly WebResult[];
}

function resultLists(root: unknown): ResultList[] {
  const found: ResultList[] = [];
  let visited = 0;
  const visit = (value: unknown, depth: number): void => {
    visited += 1;
    if (depth > SEARCHED_DEPTH || visited > SEARCHED_LISTS) return;
    if (Array.isArray(value)) {
      const results = value.flatMap((entry) => resultOf(entry) ?? []);
      if (results.length > 0 && results.length >= value.length * SHARE) {
        found.push({ entries: value, results });
        // A list of parts may hold one whose content is a list of results.
        for (const member of value) if (resultOf(member) === undefined) visit(member, depth + 1);
        return;
      }
    }
    if (Array.isArray(value)) for (const member of value) visit(member, depth + 1);
    else if (isRecord(value)) for (const member of Object.values(value)) visit(member, depth + 1);
  };
  visit(root, 0);
  return found;
}

function resultOf(entry: unknown): WebResult | undefined {
  if (!isRecord(entry)) return undefined;
  const leaves = leavesOf(entry, RESULT_BOUNDS).filter(({ path }) => !HIDDEN_KEY.test(path));
  const addresses = leaves.filter(({ value }) => WEB_ADDRESS.test(value.slice(0, 4_000)));
  const address = ownAddress(addresses) ?? leaves.find(({ key }) => FILE_KEY.test(key));
  if (address === undefined || addresses.length > MAX_ADDRESSES) return undefined;
  const said = leaves.filter((leaf) => leaf !== address && !addresses.includes(leaf));
  const title = said.find(({ key }) => TITLE_KEY.test(key)) ?? said.find(({ key }) => NAME_KEY.test(key));
  const passages = said.filter((leaf) => leaf !== title && isPassage(leaf));
  if (passages.length === 0 && title === undefined) return undefined;
  if (FILE_KEY.test(address.key) && passages.length === 0) return undefined;
  const notes = said.filter((leaf) => leaf !== title && !passages.includes(leaf) && isNote(leaf));
  return {
    title: title?.value ?? "",
    address: address.value,
    passages: [...new Set(passages.map(({ value }) => value))],
    notes: notes.map(({ key, value }) => `${key}=${value}`),
  };
}

function ownAddress(addresses: readonly Leaf[]): Leaf | undefined {
  for (const pattern of ADDRESS_KEYS) {
    const found = addresses.find(({ key }) => pattern.test(key));
    if (found !== undefined) return found;
  }
  return undefined;
}

const isPassage = ({ key, value }: Leaf): boolean =>
  value.length >= LEAST_PASSAGE &&
  (PASSAGE_KEY.test(key) || value.length > LONG_NOTE) &&
  !isEncodedData(value);

const isNote = ({ value }: Leaf): boolean => value.length <= LONG_NOTE;
