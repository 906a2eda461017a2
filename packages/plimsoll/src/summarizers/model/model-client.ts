import { withRetries } from "../../http/with-retries.js";
import type { NormalizedUsage } from "../../tokens/normalize-usage.js";
import type { SummaryRequest } from "../summarizer.js";
import type { Prompt } from "../templates/build-prompt.js";
import { ModelFailure } from "./model-failure.js";

const MAX_RETRIES = 4;
const FIRST_DELAY_MS = 500;

/** One attempt to get a text. */
export interface ModelAttempt {
  readonly maxOutputTokens: number;
  /** Parameters that were refused before, to be left out. */
  readonly refused: ReadonlySet<string>;
  readonly signal: AbortSignal;
  /** Told the usage of every answer, whatever comes of it. */
  readonly onUsage?: ((usage: NormalizedUsage) => void) | undefined;
  /** Called when an answer begins to come; gets its text piece by piece. Absent: nothing is streamed. */
  readonly onDraft?: SummaryRequest["onDraft"];
}

/** The way to a model: over HTTP, or a function of the caller's. */
export interface ModelTransport {
  /** Throws `ModelFailure`, or the abort reason of the signal. */
  send(prompt: Prompt, attempt: ModelAttempt): Promise<string>;
}

export interface ModelClientOptions {
  readonly transport: ModelTransport;
  readonly timeoutMs: number;
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export interface CompletionRequest {
  readonly maxOutputTokens: number;
  /** How often a request that failed for the moment is sent again. @default 4 */
  readonly maxRetries?: number;
  readonly signal?: AbortSignal | undefined;
  /** Told the usage of every answer, whatever comes of it. */
  readonly onUsage?: ((usage: NormalizedUsage) => void) | undefined;
  /** Called when an answer begins to come; gets its text piece by piece. Absent: nothing is streamed. */
  readonly onDraft?: SummaryRequest["onDraft"];
}

/** One text from one model: time-out, retries, and parameters that it refuses. */
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
        return await this.#options.transport.send(prompt, {
          maxOutputTokens: request.maxOutputTokens,
          onUsage: request.onUsage,
          onDraft: request.onDraft,
          refused: this.#refused,
          signal,
        });
      } catch (error) {
        const isRefused = error instanceof ModelFailure && error.kind === "refused_parameter";
        if (!isRefused || signal.aborted) throw error;
        this.#refused.add(error.parameter);
      }
    }
  }
}
