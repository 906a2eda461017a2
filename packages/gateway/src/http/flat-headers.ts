import type { IncomingHttpHeaders } from "node:http";

/** What opens this gateway is nobody else's business: handlers do not see it, so they cannot send it on. */
const SECRET = new Set([
  "authorization",
  "proxy-authorization",
  "x-api-key",
  "api-key",
  "x-goog-api-key",
  "cookie",
]);

/** The headers that handlers see, each as one text. */
export function flatHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || SECRET.has(name)) continue;
    flat[name] = typeof value === "string" ? value : value.join(", ");
  }
  return flat;
}
