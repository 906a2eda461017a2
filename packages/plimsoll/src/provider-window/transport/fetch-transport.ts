import { isRecord } from "../../text/is-record.js";
import { CompactError } from "../../errors/compact-error.js";
import { postJson } from "../../http/post-json.js";
import { readBounded } from "../../http/read-bounded.js";
import { accountDigest } from "./account-digest.js";
import { type Endpoint, normalizeApiBase } from "./endpoint.js";
import { parseServerEvents } from "./parse-server-events.js";
import type { RequestBody, ResponsesAnswer, ResponsesTransport, SendOptions } from "./responses-transport.js";

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
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;

/** A provider session over `fetch`, for those who have no client. Each request is tried once. */
export function fetchTransport(options: FetchTransportOptions = {}): ResponsesTransport {
  const endpoint = normalizeApiBase(options.baseUrl, options.login ? { login: options.login } : {});
  const named = Object.entries(options.headers ?? {}).sort();
  const account = options.account ?? accountDigest([options.apiKey, ...named.flat()]);
  const post = (route: string, body: RequestBody, send: SendOptions): Promise<unknown> =>
    answerOf({ endpoint, options }, { route, body, send });
  return {
    binding: { provider: endpoint.base, account },
    unsupportedRoutes: new Set(),
    create: async (body, send) => (await post("/responses", body, send)) as ResponsesAnswer,
    compact: (body, send) => post("/responses/compact", body, send),
  };
}

async function answerOf(
  { endpoint, options }: { readonly endpoint: Endpoint; readonly options: FetchTransportOptions },
  request: { readonly route: string; readonly body: RequestBody; readonly send: SendOptions },
): Promise<unknown> {
  const { route, body, send } = request;
  const response = await postJson(options.fetch ?? globalThis.fetch, {
    url: endpoint.url(route),
    headers: {
      accept: body["stream"] === true ? "text/event-stream" : "application/json",
      ...(options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` }),
      ...options.headers,
    },
    body,
    signal: send.signal,
  });
  if (!response.ok) throw await refusalOf(response, route);
  const type = response.headers.get("content-type") ?? "";
  if (type.includes("text/event-stream") && response.body) return parseServerEvents(response.body);
  const text = await readBounded(response, MAX_BODY_BYTES);
  if (text !== undefined) return parseJson(text, route);
  throw new CompactError("PROVIDER_REFUSED", `The provider's answer has more than ${MAX_BODY_BYTES} bytes.`);
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
  const text = (await readBounded(response, MAX_ERROR_BYTES).catch(() => "")) ?? "";
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
