import type { Summary, SummaryRequest } from "../summarizer.js";
import type { Prompt } from "../templates/build-prompt.js";
import { chunkHistory } from "./chunk-history.js";
import type { HistoryChunk } from "./chunk-writer.js";
import type { ModelClient } from "./model-client.js";
import { ModelFailure } from "./model-failure.js";
import { promptTokens, RequestFrame } from "./request-frame.js";
import { ReadableJson } from "./readable-json.js";
import type { SummaryDraft } from "./summary-draft.js";
import { type WholeBlock, wholeBlocks } from "./whole-blocks.js";

export interface RollingLimits {
  /** Tokens of one request as it is sent. */
  readonly inputTokens: number;
  /** Tokens that one answer may have. */
  readonly outputTokens: number;
  /** Requests for one summary, at most. */
  readonly maxCalls: number;
}

export interface RollingParts {
  readonly client: ModelClient;
  readonly draft: SummaryDraft;
  readonly limits: RollingLimits;
}

interface Plan {
  readonly frame: RequestFrame;
  readonly chunks: readonly HistoryChunk[];
}

/** The marks around quoted texts differ from request to request, and with them their tokens. */
const FIRST_SLACK = 32;
/** A chunk is not made smaller. */
const LEAST_CHUNK_TOKENS = 128;

/** Reads a history chunk by chunk into a draft, as many requests as it takes and are allowed. */
export class RollingSummary {
  readonly #request: SummaryRequest;
  readonly #client: ModelClient;
  readonly #draft: SummaryDraft;
  readonly #limits: RollingLimits;
  readonly #blocks: readonly WholeBlock[];
  #callsLeft: number;
  #inputTokens: number;
  #slack = FIRST_SLACK;
  /** The most tokens of one chunk. */
  #mostHistory = Number.POSITIVE_INFINITY;

  constructor(request: SummaryRequest, { client, draft, limits }: RollingParts) {
    this.#request = request;
    this.#client = client;
    this.#draft = draft;
    this.#limits = limits;
    this.#blocks = wholeBlocks(draft.items, (text) => request.count(text));
    this.#callsLeft = limits.maxCalls;
    this.#inputTokens = limits.inputTokens;
  }

  async write(): Promise<Summary> {
    let firstBlock = 0;
    let { frame, chunks } = this.#planFrom(firstBlock);
    while (chunks.length > 0) {
      const [chunk, ...later] = chunks;
      if (chunk === undefined) break;
      const prompt = frame.prompt(chunk, this.#draft.soFar);
      const answered = this.#fits(prompt) && (await this.#ask(prompt, chunk.text));
      if (answered) chunks = later;
      else {
        firstBlock += chunk.firstBlock;
        ({ frame, chunks } = this.#planFrom(firstBlock));
      }
    }
    return this.#draft.result(this.#sourceTokens);
  }

  /** Tokens of everything that the summary takes the place of. */
  get #sourceTokens(): number {
    const { previous = "" } = this.#request;
    const before = previous === "" ? 0 : this.#request.count(previous);
    return this.#blocks.reduce((sum, { tokens }) => sum + tokens, before);
  }

  #planFrom(firstBlock: number): Plan {
    const calls = this.#callsLeft;
    const frame = new RequestFrame(this.#request, {
      inputTokens: this.#inputTokens,
      slack: this.#slack,
      calls,
      previous: this.#draft.soFar,
      build: (texts) => this.#draft.build(texts),
    });
    const chunks = chunkHistory(this.#blocks.slice(firstBlock), {
      budget: Math.min(frame.historyTokens, this.#mostHistory),
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

  /** False if the request was too long for the model: the next one is half as long. */
  async #ask(prompt: Prompt, history: string): Promise<boolean> {
    this.#callsLeft--;
    try {
      const { outputTokens: maxOutputTokens } = this.#limits;
      const { signal, onUsage } = this.#request;
      const onDraft = readableDrafts(this.#request.onDraft, prompt);
      this.#draft.take(await this.#client.complete(prompt, { maxOutputTokens, signal, onUsage, onDraft }));
      return true;
    } catch (error) {
      if (!(error instanceof ModelFailure) || error.kind !== "overflow" || this.#callsLeft < 1) throw error;
      this.#shrink(prompt, history);
      return false;
    }
  }

  /** Halves the limit. A request that was far below it has half of its history the next time. */
  #shrink(prompt: Prompt, history: string): void {
    const count = (text: string): number => this.#request.count(text);
    this.#inputTokens = Math.floor(this.#inputTokens / 2);
    if (promptTokens(prompt, count) <= this.#inputTokens)
      this.#mostHistory = Math.max(LEAST_CHUNK_TOKENS, Math.floor(count(history) / 2));
  }
}

/** Drafts as a person may read them, also where the answer is JSON. */
function readableDrafts(onDraft: SummaryRequest["onDraft"], { schema }: Prompt): SummaryRequest["onDraft"] {
  if (onDraft === undefined || schema === undefined) return onDraft;
  return () => {
    const show = onDraft();
    const words = new ReadableJson();
    return (piece) => {
      const text = words.push(piece);
      if (text !== "") show(text);
    };
  };
}
