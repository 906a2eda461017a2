import { isRecord } from "../../text/is-record.js";
import type { Prompt } from "../templates/build-prompt.js";

export interface CompletionOptions {
  readonly model: string;
  readonly maxOutputTokens: number;
  readonly seed: number;
  /** Parameters that the server has refused, left out of the body. */
  readonly refused: ReadonlySet<string>;
}

/** One way to ask a model over HTTP for one text. */
export interface ModelApi {
  /** Appended to the base URL. */
  readonly path: string;
  /** Parameters that may be left out when a server refuses them, each with the words by which errors name it. */
  readonly optionalParameters: Readonly<Record<string, readonly string[]>>;
  body(prompt: Prompt, options: CompletionOptions): Record<string, unknown>;
  /** The text of an answer. Throws `ModelFailure` for a refusal, a truncated or an empty answer. */
  text(answer: unknown): string;
}

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
