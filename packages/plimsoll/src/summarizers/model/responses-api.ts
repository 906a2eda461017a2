import { isRecord } from "../../text/is-record.js";
import { recognizeOverflow } from "../../tokens/recognize-overflow.js";
import type { Prompt } from "../templates/build-prompt.js";
import type { AnswerStream } from "./answer-stream.js";
import {
  type CompletionOptions,
  errorMessage,
  type ModelApi,
  STREAM_WORDS,
  withoutRefused,
} from "./model-api.js";
import { ModelFailure } from "./model-failure.js";

const MIN_OUTPUT_TOKENS = 16;

function textFormat(schema: object): object {
  return { type: "json_schema", name: "delta", schema, strict: true };
}

function body(prompt: Prompt, options: CompletionOptions): Record<string, unknown> {
  const whole = {
    model: options.model,
    instructions: prompt.system,
    input: [{ role: "user", content: [{ type: "input_text", text: prompt.user }] }],
    temperature: 0,
    max_output_tokens: Math.max(MIN_OUTPUT_TOKENS, options.maxOutputTokens),
    ...(prompt.schema === undefined ? {} : { text: { format: textFormat(prompt.schema) } }),
    store: false,
    stream: options.stream,
  };
  return withoutRefused(whole, options.refused);
}

function partText(part: unknown): string {
  if (!isRecord(part)) return "";
  if (part["type"] === "refusal") throw new ModelFailure("final", "the model refused");
  return part["type"] === "output_text" && typeof part["text"] === "string" ? part["text"] : "";
}

function throwIfUnfinished(answer: Record<string, unknown>): void {
  if (answer["status"] === "failed") {
    const reason = errorMessage(answer) ?? "no reason given";
    throw new ModelFailure(
      recognizeOverflow(reason).overflow ? "overflow" : "final",
      `the response failed: ${reason}`,
    );
  }
  if (answer["status"] !== "incomplete") return;
  const details = answer["incomplete_details"];
  const filtered = isRecord(details) && details["reason"] === "content_filter";
  throw new ModelFailure(
    "final",
    filtered ? "the model refused (content filter)" : "the answer was cut off at its limit",
  );
}

function text(answer: unknown): string {
  const output = isRecord(answer) ? answer["output"] : undefined;
  if (!isRecord(answer)) throw new ModelFailure("final", "the answer is no object");
  throwIfUnfinished(answer);
  if (!Array.isArray(output)) throw new ModelFailure("final", "the answer has no output");
  const parts: string[] = [];
  for (const item of output) {
    if (!isRecord(item) || item["type"] !== "message" || !Array.isArray(item["content"])) continue;
    for (const part of item["content"]) parts.push(partText(part));
  }
  return parts.join("");
}

const LAST: ReadonlySet<unknown> = new Set(["response.completed", "response.incomplete", "response.failed"]);

function stream(): AnswerStream {
  let answer: unknown;
  return {
    take(event) {
      if (!isRecord(event)) return "";
      const { type, delta } = event;
      if (LAST.has(type)) answer = event["response"];
      else if (type === "error") answer = { error: isRecord(event["error"]) ? event["error"] : event };
      return type === "response.output_text.delta" && typeof delta === "string" ? delta : "";
    },
    answer: () => answer,
  };
}

/** The Responses API, without storing anything at the provider. */
export const responsesApi: ModelApi = {
  path: "/responses",
  resource: ({ responses }) => responses,
  optionalParameters: {
    text: ["text.format", "json_schema", "'text'", '"text"'],
    temperature: ["temperature"],
    max_output_tokens: ["max_output_tokens"],
    stream: STREAM_WORDS,
  },
  body,
  text,
  stream,
};
