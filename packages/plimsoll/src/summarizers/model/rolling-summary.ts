import { checkSummary } from "../accept-summary.js";
import type { SummaryRequest } from "../summarizer.js";
import type { Prompt } from "../templates/build-prompt.js";
import { chunkHistory } from "./chunk-history.js";
import type { HistoryChunk } from "./chunk-writer.js";
import { cleanAnswer } from "./clean-answer.js";
import type { ModelClient } from "./model-client.js";
import { ModelFailure } from "./model-failure.js";
import { promptTokens, RequestFrame } from "./request-frame.js";
import { type WholeBlock, wholeBlocks } from "./whole-blocks.js";

export interface RollingLimits {
  /** Tokens of one request as it is sent. */
  readonly inputTokens: number;
  /** Tokens that one answer may have. */
  readonly outputTokens: number;
  /** Requests for one summary, at most. */
  readonly maxCalls: number;
}

interface Plan {
  readonly frame: RequestFrame;
  readonly chunks: readonly HistoryChunk[];
}

/** The marks around quoted texts differ from request to request, and with them their tokens. */
const FIRST_SLACK = 32;

/** One summary in the making: the chunks still to be read, and the summary of those before. */
export class RollingSummary {
  readonly #request: SummaryRequest;
  readonly #client: ModelClient;
  readonly #limits: RollingLimits;
  readonly #blocks: readonly WholeBlock[];
  #callsLeft: number;
  #inputTokens: number;
  #slack = FIRST_SLACK;

  constructor(request: SummaryRequest, client: ModelClient, limits: RollingLimits) {
    this.#request = request;
    this.#client = client;
    this.#limits = limits;
    this.#blocks = wholeBlocks(request.remainder, (text) => request.count(text));
    this.#callsLeft = limits.maxCalls;
    this.#inputTokens = limits.inputTokens;
  }

  async write(): Promise<string> {
    let summary = this.#request.previous;
    let firstBlock = 0;
    let { frame, chunks } = this.#planFrom(firstBlock, summary);
    while (chunks.length > 0) {
      const [chunk, ...later] = chunks;
      if (chunk === undefined) break;
      const prompt = frame.prompt(chunk, summary);
      const answer = this.#fits(prompt) ? await this.#ask(prompt) : undefined;
      if (answer === undefined) {
        firstBlock += chunk.firstBlock;
        ({ frame, chunks } = this.#planFrom(firstBlock, summary));
      } else {
        summary = answer;
        chunks = later;
      }
    }
    return summary ?? "";
  }

  #planFrom(firstBlock: number, previous: string | undefined): Plan {
    const calls = this.#callsLeft;
    const frame = new RequestFrame(this.#request, {
      inputTokens: this.#inputTokens,
      slack: this.#slack,
      calls,
      previous,
    });
    const chunks = chunkHistory(this.#blocks.slice(firstBlock), {
      budget: frame.historyTokens,
      maxChunks: calls,
      count: (text) => this.#request.count(text),
    });
    return { frame, chunks };
  }

  /** False if the request is over its limit after all: the next plan leaves more free. */
  #fits(prompt: Prompt): boolean {
    const excess = promptTokens(prompt, (text) => this.#request.count(text)) - this.#inputTokens;
    if (excess <= 0) return true;
    this.#slack = 2 * this.#slack + excess;
    return false;
  }

  /** The new summary; undefined if the request was too long for the model: the next one is half as long. */
  async #ask(prompt: Prompt): Promise<string | undefined> {
    this.#callsLeft--;
    try {
      const { outputTokens } = this.#limits;
      const answer = cleanAnswer(await this.#client.complete(prompt, outputTokens, this.#request.signal));
      const unlimited = { maxTokens: Number.POSITIVE_INFINITY, replacedTokens: Number.POSITIVE_INFINITY };
      const check = checkSummary(answer, { ...unlimited, count: () => 1 });
      if (!check.accepted) throw new ModelFailure("final", `the answer is not usable: ${check.reason}`);
      return answer;
    } catch (error) {
      if (!(error instanceof ModelFailure) || error.kind !== "overflow" || this.#callsLeft < 1) throw error;
      this.#inputTokens = Math.floor(this.#inputTokens / 2);
      return undefined;
    }
  }
}
