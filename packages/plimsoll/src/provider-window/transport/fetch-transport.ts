import { isRecord } from "../../text/is-record.js";
import { CompactError } from "../../errors/compact-error.js";
import { accountDigest } from "./account-digest.js";
import { type Endpoint, normalizeApiBase } from "./endpoint.js";
import { parseServerEvents } from "./parse-server-events.js";
import type { RequestBody, ResponsesTransport, SendOptions } from "./responses-transport.js";

export interface FetchTransportOptions {
  /** @default OpenAI's own */
  readonly baseUrl?: string;
  /** The base is that of a ChatGPT login. */
  readonly login?: "chatgpt";
  readonly apiKey?: string;
  /** Sent with every request; an organization, a project, an `api-key` of Azure. */
  readonly headers?: Readonly<Record<string, string>>;
  /** @default a digest of the key and the headers */
  readonly account?: string;
  /** @default the global one */
  readonly fetch?: typeof globalThis.fetch;
}

/** Longer answers than this are not read. */
const MAX_BODY_CHARACTERS = 64 * 1024 * 1024;
const MAX_ERROR_CHARACTERS = 64 * 1024;

/** A provider session over `fetch`, for those who have no client. Each request is tried once. */
export function fetchTransport(options: FetchTransportOptions = {}): ResponsesTransport {
  const endpoint = normalizeApiBase(options.baseUrl, options.login ? { login: options.login } : {});
  const named = Object.entries(options.headers ?? {}).sort();
  const account = options.account ?? accountDigest([options.apiKey, ...named.flat()]);
  const post = (route: string, body: RequestBody, send: SendOptions): Promise<unknown> =>
    postJson({ endpoint, options }, { route, body, send });
  return {
    binding: { provider: endpoint.base, account },
    unsupportedRoutes: new Set(),
    create: (body, send) => post("/responses", body, send),
    compact: (body, send) => post("/responses/compact", body, send),
  };
}

async function postJson(
  { endpoint, options }: { readonly endpoint: Endpoint; readonly options: FetchTransportOptions },
  request: { readonly route: string; readonly body: RequestBody; readonly send: SendOptions },
): Promise<unknown> {
  const { route, body, send } = request;
  const response = await (options.fetch ?? globalThis.fetch)(endpoint.url(route), {
    method: "POST",
    // A redirect would carry the key to somebody else.
    redirect: "manual",
    headers: {
      "content-type": "application/json",
      accept: body["stream"] === true ? "text/event-stream" : "application/json",
      ...(options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` }),
      ...options.headers,
    },
    body: JSON.stringify(body),
    ...(send.signal ? { signal: send.signal } : {}),
  });
  if (!response.ok) throw await refusalOf(response, route);
  const type = response.headers.get("content-type") ?? "";
  if (type.includes("text/event-stream") && response.body) return parseServerEvents(response.body);
  return parseJson(await bounded(response, MAX_BODY_CHARACTERS), route);
}

async function bounded(response: Response, limit: number): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > limit) {
      throw new CompactError("PROVIDER_REFUSED", `The provider's answer has more than ${limit} characters.`);
    }
  }
  return text + decoder.decode();
}

function parseJson(text: string, route: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new CompactError("PROVIDER_REFUSED", `The provider's answer to ${route} is not JSON.`, {
      cause,
      details: { code: "invalid_answer" },
    });
  }
}

async function refusalOf(response: Response, route: string): Promise<CompactError> {
  const { status } = response;
  const text = await bounded(response, MAX_ERROR_CHARACTERS).catch(() => "");
  let error: Readonly<Record<string, unknown>> = {};
  try {
    const body: unknown = JSON.parse(text);
    if (isRecord(body) && isRecord(body["error"])) error = body["error"];
  } catch {
    // Not every refusal has a body; the status says enough.
  }
  const message = typeof error["message"] === "string" ? error["message"] : `${route} answered ${status}`;
  return new CompactError("PROVIDER_REFUSED", message.slice(0, 2000), {
    details: { status, error, headers: { "retry-after": response.headers.get("retry-after") } },
  });
}
