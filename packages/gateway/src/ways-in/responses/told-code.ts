import type { FailureCode } from "../../answers/upstream-failure.js";
import { isCodex } from "../is-codex.js";

/** The code of a failure for a client that is told of it inside a stream. */
export const toldCode = (headers: Readonly<Record<string, string>>, code: FailureCode): FailureCode =>
  isCodex(headers) ? codexCode(code) : retryable(code);

/** Told of an overload inside a stream, Codex gives up at once; told of a failure, it asks again a moment later. */
const retryable = (code: FailureCode): FailureCode =>
  code === "server_is_overloaded" ? "server_error" : code;

/** Codex asks again after every code that it does not know. This one ends its turn and shows what was said. */
const codexCode = (code: FailureCode): FailureCode =>
  code === "authentication_error" || code === "model_not_found" ? "invalid_prompt" : retryable(code);
