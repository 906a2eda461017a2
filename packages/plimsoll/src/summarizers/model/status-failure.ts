import { recognizeOverflow } from "../../tokens/recognize-overflow.js";
import type { ModelApi } from "./model-api.js";
import { ModelFailure } from "./model-failure.js";

/** An answer with an error's status. */
export interface StatusError {
  readonly status: number;
  /** The server's own words, to look for what it means. */
  readonly detail: string;
  /** The same as they may be told. */
  readonly told: string;
  readonly refused: ReadonlySet<string>;
  /** Milliseconds that the server asks to wait; undefined for none. */
  readonly retryAfterMs: number | undefined;
}

/** What is to be done about the status of an answer. */
export function statusFailure(api: ModelApi, error: StatusError): ModelFailure {
  const { status, detail, told, refused, retryAfterMs = -1 } = error;
  const reason = `HTTP ${status}: ${told}`;
  if (status === 400 || status === 413 || status === 422) {
    if (recognizeOverflow(detail).overflow) return new ModelFailure("overflow", reason);
    const parameter = refusedParameter(api, detail, refused);
    if (parameter !== undefined) return new ModelFailure("refused_parameter", reason, { parameter });
  }
  const retryable = (status === 429 && !detail.includes("insufficient_quota")) || status >= 500;
  return new ModelFailure(retryable ? "retryable" : "final", reason, { retryAfterMs });
}

function refusedParameter(api: ModelApi, detail: string, refused: ReadonlySet<string>): string | undefined {
  const named = Object.entries(api.optionalParameters).find(
    ([parameter, words]) => !refused.has(parameter) && words.some((word) => detail.includes(word)),
  );
  return named?.[0];
}
