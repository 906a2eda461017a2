import type { TokenEstimator } from "plimsoll";
import { type CountedPrompt, countPrompt } from "./count-prompt.js";

/** Counts the tokens of one exchange, where the upstream does not. */
export class AnswerCounter {
  readonly #estimator: TokenEstimator;
  readonly #sent: () => CountedPrompt;
  #prompt: number | undefined;
  #parts = 0;

  /** @param sent the prompt that was sent last */
  constructor(estimator: TokenEstimator, sent: () => CountedPrompt) {
    this.#estimator = estimator;
    this.#sent = sent;
  }

  /** At least 1. */
  prompt(): number {
    this.#prompt ??= Math.max(1, countPrompt(this.#estimator, this.#sent()));
    return this.#prompt;
  }

  /** What came in one piece. */
  output(said: unknown): number {
    return this.#estimator.count(JSON.stringify(said) ?? "");
  }

  /** One more part of a stream came. */
  addPart(): void {
    this.#parts++;
  }

  /** The tokens of a stream: servers send about one in each part, and to read them all for this would slow every stream down. */
  streamed(): number {
    return this.#parts;
  }
}
