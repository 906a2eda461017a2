import { CompactError } from "../errors/compact-error.js";
import type { ModelOverrides } from "../tokens/model-catalogue.js";
import { chatApi } from "./model/chat-api.js";
import { defaultInputTokens } from "./model/input-limit.js";
import type { ModelApi } from "./model/model-api.js";
import { ModelClient } from "./model/model-client.js";
import { ModelFailure } from "./model/model-failure.js";
import { responsesApi } from "./model/responses-api.js";
import { RollingSummary } from "./model/rolling-summary.js";
import type { Summarizer, Summary, SummaryRequest } from "./summarizer.js";

export interface ModelSummarizerOptions {
  /** Which API the server speaks. */
  readonly api: "chat" | "responses";
  /** With the version part: `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey?: string | (() => string | Promise<string>);
  readonly model: string;
  /**
   * Tokens that one request may have, counted as it is sent. @default the model's window without the answer and
   * without the share that the model catalogue keeps free
   */
  readonly maxInputTokens?: number;
  /** Corrects the model catalogue, from which the default of `maxInputTokens` comes. */
  readonly models?: ModelOverrides;
  /** Requests for one summary, at most. @default 8 */
  readonly maxCalls?: number;
  /** For one request with its retries. @default 60000 */
  readonly timeoutMs?: number;
  /** @default 7 */
  readonly seed?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  /** Waits between retries; replaced in tests. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const APIS: Readonly<Record<ModelSummarizerOptions["api"], ModelApi>> = {
  chat: chatApi,
  responses: responsesApi,
};
/** Models think before they write, and what they think counts as output. */
const REASONING_TOKENS = 4096;
const DEFAULT_MAX_CALLS = 8;

function timerWait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** The address to post to; a query of the base URL stays behind the path. */
function endpoint(baseUrl: string, path: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new CompactError(
      "INVALID_CONFIG",
      "The summarizer's baseUrl must be an http(s) address without user name and password, like https://host/v1.",
    );
  }
  url.pathname = (url.pathname.endsWith("/") ? url.pathname.slice(0, -1) : url.pathname) + path;
  return url.href;
}

async function resolveKey(apiKey: ModelSummarizerOptions["apiKey"]): Promise<string> {
  try {
    return typeof apiKey === "function" ? await apiKey() : (apiKey ?? "");
  } catch {
    throw new ModelFailure("final", "the apiKey function failed");
  }
}

function failureOf(
  error: unknown,
  options: ModelSummarizerOptions,
  signal: AbortSignal | undefined,
): unknown {
  if (signal?.aborted === true) {
    return new CompactError("ABORTED", "The summary was aborted by the caller's signal.", {
      cause: signal.reason,
    });
  }
  if (!(error instanceof ModelFailure)) return error;
  const advice =
    error.kind === "no_room"
      ? "Raise the summarizer's maxInputTokens, or use a model with a larger window."
      : "Check the summarizer's baseUrl, model and key.";
  return new CompactError(
    "SUMMARIZER_FAILED",
    `The model "${options.model}" gave no summary: ${error.message}. ${advice}`,
    { details: { model: options.model, api: options.api, reason: error.message } },
  );
}

/**
 * A summarizer that asks a model over HTTP: temperature 0, fixed seed where the API has one, every request within
 * `maxInputTokens` whatever it is given, several rolling ones if it must, with a notice of what was left out if those
 * do not suffice. Fails with `SUMMARIZER_FAILED` or `ABORTED`.
 */
export function modelSummarizer(options: ModelSummarizerOptions): Summarizer {
  const api = APIS[options.api];
  const clientOptions = {
    api,
    url: endpoint(options.baseUrl, api.path),
    model: options.model,
    seed: options.seed ?? 7,
    timeoutMs: options.timeoutMs ?? 60_000,
    headers: options.headers ?? {},
    fetch: options.fetch ?? globalThis.fetch,
    apiKey: () => resolveKey(options.apiKey),
    wait: options.wait ?? timerWait,
  };
  return {
    name: "model",
    model: options.model,
    async summarize(request: SummaryRequest): Promise<Summary> {
      try {
        request.signal?.throwIfAborted();
        const outputTokens = request.maxTokens + REASONING_TOKENS;
        const summary = new RollingSummary(
          request,
          new ModelClient({ ...clientOptions, onUsage: request.onUsage }),
          {
            inputTokens:
              options.maxInputTokens ?? defaultInputTokens(options.model, outputTokens, options.models),
            outputTokens,
            maxCalls: options.maxCalls ?? DEFAULT_MAX_CALLS,
          },
        );
        return { text: await summary.write(), model: options.model };
      } catch (error) {
        throw failureOf(error, options, request.signal);
      }
    },
  };
}
