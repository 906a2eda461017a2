import { isRecord } from "../../text/is-record.js";
import type { Prompt } from "../templates/build-prompt.js";
import type { AnswerStream } from "./answer-stream.js";
import { type CompletionOptions, type ModelApi, STREAM_WORDS, withoutRefused } from "./model-api.js";
import { ModelFailure } from "./model-failure.js";

function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part) => (isRecord(part) && typeof part["text"] === "string" ? part["text"] : ""))
    .join("");
}

function responseFormat(schema: object): object {
  return { type: "json_schema", json_schema: { name: "delta", schema, strict: true } };
}

function body(prompt: Prompt, options: CompletionOptions): Record<string, unknown> {
  const { refused, maxOutputTokens } = options;
  // Older servers know the limit by its former name only.
  const limit = refused.has("max_completion_tokens")
    ? { max_tokens: maxOutputTokens }
    : { max_completion_tokens: maxOutputTokens };
  const whole = {
    model: options.model,
    messages: [
      { role: "system", content: prompt.system },
      { role: "user", content: prompt.user },
    ],
    temperature: 0,
    seed: options.seed,
    ...limit,
    ...(prompt.schema === undefined ? {} : { response_format: responseFormat(prompt.schema) }),
    stream: options.stream,
    ...(options.stream && !refused.has("stream") ? { stream_options: { include_usage: true } } : {}),
  };
  return withoutRefused(whole, refused);
}

function text(answer: unknown): string {
  const choices = isRecord(answer) ? answer["choices"] : undefined;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isRecord(choice) ? choice["message"] : undefined;
  if (!isRecord(choice) || !isRecord(message)) throw new ModelFailure("final", "the answer has no message");
  const refusal = message["refusal"];
  if (typeof refusal === "string" && refusal !== "") throw new ModelFailure("final", "the model refused");
  if (choice["finish_reason"] === "content_filter") {
    throw new ModelFailure("final", "the model refused (content filter)");
  }
  if (choice["finish_reason"] === "length")
    throw new ModelFailure("final", "the answer was cut off at its limit");
  return contentText(message["content"]);
}

/** The answer that the chunks of a stream add up to. */
class ChatStream implements AnswerStream {
  #content = "";
  #refusal = "";
  #finish: unknown;
  #usage: unknown;
  #error: unknown;

  take(chunk: unknown): string {
    if (!isRecord(chunk)) return "";
    this.#error ??= chunk["error"];
    this.#usage = chunk["usage"] ?? this.#usage;
    const choice: unknown = Array.isArray(chunk["choices"]) ? chunk["choices"][0] : undefined;
    if (!isRecord(choice)) return "";
    this.#finish = choice["finish_reason"] ?? this.#finish;
    const delta = isRecord(choice["delta"]) ? choice["delta"] : {};
    const added = contentText(delta["content"]);
    this.#content += added;
    this.#refusal += contentText(delta["refusal"]);
    return added;
  }

  answer(): unknown {
    if (this.#error !== undefined) return { error: this.#error };
    if (this.#finish === undefined) return undefined;
    const message = { role: "assistant", content: this.#content, refusal: this.#refusal };
    return {
      choices: [{ index: 0, message, finish_reason: this.#finish }],
      ...(this.#usage === undefined ? {} : { usage: this.#usage }),
    };
  }
}

const stream = (): AnswerStream => new ChatStream();

/** Chat Completions, as OpenAI and the servers compatible with it speak it. */
export const chatApi: ModelApi = {
  path: "/chat/completions",
  resource: ({ chat }) => chat?.completions,
  optionalParameters: {
    response_format: ["response_format", "json_schema"],
    temperature: ["temperature"],
    seed: ["seed"],
    max_completion_tokens: ["max_completion_tokens"],
    max_tokens: ["max_tokens"],
    stream_options: ["stream_options"],
    stream: STREAM_WORDS,
  },
  body,
  text,
  stream,
};
