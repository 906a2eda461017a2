import { isRecord } from "../../text/is-record.js";
import type { Prompt } from "../templates/build-prompt.js";
import { type CompletionOptions, type ModelApi, withoutRefused } from "./model-api.js";
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
    stream: false,
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

/** Chat Completions, as OpenAI and the servers compatible with it speak it. */
export const chatApi: ModelApi = {
  path: "/chat/completions",
  optionalParameters: {
    response_format: ["response_format", "json_schema"],
    temperature: ["temperature"],
    seed: ["seed"],
    max_completion_tokens: ["max_completion_tokens"],
    max_tokens: ["max_tokens"],
  },
  body,
  text,
};
