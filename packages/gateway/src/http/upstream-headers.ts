/** What a client may say to an upstream. All else stays here: keys, cookies, addresses, who the client is. */
const TO_UPSTREAM = new Set(["anthropic-beta", "anthropic-version", "accept-language"]);

/** What an upstream may say to a client. */
const TO_CLIENT = new Set(["content-type", "retry-after", "retry-after-ms", "request-id"]);
const RATE_LIMITS = /^(?:anthropic-ratelimit|x-ratelimit)-[a-z0-9-]{1,60}$/;
/** Visible characters, spaces and tabs: nothing that ends a header. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const MAX_VALUE = 4096;

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The headers of a client that go upstream with its request. */
export function upstreamHeaders(headers: Headers): Record<string, string> {
  return allowed(headers, (name) => TO_UPSTREAM.has(name));
}

/** The headers of an upstream's answer that go back to the client. */
export function clientHeaders(headers: Headers): Record<string, string> {
  return allowed(headers, (name) => TO_CLIENT.has(name) || RATE_LIMITS.test(name));
}

function allowed(headers: Headers, isAllowed: (name: string) => boolean): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [key, given] of Object.entries(headers)) {
    const name = key.toLowerCase();
    const value = typeof given === "object" ? given.join(", ") : given;
    if (value === undefined || !isAllowed(name)) continue;
    if (value.length <= MAX_VALUE && VALUE.test(value)) kept[name] = value;
  }
  return kept;
}
