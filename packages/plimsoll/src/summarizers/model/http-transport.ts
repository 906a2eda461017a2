import { postJson } from "../../http/post-json.js";
import { readBounded } from "../../http/read-bounded.js";
import { retryAfter } from "../../http/retry-after.js";
import { eventData, serverEvents } from "../../http/server-events.js";
import { normalizeUsage } from "../../tokens/normalize-usage.js";
import type { Prompt } from "../templates/build-prompt.js";
import { answeredText, streamedAnswer } from "./answered-text.js";
import { brokeOff, errorMessage, type ModelApi } from "./model-api.js";
import type { ModelAttempt, ModelTransport } from "./model-client.js";
import { ModelFailure } from "./model-failure.js";
import { printableReason } from "./printable-reason.js";
import { statusFailure } from "./status-failure.js";

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
/** Every piece of a streamed answer is an event of its own. */
const MAX_STREAM_CHARACTERS = 64 * 1024 * 1024;

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
    const { maxOutputTokens, onDraft, onUsage, refused, signal } = attempt;
    const { api, model, seed } = this.#options;
    const key = await this.#options.apiKey();
    const stream = onDraft !== undefined;
    const body = api.body(prompt, { model, maxOutputTokens, seed, refused, stream });
    const response = await this.#post(body, key, signal);
    const printable = (text: string): string => printableReason(text, key);
    if (response.ok && isEventStream(response)) {
      const answer = await this.#streamed(response, attempt);
      return answeredText(api, answer, { onUsage, printable });
    }
    const raw = await this.#read(response, signal);
    const answer = parseJson(raw);
    if (!response.ok) {
      const usage = normalizeUsage(answer);
      if (usage) onUsage?.(usage);
      throw this.#httpFailure(response, { detail: errorMessage(answer) ?? raw, key, refused });
    }
    if (answer === undefined) throw new ModelFailure("final", "the answer is not JSON");
    return answeredText(api, answer, { onUsage, printable });
  }

  async #streamed(response: Response, { onDraft, signal }: ModelAttempt): Promise<unknown> {
    try {
      const { answer } = await streamedAnswer(this.#options.api, jsonEvents(response), onDraft);
      return answer ?? brokeOff();
    } catch (error) {
      throw error instanceof ModelFailure ? error : networkFailure(error, signal);
    }
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
    return statusFailure(this.#options.api, {
      status,
      detail,
      told: printableReason(detail, key),
      refused,
      retryAfterMs: retryAfter((name) => response.headers.get(name)),
    });
  }
}

const isEventStream = ({ headers, body }: Response): boolean =>
  body !== null && (headers.get("content-type") ?? "").includes("text/event-stream");

/** The JSON events of a stream, which may be as long as an answer in pieces is. */
async function* jsonEvents({ body }: Response): AsyncGenerator<unknown> {
  if (body === null) return;
  let characters = 0;
  for await (const event of serverEvents(body, MAX_STREAM_CHARACTERS)) {
    characters += event.raw.length;
    if (characters > MAX_STREAM_CHARACTERS)
      throw new ModelFailure("final", `the answer is larger than ${MAX_STREAM_CHARACTERS} characters`);
    yield parseJson(eventData(event));
  }
}

/** Messages of the fetch implementation may quote headers and addresses, so only the code is told. */
function networkFailure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return error;
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  const code = typeof cause?.code === "string" ? cause.code : "no code";
  return new ModelFailure("retryable", `the connection failed (${code})`);
}
