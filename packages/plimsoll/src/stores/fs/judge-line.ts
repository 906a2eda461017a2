import { isUtf8 } from "node:buffer";
import { isRecord } from "../../text/is-record.js";
import { timestampMilliseconds } from "../timestamp-milliseconds.js";
import { parseLine } from "./session-file-line.js";

/**
 * What a line of a session file is. `remains`: of a writer that was killed or found the disk full; nobody was told that
 * it is stored. `later`: of a kind that this release does not know. `damaged`: it was written whole, and changed since.
 */
export type LineVerdict = "header" | "entry" | "later" | "remains" | "blank" | "damaged";

export function judgeLine(bytes: Buffer): LineVerdict {
  if (bytes.length === 0) return "blank";
  const value = parsed(bytes.toString("utf8"));
  if (value === undefined) return isBegun(bytes) ? "remains" : "damaged";
  if (!isUtf8(bytes) || !isRecord(value)) return "damaged";
  const line = parseLine(bytes);
  if (line?.header) return "header";
  const { kind, id, ts, data } = value;
  if (typeof kind !== "string" || typeof id !== "string" || !isTime(ts)) return "damaged";
  if (!line) return "later";
  return data === undefined ? "damaged" : "entry";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isTime(ts: unknown): boolean {
  try {
    timestampMilliseconds(ts as string, () => "The time");
    return true;
  } catch {
    return false;
  }
}

/**
 * True for the beginning of a line, as a write that stopped leaves it. A line whose end is there was whole once: a quote
 * that turned into something else leaves a string open.
 */
function isBegun(bytes: Buffer): boolean {
  const whole = withoutCutCharacter(bytes);
  const text = whole.toString("utf8");
  if (!text.startsWith("{") || text.endsWith("}") || !isUtf8(whole)) return false;
  const { head, closing } = openParts(text);
  const heads = [head, `${head}:0`, `${head}0`, head.replace(/,$/, ""), head.replace(/[\w.+-]{1,30}$/, "0")];
  return heads.some((one) => parsed(one + closing) !== undefined);
}

/** The bytes without a character at their end that goes on after it. */
function withoutCutCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes.at(-back) ?? 0;
    const length = byte >= 0xf5 || byte < 0xc2 ? 1 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    if (length > back) return bytes.subarray(0, -back);
    if (byte < 0x80 || byte >= 0xc0) break;
  }
  return bytes;
}

/** A text whose last string is closed, and the brackets that close the rest. */
function openParts(text: string): { readonly head: string; readonly closing: string } {
  const open: string[] = [];
  let isInString = false;
  let end = text.length;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') isInString = !isInString;
    else if (isInString && character === "\\") {
      const length = text[index + 1] === "u" ? 6 : 2;
      if (index + length > text.length) end = index;
      index += length - 1;
    } else if (isInString) continue;
    else if (character === "{") open.push("}");
    else if (character === "[") open.push("]");
    else if (character === "}" || character === "]") open.pop();
  }
  return { head: text.slice(0, end) + (isInString ? '"' : ""), closing: open.reverse().join("") };
}
