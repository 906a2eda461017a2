import type { IncomingMessage } from "node:http";
import { ApiError } from "./api-error.js";

/** Headers of which two would mean two things to two servers. */
const SINGLE = new Set([
  "host",
  "origin",
  "authorization",
  "x-api-key",
  "content-length",
  "content-type",
  "content-encoding",
  "transfer-encoding",
]);

/** Segments that lead elsewhere, and what some servers take for a slash. */
const DETOUR = /\/(?:\.|%2e){1,2}(?:\/|$)|\\/i;

/**
 * Refuses requests that another server in between could have read otherwise.
 *
 * @throws ApiError 400 or 415.
 */
export function refuseMalformed({ url = "", rawHeaders, headers, method }: IncomingMessage): void {
  if (!url.startsWith("/") || url.startsWith("//"))
    throw new ApiError(400, "Send a path as the target of the request.");
  const [path = ""] = url.split(/[?#]/, 1);
  if (DETOUR.test(path)) throw new ApiError(400, "Send a path without dot segments and backslashes.");
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? "").toLowerCase();
    if (SINGLE.has(name) && seen.has(name)) throw new ApiError(400, `The header ${name} is given twice.`);
    seen.add(name);
  }
  const coding = headers["transfer-encoding"];
  if (coding !== undefined && coding.trim().toLowerCase() !== "chunked")
    throw new ApiError(400, "The transfer-encoding of the request must be chunked, or none.");
  const type = headers["content-type"];
  if (method === "POST" && type !== undefined && !/^application\/(?:[\w.+-]*\+)?json\s*(?:;|$)/i.test(type))
    throw new ApiError(415, "Send JSON, with the header content-type: application/json.", {
      code: "unsupported_media_type",
    });
}
