import { recognizeOverflow } from "../../tokens/overflow-error.js";
import { type NormalizedUsage, normalizeUsage } from "../../tokens/usage.js";
import type { Prompt } from "../templates/build-prompt.js";
import { errorMessage, type ModelApi } from "./model-api.js";
import { ModelFailure } from "./model-failure.js";
import { readBounded } from "./read-bounded.js";

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

/** Milliseconds that a `Retry-After` asks for; a date is read against the response's own `Date`. */
function retryAfter(headers: Headers): number {
  const value = headers.get("retry-after");
  if (value === null) return -1;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const delay = Date.parse(value) - Date.parse(headers.get("date") ?? "");
  return Number.isFinite(delay) ? Math.max(0, delay) : -1;
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
    for (let retries = 0; ; ) {
      try {
        return await this.#once(prompt, request, signal);
      } catch (error) {
        if (!(error instanceof ModelFailure) || signal.aborted) throw error;
        if (error.kind === "refused_parameter") {
          this.#refused.add(error.parameter);
          continue;
        }
        const delay = error.retryAfterMs >= 0 ? error.retryAfterMs : FIRST_DELAY_MS * 2 ** retries;
        waited += delay;
        if (error.kind !== "retryable" || ++retries > maxRetries || waited > this.#options.timeoutMs)
          throw error;
        await this.#options.wait(delay, signal);
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
      const reason = `the server answered an error: ${this.#printable(failed, key)}`;
      throw new ModelFailure(recognizeOverflow(failed).overflow ? "overflow" : "final", reason);
    }
    if (answer === undefined) throw new ModelFailure("final", "the answer is not JSON");
    return api.text(answer);
  }

  async #post(body: object, key: string, signal: AbortSignal): Promise<Response> {
    const authorization = key === "" ? {} : { authorization: `Bearer ${key}` };
    const headers = { ...this.#options.headers, "content-type": "application/json", ...authorization };
    try {
      return await this.#options.fetch(this.#options.url, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
        redirect: "manual",
        signal,
      });
    } catch (error) {
      throw networkFailure(error, signal);
    }
  }

  async #read(response: Response, signal: AbortSignal): Promise<string> {
    try {
      return await readBounded(response, MAX_ANSWER_BYTES);
    } catch (error) {
      throw error instanceof ModelFailure ? error : networkFailure(error, signal);
    }
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
      retryAfterMs: retryAfter(response.headers),
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
