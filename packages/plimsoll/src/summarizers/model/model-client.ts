import { postJson } from "../../http/post-json.js";
import { readBounded } from "../../http/read-bounded.js";
import { retryAfter } from "../../http/retry-after.js";
import { withRetries } from "../../http/with-retries.js";
import { recognizeOverflow } from "../../tokens/recognize-overflow.js";
import { type NormalizedUsage, normalizeUsage } from "../../tokens/normalize-usage.js";
import type { Prompt } from "../templates/build-prompt.js";
import { errorMessage, type ModelApi } from "./model-api.js";
import { ModelFailure } from "./model-failure.js";

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const MAX_RETRIES = 4;
const FIRST_DELAY_MS = 500;
const MAX_REASON = 300;
const MIN_SECRET = 4;

export interface ModelClientOptions {
  readonly api: ModelApi;
  /** The whole address to post to. */
  readonly url: string;
  readonly model: string;
  readonly seed: number;
  readonly timeoutMs: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  apiKey(): Promise<string>;
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export interface CompletionRequest {
  readonly maxOutputTokens: number;
  /** How often a request that failed for the moment is sent again. @default 4 */
  readonly maxRetries?: number;
  readonly signal?: AbortSignal | undefined;
  /** Told the usage of every answer, whatever comes of it. */
  readonly onUsage?: ((usage: NormalizedUsage) => void) | undefined;
}

/** One text from one endpoint: parameters, time-out, retries and errors of HTTP. */
export class ModelClient {
  readonly #options: ModelClientOptions;
  readonly #refused = new Set<string>();

  constructor(options: ModelClientOptions) {
    this.#options = options;
  }

  /** The model's answer to `prompt`. Throws `ModelFailure`, or the abort reason of `signal`. */
  async complete(prompt: Prompt, request: CompletionRequest): Promise<string> {
    const { signal } = request;
    const timeout = AbortSignal.timeout(this.#options.timeoutMs);
    const combined = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    try {
      return await this.#withRetries(prompt, request, combined);
    } catch (error) {
      signal?.throwIfAborted();
      if (timeout.aborted) throw new ModelFailure("final", `no answer within ${this.#options.timeoutMs} ms`);
      throw error;
    }
  }

  async #withRetries(prompt: Prompt, request: CompletionRequest, signal: AbortSignal): Promise<string> {
    const { maxRetries = MAX_RETRIES } = request;
    let waited = 0;
    const delayAfter = (error: unknown, retries: number): number | undefined => {
      if (!(error instanceof ModelFailure) || signal.aborted || error.kind !== "retryable") return undefined;
      const delay = error.retryAfterMs >= 0 ? error.retryAfterMs : FIRST_DELAY_MS * 2 ** retries;
      waited += delay;
      return retries >= maxRetries || waited > this.#options.timeoutMs ? undefined : delay;
    };
    const wait = (delay: number): Promise<void> => this.#options.wait(delay, signal);
    return withRetries(() => this.#accepted(prompt, request, signal), { delayAfter, wait });
  }

  /** One attempt, made again at once without each parameter that the server refuses. */
  async #accepted(prompt: Prompt, request: CompletionRequest, signal: AbortSignal): Promise<string> {
    for (;;) {
      try {
        return await this.#once(prompt, request, signal);
      } catch (error) {
        const isRefused = error instanceof ModelFailure && error.kind === "refused_parameter";
        if (!isRefused || signal.aborted) throw error;
        this.#refused.add(error.parameter);
      }
    }
  }

  async #once(prompt: Prompt, request: CompletionRequest, signal: AbortSignal): Promise<string> {
    const { maxOutputTokens, onUsage } = request;
    const { api, model, seed } = this.#options;
    const key = await this.#options.apiKey();
    const body = api.body(prompt, { model, maxOutputTokens, seed, refused: this.#refused });
    const response = await this.#post(body, key, signal);
    const raw = await this.#read(response, signal);
    const answer = parseJson(raw);
    const usage = normalizeUsage(answer);
    if (usage) onUsage?.(usage);
    if (!response.ok) throw this.#httpFailure(response, errorMessage(answer) ?? raw, key);
    const failed = errorMessage(answer);
    if (failed !== undefined) {
      const reason = `the server answered with an error: ${this.#printable(failed, key)}`;
      throw new ModelFailure(recognizeOverflow(failed).overflow ? "overflow" : "final", reason);
    }
    if (answer === undefined) throw new ModelFailure("final", "the answer is not JSON");
    return api.text(answer);
  }

  async #post(body: object, key: string, signal: AbortSignal): Promise<Response> {
    const authorization = key === "" ? {} : { authorization: `Bearer ${key}` };
    const { url, headers, fetch } = this.#options;
    try {
      return await postJson(fetch, {
        url,
        headers: { ...headers, "content-type": "application/json", ...authorization },
        body,
        signal,
      });
    } catch (error) {
      throw networkFailure(error, signal);
    }
  }

  async #read(response: Response, signal: AbortSignal): Promise<string> {
    try {
      const text = await readBounded(response, MAX_ANSWER_BYTES);
      if (text !== undefined) return text;
    } catch (error) {
      throw networkFailure(error, signal);
    }
    throw new ModelFailure("final", `the answer is larger than ${MAX_ANSWER_BYTES} bytes`);
  }

  #httpFailure(response: Response, detail: string, key: string): ModelFailure {
    const { status } = response;
    if (status === 0 || (status >= 300 && status < 400)) {
      return new ModelFailure("final", `the server redirects (HTTP ${status}), which is not followed`);
    }
    const reason = `HTTP ${status}: ${this.#printable(detail, key)}`;
    if (status === 400 || status === 413 || status === 422) {
      if (recognizeOverflow(detail).overflow) return new ModelFailure("overflow", reason);
      const parameter = this.#refusedParameter(detail);
      if (parameter !== undefined) return new ModelFailure("refused_parameter", reason, { parameter });
    }
    const retryable = (status === 429 && !detail.includes("insufficient_quota")) || status >= 500;
    return new ModelFailure(retryable ? "retryable" : "final", reason, {
      retryAfterMs: retryAfter((name) => response.headers.get(name)) ?? -1,
    });
  }

  #refusedParameter(detail: string): string | undefined {
    const named = Object.entries(this.#options.api.optionalParameters).find(
      ([parameter, words]) => !this.#refused.has(parameter) && words.some((word) => detail.includes(word)),
    );
    return named?.[0];
  }

  /** One short line of a server's text, without the key, whole or in part. */
  #printable(text: string, key: string): string {
    const hidden = key.length >= MIN_SECRET ? text.replaceAll(key, "[key]") : text;
    return hidden.replace(/\s+/g, " ").slice(0, MAX_REASON);
  }
}

/** Messages of the fetch implementation may quote headers and addresses, so only the code is told. */
function networkFailure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return error;
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  const code = typeof cause?.code === "string" ? cause.code : "no code";
  return new ModelFailure("retryable", `the connection failed (${code})`);
}
