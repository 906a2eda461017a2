import type { ToolCallView } from "../conversation/item-view.js";
import { readTokens } from "../text/read-tokens.js";
import { type TokenKind, tokenKind } from "../text/token-kind.js";
import { type ArgumentValue, argumentValues } from "./readable-text.js";

/**
 * `id`: names one thing, with letters and digits; `path`: a file or folder; `name`: a symbol of code;
 * `reference`: a hash, an address, an issue, a version; `line`: a line that an edit has to match.
 */
export type StringKind = "id" | "path" | "name" | "reference" | "line";

/** A string of a call that is of use only letter for letter. */
export interface CallString {
  readonly kind: StringKind;
  readonly text: string;
}

const MAX_LINE_LENGTH = 400;
const LEAST_LINE_LENGTH = 24;
const MAX_TEXT_LENGTH = 200_000;
const LEAST_VALUE_LENGTH = 4;
const MAX_VALUE_LENGTH = 80;
/** Shorter names are too common to say anything. */
const LEAST_NAME_LENGTH = 7;

type Kinds = Readonly<Partial<Record<TokenKind, StringKind>>>;

/** What counts inside a text. */
const IN_TEXT: Kinds = {
  address: "reference",
  hash: "reference",
  issue: "reference",
  version: "reference",
  path: "path",
  name: "name",
  pascal: "name",
  email: "id",
  id: "id",
};
/** What counts as a whole value, where it is not just one number of many. */
const AS_VALUE: Kinds = {
  email: "id",
  id: "id",
  number: "id",
  literal: "id",
  date: "id",
  numbered: "id",
  name: "name",
};

/** The strings of a call's arguments that would be wrong with one letter changed, each once. */
export function callStrings(call: ToolCallView): CallString[] {
  const found = new Map<string, StringKind>();
  const add = ({ text, kind }: CallString): void => {
    if (!found.has(text)) found.set(text, kind);
  };
  for (const value of argumentValues(call.arguments)) {
    for (const text of matchedLines(value)) add({ kind: "line", text });
    const kind = kindOfValue(value.text);
    if (kind !== undefined) add({ kind, text: value.text });
    else for (const string of stringsOfText(value.text.slice(0, MAX_TEXT_LENGTH))) add(string);
  }
  return [...found].map(([text, kind]) => ({ text, kind }));
}

function kindOfValue(text: string): StringKind | undefined {
  if (text.length < LEAST_VALUE_LENGTH || text.length > MAX_VALUE_LENGTH) return undefined;
  return AS_VALUE[tokenKind(text)];
}

/** Keys of editing tools for the text to replace. */
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

/** Addresses, paths, references, ids and names of a text; the same string may come several times. */
function* stringsOfText(text: string): Generator<CallString> {
  for (const { value, kind: tokenIs, start } of readTokens(text)) {
    const kind = IN_TEXT[tokenIs];
    if (kind === undefined || (kind === "name" && value.length < LEAST_NAME_LENGTH)) continue;
    yield { kind, text: kind === "path" ? rootBefore(text, start) + value : value };
  }
}

/** The root that a path begins with: `/`, `~/`, `../`. */
const rootBefore = (text: string, start: number): string =>
  /(?:~|\.{1,2})?[\\/]$/.exec(text.slice(Math.max(0, start - 3), start))?.[0] ?? "";
