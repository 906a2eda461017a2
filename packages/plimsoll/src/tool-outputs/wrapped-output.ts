import { parseJson } from "../text/parse-json.js";
import { isEncodedData } from "./is-encoded-data.js";
import { type Leaf, leavesOf } from "./leaves-of.js";

/** A text that a tool wrapped in JSON, and what else the JSON says. */
export interface WrappedOutput {
  readonly text: string;
  readonly siblings: readonly Leaf[];
}

const MAX_CHARACTERS = 16_000_000;
const MAX_DEPTH = 20;
/** The share of all that the JSON says that its texts must have to be what the output is about. */
const SHARE = 0.6;
const LONG_TEXT = 200;
/** Longer JSON is known by its beginning, if it has many members there. */
const LONG_JSON = 200_000;
const MANY_MEMBERS = 1_000;
const LEAF_BOUNDS = { depth: 6, leaves: 80 };
const MAX_TEXTS = 20;
const NOTHING: Leaf = { path: "", key: "", value: "" };

/**
 * The text that a tool wrapped in JSON, as in `{"stdout": "…", "stderr": "", "exit_code": 0}` or in a list of text parts, with
 * the members beside it; undefined if the JSON is data.
 */
export function wrappedOutput(text: string): WrappedOutput | undefined {
  if (text.length > MAX_CHARACTERS || !/^\s{0,20}[[{]/.test(text.slice(0, 40))) return undefined;
  if (text.length > LONG_JSON && hasManyMembers(text.slice(0, LONG_JSON))) return undefined;
  const leaves = leavesOf(parseJson(text, { maxDepth: MAX_DEPTH }), LEAF_BOUNDS);
  if (leaves.length === 0 || leaves.length >= LEAF_BOUNDS.leaves) return undefined;
  const said = leaves.filter(({ value }) => !isEncodedData(value));
  const isData = lengthOf(said) < LONG_TEXT;
  const total = lengthOf(isData ? leaves : said);
  const isEnough = (found: readonly Leaf[]): boolean => found.length > 0 && lengthOf(found) >= total * SHARE;
  const longest = longestOf(isData ? leaves : said);
  const texts = isEnough([longest]) && isOnly(longest, leaves) ? [longest] : joinable(leaves);
  if (!isEnough(texts) || texts.length > MAX_TEXTS) return undefined;
  const siblings = leaves.filter((leaf) => !texts.includes(leaf) && !isPartType(leaf));
  return { text: joined(texts), siblings };
}

/** Within a text the quotes are escaped: so many members are data, and need not be parsed to be known as such. */
const hasManyMembers = (head: string): boolean => (head.match(/[^\\]" ?:/g)?.length ?? 0) > MANY_MEMBERS;

const lengthOf = (leaves: readonly Leaf[]): number =>
  leaves.reduce((sum, { value }) => sum + value.length, 0);

const longestOf = ([first, ...others]: readonly Leaf[]): Leaf =>
  others.reduce((best, leaf) => (leaf.value.length > best.value.length ? leaf : best), first ?? NOTHING);

/** Texts of one place: the parts of a message, or members of the outermost object. */
function joinable(leaves: readonly Leaf[]): readonly Leaf[] {
  const long = leaves.filter(({ value }) => value.length >= LONG_TEXT);
  const parts = long.filter(({ key }) => key === "text");
  if (parts.length > 0 && leaves.filter(isPartType).length >= parts.length) return parts;
  return long.filter((leaf) => !leaf.path.includes(".") && isOnly(leaf, leaves));
}

/** False for a member of several records: those are data. */
const isOnly = (leaf: Leaf, leaves: readonly Leaf[]): boolean =>
  leaves.every((other) => other === leaf || other.path !== leaf.path);

const joined = (texts: readonly Leaf[]): string =>
  texts.every(({ path }) => path === texts[0]?.path)
    ? texts.map(({ value }) => value).join("\n")
    : texts.map(({ path, value }) => `${path}:\n${value}`).join("\n");

const isPartType = ({ key, value }: Leaf): boolean => key === "type" && value === "text";
