import { Readable } from "node:stream";
import { Agent, type Dispatcher } from "undici";
import type { Upstream } from "../routes/route.js";
import { decodedBody } from "./decoded-body.js";
import type { UpstreamAnswer } from "./upstream-answer.js";

/** A request with its final bytes. */
export interface UpstreamPost {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** One that is a stream is sent once, whatever happens. */
  readonly body: string | Uint8Array | Readable;
  readonly signal: AbortSignal;
}

/**
 * An upstream closes connections that it has not used for a while, often at the moment in which one is used again. Nothing was
 * answered then, so the request is sent anew.
 */
const CLOSED: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);
const ATTEMPTS = 3;

/** The upstream could not be reached, or said nothing in time. */
export class UpstreamUnreachable extends Error {
  readonly upstream: string;
  /** It had given up the connection that the request went over. */
  readonly wasClosed: boolean;

  constructor(upstream: string, reason: string) {
    super(`The upstream ${upstream} did not answer: ${reason}.`);
    this.name = "UpstreamUnreachable";
    this.upstream = upstream;
    this.wasClosed = CLOSED.has(reason);
  }
}

const HEADER_NAMES: Readonly<Record<string, string>> = {
  "x-api-key": "x-api-key",
  "x-goog-api-key": "x-goog-api-key",
  "api-key": "api-key",
};

/**
 * Sends requests to upstreams and gives their answers as they come. Redirects are not followed: a key goes only to the address
 * that it was configured for.
 */
export class UpstreamClient {
  readonly #agents = new Map<string, Agent>();

  async post(upstream: Upstream, { path, headers, body, signal }: UpstreamPost): Promise<UpstreamAnswer> {
    const { origin, prefix } = addressOf(upstream);
    return this.#request(upstream, {
      origin,
      path: `${prefix}${path}`,
      method: "POST",
      headers: { "content-type": "application/json", ...headers, ...authOf(upstream) },
      body,
      signal,
    });
  }

  async get(upstream: Upstream, path: string, signal: AbortSignal): Promise<UpstreamAnswer> {
    const { origin, prefix } = addressOf(upstream);
    const headers = authOf(upstream);
    return this.#request(upstream, { origin, path: `${prefix}${path}`, method: "GET", headers, signal });
  }

  async #request(
    upstream: Upstream,
    request: Dispatcher.RequestOptions & { readonly signal: AbortSignal },
  ): Promise<UpstreamAnswer> {
    const attempts = request.body instanceof Readable ? 1 : ATTEMPTS;
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await this.#agentOf(upstream).request(request);
        return readable(upstream, answer);
      } catch (error) {
        if (request.signal.aborted || error instanceof UpstreamUnreachable) throw error;
        if (attempt < attempts && CLOSED.has(reasonOf(error))) continue;
        throw new UpstreamUnreachable(upstream.name, reasonOf(error));
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy()));
    this.#agents.clear();
  }

  #agentOf({ timeouts: { connectMs, firstByteMs, idleMs } }: Upstream): Agent {
    const key = `${connectMs} ${firstByteMs} ${idleMs}`;
    const known = this.#agents.get(key);
    if (known) return known;
    const agent = new Agent({
      connect: { timeout: connectMs },
      headersTimeout: firstByteMs,
      bodyTimeout: idleMs,
      connections: null,
      pipelining: 1,
    });
    this.#agents.set(key, agent);
    return agent;
  }
}

/** The answer with a body that can be read as it is. @throws UpstreamUnreachable if nobody here can. */
function readable(
  upstream: Upstream,
  { statusCode, headers, body }: Dispatcher.ResponseData,
): UpstreamAnswer {
  const { "content-encoding": encoding, ...flat } = flatHeaders(headers);
  const decoded = decodedBody(body, encoding?.trim().toLowerCase());
  if (decoded) return { status: statusCode, headers: flat, body: decoded };
  body.on("error", () => undefined).destroy();
  throw new UpstreamUnreachable(upstream.name, "it answered in an encoding that it was not asked for");
}

interface Address {
  readonly origin: string;
  readonly prefix: string;
}

/** To read an address takes longer than all else before a request is sent. */
const addresses = new WeakMap<Upstream, Address>();

function addressOf(upstream: Upstream): Address {
  const known = addresses.get(upstream);
  if (known) return known;
  const { origin, pathname } = new URL(upstream.baseUrl);
  const address = { origin, prefix: pathname.replace(/\/$/, "") };
  addresses.set(upstream, address);
  return address;
}

function authOf(upstream: Upstream): Readonly<Record<string, string>> {
  const key = upstream.key();
  if (key === undefined || upstream.vendor.auth === "none") return {};
  const name = HEADER_NAMES[upstream.vendor.auth];
  return name === undefined ? { authorization: `Bearer ${key}` } : { [name]: key };
}

function flatHeaders(headers: Dispatcher.ResponseData["headers"]): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const last = Array.isArray(value) ? value.at(-1) : value;
    if (last !== undefined) flat[name.toLowerCase()] = last;
  }
  return flat;
}

/** The code of an error is safe to show; its message may name an address with a key in it. */
function reasonOf(error: unknown): string {
  const code = (error as { readonly code?: unknown } | undefined)?.code;
  return typeof code === "string" ? code : "the connection failed";
}
