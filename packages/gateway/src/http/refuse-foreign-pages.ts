import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import type { ListenSettings } from "../settings/gateway-settings.js";
import { ApiError } from "./api-error.js";
import { isLoopback } from "./is-loopback.js";

/** `example.com:8787`, `[::1]:8787`, `10.0.0.1`; nothing else is a host. */
const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::\d{1,5})?$/i;

/**
 * Refuses what a page in a browser could make it send: requests to another name of this machine (DNS rebinding), and
 * requests of pages from elsewhere.
 *
 * @throws ApiError 400 or 403.
 */
export function refuseForeignPages(headers: IncomingHttpHeaders, listen: ListenSettings): void {
  const host = hostName(headers.host);
  if (host === undefined) throw new ApiError(400, "The Host header is missing or is no host name.");
  if (!isOwnName(host, listen)) {
    throw new ApiError(
      403,
      "This gateway does not answer under that host name. Add it to gateway.listen.allowed_hosts.",
      { type: "permission_error", code: "host_not_allowed" },
    );
  }
  if (isForeign(headers, listen)) {
    throw new ApiError(
      403,
      "This gateway does not answer pages of that origin. Add it to gateway.listen.allowed_origins.",
      { type: "permission_error", code: "origin_not_allowed" },
    );
  }
}

/** What lets a page of an allowed origin read the answer. */
export function originHeaders(
  { origin }: IncomingHttpHeaders,
  listen: ListenSettings,
): Readonly<Record<string, string>> {
  if (origin === undefined || !listen.allowedOrigins.includes(origin)) return {};
  return { "access-control-allow-origin": origin, vary: "origin" };
}

function hostName(header: string | undefined): string | undefined {
  return HOST.exec(header ?? "")?.[1]?.toLowerCase();
}

/** An address cannot be rebound: only names are looked up. */
function isOwnName(host: string, { host: own, allowedHosts }: ListenSettings): boolean {
  if (isLoopback(host) || host === own.toLowerCase()) return true;
  if (allowedHosts.some((name) => name.toLowerCase() === host)) return true;
  return !isLoopback(own) && isIP(host.replace(/^\[|\]$/g, "")) !== 0;
}

/** Browsers tell where a request comes from: in `Origin`, and where that is missing in `Sec-Fetch-Site`. */
function isForeign(headers: IncomingHttpHeaders, { allowedOrigins }: ListenSettings): boolean {
  const { origin, host } = headers;
  if (origin !== undefined) return !allowedOrigins.includes(origin) && !isSameOrigin(origin, host);
  const site = headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}

function isSameOrigin(origin: string, host: string | undefined): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}
