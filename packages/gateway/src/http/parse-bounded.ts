import { isUtf8 } from "node:buffer";
import { ApiError } from "./api-error.js";
import { type JsonLimits, ListScan } from "./list-scan.js";

/**
 * The JSON of a body. Depth and number of values are checked before anything is built of it. No error repeats what the
 * body says.
 *
 * @throws ApiError 400.
 */
export function parseBounded(body: Buffer, limits: JsonLimits): unknown {
  new ListScan(body, limits).toEnd();
  return parseChecked(body);
}

/** The JSON of a body whose depth and number of values were checked. @throws ApiError 400. */
export function parseChecked(body: Buffer): unknown {
  if (body.length === 0) throw new ApiError(400, "The body is empty; send JSON.", { code: "invalid_json" });
  if (!isUtf8(body)) throw new ApiError(400, "The body is not UTF-8.", { code: "invalid_json" });
  try {
    return JSON.parse(body.toString("utf8"));
  } catch (error) {
    const position = /at position (\d+)/.exec(String(error))?.[1];
    const where = position === undefined ? "" : ` It goes wrong at character ${position}.`;
    throw new ApiError(400, `The body is not valid JSON.${where}`, { code: "invalid_json" });
  }
}
