import { CompactError } from "../errors/compact-error.js";
import { checkSummary } from "./accept-summary.js";
import { cutToFit } from "./extractive/cut-to-fit.js";
import { chatApi } from "./model/chat-api.js";
import { chunkHistory, type HistoryChunk } from "./model/chunk-history.js";
import { cleanAnswer } from "./model/clean-answer.js";
import type { ModelApi } from "./model/model-api.js";
import { ModelClient } from "./model/model-client.js";
import { ModelFailure } from "./model/model-failure.js";
import { responsesApi } from "./model/responses-api.js";
import type { Summarizer, Summary, SummaryRequest } from "./summarizer.js";
import { buildPrompt } from "./templates/build-prompt.js";
import { SUMMARY_TEMPLATES } from "./templates/summary-templates.js";

export interface ModelSummarizerOptions {
  /** Which API the server speaks. */
  readonly api: "chat" | "responses";
  /** With the version part: `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey?: string | (() => string | Promise<string>);
  readonly model: string;
  /** Tokens that one request may have. @default 100000 */
  readonly maxInputTokens?: number;
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
/** Models overrun a limit they are told; they are told a smaller one. */
const TOLD_SHARE = 0.85;
const MIN_CHUNK_TOKENS = 64;

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

/** One summary in the making: the chunks still to be read, and the summary of those before. */
class RollingSummary {
  readonly #options: ModelSummarizerOptions;
  readonly #request: SummaryRequest;
  readonly #client: ModelClient;
  #callsLeft: number;
  #inputTokens: number;

  constructor(options: ModelSummarizerOptions, request: SummaryRequest, client: ModelClient) {
    this.#options = options;
    this.#request = request;
    this.#client = client;
    this.#callsLeft = options.maxCalls ?? 8;
    this.#inputTokens = options.maxInputTokens ?? 100_000;
  }

  async write(): Promise<string> {
    let summary = this.#request.previous;
    let firstItem = 0;
    let chunks = this.#chunksFrom(firstItem);
    while (chunks.length > 0) {
      const [chunk, ...later] = chunks;
      if (chunk === undefined) break;
      const answer = await this.#summarizeChunk(chunk, summary);
      if (answer === undefined) {
        firstItem += chunk.firstItem;
        this.#inputTokens = Math.floor(this.#inputTokens / 2);
        chunks = this.#chunksFrom(firstItem);
      } else {
        summary = later.length > 0 ? this.#bounded(answer) : answer;
        chunks = later;
      }
    }
    return summary ?? "";
  }

  #chunksFrom(firstItem: number): HistoryChunk[] {
    const { maxTokens, previous } = this.#request;
    const count = (text: string): number => this.#request.count(text);
    const { system, user } = this.#prompt("", "-");
    const earlier = Math.max(2 * maxTokens, count(previous ?? ""));
    const budget = Math.floor((this.#inputTokens - count(system) - count(user) - earlier) * 0.95);
    if (budget < MIN_CHUNK_TOKENS || this.#callsLeft < 1) {
      throw new ModelFailure(
        "final",
        `a request of ${this.#inputTokens} tokens leaves no room for the history beside a summary of ${maxTokens}`,
      );
    }
    return chunkHistory(this.#request.remainder.slice(firstItem), {
      budget,
      maxChunks: this.#callsLeft,
      count,
    });
  }

  #prompt(history: string, previous: string | undefined): { readonly system: string; readonly user: string } {
    const { template, note, maxTokens } = this.#request;
    return buildPrompt({
      template: SUMMARY_TEMPLATES[template],
      history,
      ...(previous === undefined ? {} : { previous }),
      ...(note === undefined ? {} : { note }),
      maxTokens: Math.max(1, Math.floor(maxTokens * TOLD_SHARE)),
    });
  }

  /** The new summary; undefined if the request was too long for the model. */
  async #summarizeChunk(chunk: HistoryChunk, previous: string | undefined): Promise<string | undefined> {
    if (this.#callsLeft < 1) {
      throw new ModelFailure("final", `more than ${this.#options.maxCalls ?? 8} requests would be needed`);
    }
    this.#callsLeft--;
    const limit = this.#request.maxTokens + REASONING_TOKENS;
    try {
      const prompt = this.#prompt(chunk.text, previous);
      const answer = cleanAnswer(await this.#client.complete(prompt, limit, this.#request.signal));
      const unlimited = { maxTokens: Number.POSITIVE_INFINITY, replacedTokens: Number.POSITIVE_INFINITY };
      const check = checkSummary(answer, { ...unlimited, count: () => 1 });
      if (!check.accepted) throw new ModelFailure("final", `the answer is not usable: ${check.reason}`);
      return answer;
    } catch (error) {
      if (error instanceof ModelFailure && error.kind === "overflow" && this.#callsLeft > 0) return undefined;
      throw error;
    }
  }

  #bounded(answer: string): string {
    const count = (text: string): number => this.#request.count(text);
    return cutToFit(answer, { limit: 2 * this.#request.maxTokens, count, wholeWords: false });
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
  return new CompactError(
    "SUMMARIZER_FAILED",
    `The model "${options.model}" gave no summary: ${error.message}. Check the summarizer's baseUrl, model and key.`,
    { details: { model: options.model, api: options.api, reason: error.message } },
  );
}

/**
 * A summarizer that asks a model over HTTP: temperature 0, fixed seed where the API has one, input within
 * `maxInputTokens`, in several rolling requests if it must. Fails with `SUMMARIZER_FAILED` or `ABORTED`.
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
        const client = new ModelClient(clientOptions);
        return { text: await new RollingSummary(options, request, client).write(), model: options.model };
      } catch (error) {
        throw failureOf(error, options, request.signal);
      }
    },
  };
}
