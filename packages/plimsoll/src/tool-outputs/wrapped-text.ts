import { isRecord } from "../text/is-record.js";
import { parseJson } from "../text/parse-json.js";

const MAX_CHARACTERS = 16_000_000;
const MAX_DEPTH = 20;
/** The share of the JSON text that a string must have to be what the output is about. */
const SHARE = 0.7;

/**
 * The text that a tool wrapped in JSON, as in `{"output": "…", "exit_code": 0}`; undefined if there is none.
 */
export function wrappedText(text: string): string | undefined {
  if (text.length > MAX_CHARACTERS || !/^\s{0,20}[[{]/.test(text.slice(0, 40))) return undefined;
  return longString(parseJson(text, { maxDepth: MAX_DEPTH }), text.length * SHARE, 3);
}

function longString(value: unknown, atLeast: number, depth: number): string | undefined {
  if (typeof value === "string") return value.length >= atLeast ? value : undefined;
  if (depth === 0) return undefined;
  const members = Array.isArray(value)
    ? value.slice(0, 10)
    : isRecord(value)
      ? Object.values(value).slice(0, 40)
      : [];
  for (const member of members) {
    const found = longString(member, atLeast, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
