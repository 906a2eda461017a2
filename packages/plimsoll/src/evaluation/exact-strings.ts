import type { ToolCallView } from "../conversation/item-view.js";
import { type ArgumentValue, argumentValues } from "./readable-text.js";

export const STRING_KINDS = ["id", "path", "name", "reference", "line"] as const;
/**
 * `id`: a value with a digit, `_` or `@`; `path`: a file or folder; `name`: a symbol of code; `reference`: a hash, an
 * address, an issue, a version; `line`: a line that an edit has to match.
 */
export type StringKind = (typeof STRING_KINDS)[number];

/** A string that is of use only letter for letter. */
export interface ExactString {
  readonly kind: StringKind;
  readonly text: string;
}

const MAX_LINE_LENGTH = 400;
const LEAST_LINE_LENGTH = 24;
const MAX_TEXT_LENGTH = 200_000;
const ID = /^[#\p{L}\p{N}_@.:+-]{4,80}$/u;
const ADDRESS = /https?:\/\/[^\s"'`<>()[\]{}]{4,400}/g;
const TOKEN = /[\p{L}\p{N}_@+./~\\#-]{4,300}/gu;
const WORD = /[\p{L}_][\p{L}\p{N}_]{6,100}/gu;
const HASH = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,40}$/;
const ISSUE = /^#\d{2,6}$/;
const VERSION = /^v?\d+\.\d+\.\d+$/;
const FILE_NAME =
  /^[\p{L}\p{N}_.-]+\.(?:[cm]?[jt]sx?|py|ipynb|rb|rs|go|java|kt|swift|cs?|cc|cpp|h|hpp|php|lua|ex|sh|ps1|sql|html?|s?css|vue|svelte|json[lc5]?|ya?ml|toml|ini|cfg|conf|env|lock|md|rst|txt|csv|tsv|log|xml|proto|tf)$/iu;

/** The strings of a call's arguments that would be wrong with one letter changed, each once. */
export function exactStringsOf(call: ToolCallView): ExactString[] {
  const found = new Map<string, StringKind>();
  const add = (text: string, kind: StringKind): void => {
    if (!found.has(text)) found.set(text, kind);
  };
  for (const value of argumentValues(call.arguments)) {
    for (const line of matchedLines(value)) add(line, "line");
    if (isId(value.text)) add(value.text, "id");
    else for (const { text, kind } of stringsOfText(value.text.slice(0, MAX_TEXT_LENGTH))) add(text, kind);
  }
  return [...found].map(([text, kind]) => ({ text, kind }));
}

/** A whole value that is one identifier, and no path or reference. */
function isId(text: string): boolean {
  return ID.test(text) && /[\d_@]/.test(text) && !isPath(text) && !isReference(text);
}

/** Keys under which editing tools take the text that they replace. */
const REPLACED =
  /^(?:old|search|find|match|target|before|original)_?(?:str|string|text|content|code|snippet|block)?s?$/i;

/** Lines that must be in a file as they are: the text an edit replaces, the removed lines of a patch. */
function matchedLines({ key, text }: ArgumentValue): string[] {
  const lines = text.slice(0, MAX_TEXT_LENGTH).split("\n");
  const patch = lines.some((line) => line.startsWith("@@")) && !REPLACED.test(key);
  if (!patch && !REPLACED.test(key)) return [];
  const matched = patch
    ? lines.filter((line) => line.startsWith("-") && !line.startsWith("---")).map((line) => line.slice(1))
    : lines;
  return matched
    .map((line) => line.trim())
    .filter(
      (line) => line.length >= LEAST_LINE_LENGTH && line.length <= MAX_LINE_LENGTH && /\p{L}/u.test(line),
    );
}

/** Addresses, paths, references and names of a text; the same string may come several times. */
function* stringsOfText(text: string): Generator<ExactString> {
  for (const [address] of text.matchAll(ADDRESS))
    yield { text: address.replace(/[.,;:]$/, ""), kind: "reference" };
  for (const [match] of text.matchAll(TOKEN)) {
    const token = match.replace(/^[+-]+|[.+@#-]+$/g, "");
    if (isReference(token)) yield { text: token, kind: "reference" };
    else if (isPath(token)) yield { text: token, kind: "path" };
  }
  for (const [word] of text.matchAll(WORD)) if (isName(word)) yield { text: word, kind: "name" };
}

const isReference = (token: string): boolean => HASH.test(token) || ISSUE.test(token) || VERSION.test(token);

/** Between separators something must be a name: neither `1/2` nor `//` nor the rest of an address. */
function isPath(token: string): boolean {
  if (token.length < 5 || token.startsWith("//")) return false;
  if (FILE_NAME.test(token)) return true;
  return /[\p{L}\p{N}_.~-][/\\][\p{L}\p{N}_.@-]|^[/~]\/?[\p{L}_]/u.test(token) && /\p{L}{2}/u.test(token);
}

/** Written as only code writes: camelCase, snake_case, a digit within. */
export function isName(word: string): boolean {
  return word.length >= 7 && /\p{Ll}\p{Lu}|[\p{L}\p{N}]_[\p{L}\p{N}]|\p{L}\d/u.test(word);
}
