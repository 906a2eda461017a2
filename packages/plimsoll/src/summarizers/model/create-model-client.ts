import { CompactError } from "../../errors/compact-error.js";
import { timerWait } from "../../http/timer-wait.js";
import type { ModelOverrides } from "../../tokens/look-up-model.js";
import { chatApi } from "./chat-api.js";
import type { ModelApi } from "./model-api.js";
import { HttpTransport } from "./http-transport.js";
import { ModelClient, type ModelTransport } from "./model-client.js";
import { ModelFailure } from "./model-failure.js";
import type { ModelSdk } from "./model-sdk.js";
import { responsesApi } from "./responses-api.js";
import { SdkTransport } from "./sdk-transport.js";

/** Where a model is asked, and as whom. */
export interface ModelServerOptions {
  /** Which API the server speaks. */
  readonly api: "chat" | "responses";
  /** With the version part: `https://api.openai.com/v1`. Needed without a `client`. */
  readonly baseUrl?: string;
  /**
   * The official `openai` client, which then makes the requests: with its address, key, headers and proxy. `baseUrl`, `apiKey`,
   * `headers` and `fetch` are its own then.
   */
  readonly client?: ModelSdk;
  readonly apiKey?: string | (() => string | Promise<string>);
  readonly model: string;
  /**
   * Tokens that one request may have, counted as it is sent. @default the model's window without the answer and
   * without the share that the model catalogue keeps free
   */
  readonly maxInputTokens?: number;
  /** Corrects the model catalogue, from which the default of `maxInputTokens` comes. */
  readonly models?: ModelOverrides;
  /** For one request with its retries. @default 60000 */
  readonly timeoutMs?: number;
  /** @default 7 */
  readonly seed?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  /** Waits between retries; replaced in tests. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 60_000;

const APIS: Readonly<Record<ModelServerOptions["api"], ModelApi>> = {
  chat: chatApi,
  responses: responsesApi,
};

/** The address to post to; a query of the base URL stays behind the path. */
function endpoint(baseUrl: string | undefined, path: string): string {
  const url = baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new CompactError(
      "INVALID_CONFIG",
      "The summarizer's baseUrl must be an http(s) address without user name and password, like https://host/v1; or pass a client.",
    );
  }
  url.pathname = (url.pathname.endsWith("/") ? url.pathname.slice(0, -1) : url.pathname) + path;
  return url.href;
}

async function resolveKey(apiKey: ModelServerOptions["apiKey"]): Promise<string> {
  try {
    return typeof apiKey === "function" ? await apiKey() : (apiKey ?? "");
  } catch {
    throw new ModelFailure("final", "the apiKey function failed");
  }
}

/** Callers without types forget it. */
function apiNamed(name: ModelServerOptions["api"]): ModelApi {
  if (Object.hasOwn(APIS, String(name))) return APIS[name];
  throw new CompactError(
    "INVALID_CONFIG",
    'Say which API the summarizer\'s server speaks: api: "chat" or "responses".',
  );
}

/** A client for one model on one server; what the server refused once it is not sent again. */
export function createModelClient(options: ModelServerOptions): ModelClient {
  const api = apiNamed(options.api);
  const { client, model, seed = 7 } = options;
  if (client) return clientFor(new SdkTransport({ api, client, model, seed }), options);
  const transport = new HttpTransport({
    api,
    url: endpoint(options.baseUrl, api.path),
    model,
    seed,
    headers: options.headers ?? {},
    fetch: options.fetch ?? globalThis.fetch,
    apiKey: () => resolveKey(options.apiKey),
  });
  return clientFor(transport, options);
}

/** A client that asks a model in any way. */
export const clientFor = (
  transport: ModelTransport,
  { timeoutMs = DEFAULT_TIMEOUT_MS, wait = timerWait }: Pick<ModelServerOptions, "timeoutMs" | "wait">,
): ModelClient => new ModelClient({ transport, timeoutMs, wait });
