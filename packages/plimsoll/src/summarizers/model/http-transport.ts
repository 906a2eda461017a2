import { postJson } from "../../http/post-json.js";
import { readBounded } from "../../http/read-bounded.js";
import { retryAfter } from "../../http/retry-after.js";
import { recognizeOverflow } from "../../tokens/recognize-overflow.js";
import { normalizeUsage } from "../../tokens/normalize-usage.js";
import type { Prompt } from "../templates/build-prompt.js";
import { errorMessage, type ModelApi } from "./model-api.js";
import type { ModelAttempt, ModelTransport } from "./model-client.js";
import { ModelFailure } from "./model-failure.js";

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const MAX_REASON = 300;
const MIN_SECRET = 4;

export interface HttpTransportOptions {
  readonly api: ModelApi;
  /** The whole address to post to. */
  readonly url: string;
  readonly model: string;
  readonly seed: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  apiKey(): Promise<string>;
}

/** What is known of an answer with an error's status. */
interface HttpError {
  readonly detail: string;
  readonly key: string;
  readonly refused: ReadonlySet<string>;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Asks a model at one endpoint over HTTP. */
export class HttpTransport implements ModelTransport {
  readonly #options: HttpTransportOptions;

  constructor(options: HttpTransportOptions) {
    this.#options = options;
  }

  async send(prompt: Prompt, attempt: ModelAttempt): Promise<string> {
    const { maxOutputTokens, onUsage, refused, signal } = attempt;
    const { api, model, seed } = this.#options;
    const key = await this.#options.apiKey();
    const body = api.body(prompt, { model, maxOutputTokens, seed, refused });
    const response = await this.#post(body, key, signal);
    const raw = await this.#read(response, signal);
    const answer = parseJson(raw);
    const usage = normalizeUsage(answer);
    if (usage) onUsage?.(usage);
    if (!response.ok)
      throw this.#httpFailure(response, { detail: errorMessage(answer) ?? raw, key, refused });
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

  #httpFailure(response: Response, { detail, key, refused }: HttpError): ModelFailure {
    const { status } = response;
    if (status === 0 || (status >= 300 && status < 400)) {
      return new ModelFailure("final", `the server redirects (HTTP ${status}), which is not followed`);
    }
    const reason = `HTTP ${status}: ${this.#printable(detail, key)}`;
    if (status === 400 || status === 413 || status === 422) {
      if (recognizeOverflow(detail).overflow) return new ModelFailure("overflow", reason);
      const parameter = this.#refusedParameter(detail, refused);
      if (parameter !== undefined) return new ModelFailure("refused_parameter", reason, { parameter });
    }
    const retryable = (status === 429 && !detail.includes("insufficient_quota")) || status >= 500;
    return new ModelFailure(retryable ? "retryable" : "final", reason, {
      retryAfterMs: retryAfter((name) => response.headers.get(name)) ?? -1,
    });
  }

  #refusedParameter(detail: string, refused: ReadonlySet<string>): string | undefined {
    const named = Object.entries(this.#options.api.optionalParameters).find(
      ([parameter, words]) => !refused.has(parameter) && words.some((word) => detail.includes(word)),
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
