import { isUtf8 } from "node:buffer";
import { ApiError } from "./api-error.js";

export interface JsonLimits {
  /** Objects and lists inside one another. */
  readonly jsonDepth: number;
  /** Values of all kinds together. */
  readonly jsonItems: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * The JSON of a body. Depth and number of values are checked before anything is built of it. No error repeats what the
 * body says.
 *
 * @throws ApiError 400.
 */
export function parseBounded(body: Buffer, limits: JsonLimits): unknown {
  if (body.length === 0) throw new ApiError(400, "The body is empty; send JSON.", { code: "invalid_json" });
  if (!isUtf8(body)) throw new ApiError(400, "The body is not UTF-8.", { code: "invalid_json" });
  checkSize(body, limits);
  try {
    return JSON.parse(body.toString("utf8"));
  } catch (error) {
    const position = /at position (\d+)/.exec(String(error))?.[1];
    const where = position === undefined ? "" : ` It goes wrong at character ${position}.`;
    throw new ApiError(400, `The body is not valid JSON.${where}`, { code: "invalid_json" });
  }
}

/** Looks at structure alone, and leaps over texts. */
function checkSize(body: Buffer, { jsonDepth, jsonItems }: JsonLimits): void {
  let depth = 0;
  let items = 1;
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index];
    if (byte === QUOTE) {
      index = endOfText(body, index);
    } else if (byte === COMMA) {
      items += 1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      depth += 1;
      items += 1;
      if (depth > jsonDepth) {
        throw new ApiError(400, `The JSON is nested deeper than ${jsonDepth} levels.`, {
          code: "json_too_deep",
        });
      }
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth -= 1;
    }
    if (items > jsonItems) {
      throw new ApiError(400, `The JSON holds more than ${jsonItems} values.`, { code: "json_too_large" });
    }
  }
}

/** Where the text that begins at a quote ends. */
function endOfText(body: Buffer, start: number): number {
  let end = body.indexOf(QUOTE, start + 1);
  while (end !== -1 && isEscaped(body, end)) end = body.indexOf(QUOTE, end + 1);
  return end === -1 ? body.length : end;
}

function isEscaped(body: Buffer, index: number): boolean {
  let before = index - 1;
  while (body[before] === BACKSLASH) before -= 1;
  return (index - before) % 2 === 0;
}
