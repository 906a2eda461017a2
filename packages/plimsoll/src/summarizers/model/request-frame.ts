import { excerpt } from "../../tool-outputs/excerpt.js";
import type { SummaryRequest } from "../summarizer.js";
import type { Prompt, PromptTexts } from "../templates/build-prompt.js";
import type { HistoryChunk } from "./chunk-writer.js";
import { ModelFailure } from "./model-failure.js";

export interface FrameLimits {
  /** Tokens of a whole request. */
  readonly inputTokens: number;
  /** Tokens that the plan leaves free. */
  readonly slack: number;
  /** Requests that may follow; with more than one, room is kept for what the model answers to the one before. */
  readonly calls: number;
  /** What is known from before. */
  readonly previous: string | undefined;
  /** Writes the request. */
  build(texts: PromptTexts): Prompt;
}

/** Of the room beside the instructions: what the caller's note and the summary so far may take. */
const NOTE_SHARE = 1 / 8;
const PREVIOUS_SHARE = 1 / 2;
const LEAST_HISTORY_TOKENS = 128;
/** What the roles and the structure around the two texts cost. */
const ENVELOPE_TOKENS = 8;

/** Tokens of a request as it is sent. */
export function promptTokens({ system, user, schema }: Prompt, count: (text: string) => number): number {
  const shape = schema === undefined ? 0 : count(JSON.stringify(schema));
  return count(system) + count(user) + shape + ENVELOPE_TOKENS;
}

/** How a request is shared between the instructions, the caller's note, the summary so far and the history. */
export class RequestFrame {
  /** Tokens that the history may have, with the notice of what was left out. */
  readonly historyTokens: number;
  readonly #request: SummaryRequest;
  readonly #build: FrameLimits["build"];
  readonly #note: string | undefined;
  readonly #previousTokens: number;

  constructor(request: SummaryRequest, limits: FrameLimits) {
    this.#request = request;
    this.#build = limits.build;
    const { note, maxTokens } = request;
    const { inputTokens, previous = "" } = limits;
    const count = (text: string): number => request.count(text);
    const empty = { history: "-", leftOut: "-", previous: "-", ...(note === undefined ? {} : { note: "-" }) };
    const instructions = promptTokens(this.#build(empty), count);
    const room = inputTokens - limits.slack - instructions;
    if (room < LEAST_HISTORY_TOKENS) throw noRoom(inputTokens, instructions);
    this.#note = note === undefined ? undefined : excerpt(note, Math.floor(room * NOTE_SHARE), count);
    const most = Math.floor(room * PREVIOUS_SHARE);
    const answer = limits.calls > 1 ? Math.min(2 * maxTokens, most) : 0;
    this.#previousTokens = previous === "" ? answer : Math.max(answer, Math.min(count(previous), most));
    this.historyTokens = room - this.#previousTokens - (this.#note === undefined ? 0 : count(this.#note));
    if (this.historyTokens < LEAST_HISTORY_TOKENS)
      throw noRoom(inputTokens, inputTokens - this.historyTokens);
  }

  /** The request for one chunk; a summary so far that is larger than its share is shortened. */
  prompt({ text, leftOut }: HistoryChunk, previous: string | undefined): Prompt {
    const count = (part: string): number => this.#request.count(part);
    return this.#build({
      history: text,
      leftOut,
      ...(previous === undefined ? {} : { previous: excerpt(previous, this.#previousTokens, count) }),
      ...(this.#note === undefined ? {} : { note: this.#note }),
    });
  }
}

function noRoom(inputTokens: number, taken: number): ModelFailure {
  return new ModelFailure(
    "no_room",
    `a request of ${inputTokens} tokens leaves no room for the history, since ${taken} go to the instructions, the note and the summary so far`,
  );
}
