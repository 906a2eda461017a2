import { isRecord } from "../../text/is-record.js";
import type { Prompt } from "../templates/build-prompt.js";
import type { AnswerStream } from "./answer-stream.js";
import { ModelFailure } from "./model-failure.js";
import type { ModelSdk, SdkResource } from "./model-sdk.js";

export interface CompletionOptions {
  readonly model: string;
  readonly maxOutputTokens: number;
  readonly seed: number;
  /** Parameters that the server has refused, left out of the body. */
  readonly refused: ReadonlySet<string>;
  /** The answer is to come as it is written. */
  readonly stream: boolean;
}

/** One way to ask a model over HTTP for one text. */
export interface ModelApi {
  /** Appended to the base URL. */
  readonly path: string;
  /** The part of the official client that asks it. */
  resource(client: ModelSdk): SdkResource | undefined;
  /** Parameters that may be left out when a server refuses them, each with the words by which errors name it. */
  readonly optionalParameters: Readonly<Record<string, readonly string[]>>;
  body(prompt: Prompt, options: CompletionOptions): Record<string, unknown>;
  /** The text of an answer. Throws `ModelFailure` for a refusal, a truncated or an empty answer. */
  text(answer: unknown): string;
  /** For the events of one streamed answer. */
  stream(): AnswerStream;
}

/** @throws ModelFailure for a stream that ended before its answer did; it is worth another attempt. */
export function brokeOff(): never {
  throw new ModelFailure("retryable", "the stream broke off before the answer was whole");
}

/** How errors name the wish for a stream. */
export const STREAM_WORDS: readonly string[] = ["'stream'", '"stream"', "streaming", "stream=true"];

/** `body` without the parameters that the server refused. */
export function withoutRefused(
  body: Record<string, unknown>,
  refused: ReadonlySet<string>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([key]) => !refused.has(key)));
}

/** The message of an `error` object in an answer; undefined if there is none. */
export function errorMessage(answer: unknown): string | undefined {
  if (!isRecord(answer)) return undefined;
  const { error } = answer;
  if (typeof error === "string") return error;
  if (!isRecord(error)) return undefined;
  return [error["code"], error["message"]].filter((part) => typeof part === "string").join(": ");
}
