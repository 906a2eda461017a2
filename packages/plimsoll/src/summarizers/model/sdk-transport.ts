import { CompactError } from "../../errors/compact-error.js";
import { retryAfter } from "../../http/retry-after.js";
import { isRecord } from "../../text/is-record.js";
import type { Prompt } from "../templates/build-prompt.js";
import { answeredText, streamedAnswer } from "./answered-text.js";
import { brokeOff, type ModelApi } from "./model-api.js";
import type { ModelAttempt, ModelTransport } from "./model-client.js";
import { ModelFailure } from "./model-failure.js";
import type { ModelSdk, SdkResource } from "./model-sdk.js";
import { printableReason } from "./printable-reason.js";
import { statusFailure } from "./status-failure.js";

export interface SdkTransportOptions {
  readonly api: ModelApi;
  readonly client: ModelSdk;
  readonly model: string;
  readonly seed: number;
}

/** Asks a model through the caller's own client: its address, key, headers and proxy. */
export class SdkTransport implements ModelTransport {
  readonly #options: SdkTransportOptions;
  readonly #resource: SdkResource;

  constructor(options: SdkTransportOptions) {
    this.#options = options;
    const resource = options.api.resource(options.client);
    if (typeof resource?.create !== "function") {
      throw new CompactError(
        "INVALID_CONFIG",
        `The summarizer's client has no ${options.api.path.slice(1).replace("/", ".")}.create; pass one that has, or another api.`,
      );
    }
    this.#resource = resource;
  }

  async send(prompt: Prompt, attempt: ModelAttempt): Promise<string> {
    const { api, model, seed } = this.#options;
    const { maxOutputTokens, refused, signal, onDraft, onUsage } = attempt;
    const stream = onDraft !== undefined;
    const body = api.body(prompt, { model, maxOutputTokens, seed, refused, stream });
    let answer: unknown;
    try {
      const given: unknown = await Reflect.apply(this.#resource.create, this.#resource, [
        body,
        { signal, maxRetries: 0 },
      ]);
      answer = isEvents(given) ? await this.#streamed(given, onDraft) : given;
    } catch (error) {
      if (signal.aborted || error instanceof ModelFailure) throw error;
      throw this.#failureOf(error, refused);
    }
    return answeredText(api, answer, { onUsage, printable: (text) => this.#printable(text) });
  }

  async #streamed(given: AsyncIterable<unknown>, onDraft: ModelAttempt["onDraft"]): Promise<unknown> {
    const { answer, events } = await streamedAnswer(this.#options.api, given, onDraft);
    if (events === 0)
      throw new ModelFailure("refused_parameter", "the server does not stream", { parameter: "stream" });
    return answer ?? brokeOff();
  }

  /** What an error of a client says: with a status it is the server's, without one the connection's. */
  #failureOf(error: unknown, refused: ReadonlySet<string>): ModelFailure {
    const detail = error instanceof Error ? error.message : String(error);
    const { status, headers, code } = Object(error) as Readonly<Record<string, unknown>>;
    if (typeof status !== "number") {
      const fromServer = typeof code === "string" && detail !== "";
      return new ModelFailure(
        fromServer ? "final" : "retryable",
        fromServer ? this.#printable(detail) : "the connection failed",
      );
    }
    const said = typeof code === "string" ? `${code}: ${detail}` : detail;
    return statusFailure(this.#options.api, {
      status,
      detail: said,
      told: this.#printable(said),
      refused,
      retryAfterMs: retryAfter((name) => headerOf(headers, name)),
    });
  }

  #printable(text: string): string {
    const { apiKey } = this.#options.client;
    return printableReason(text, typeof apiKey === "string" ? apiKey : "");
  }
}

function headerOf(headers: unknown, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const value = isRecord(headers) ? headers[name] : undefined;
  return typeof value === "string" ? value : null;
}

const isEvents = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;
