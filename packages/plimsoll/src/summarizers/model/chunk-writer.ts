import { outsidePair } from "../../text/outside-pair.js";
import { ModelFailure } from "./model-failure.js";
import type { SizedBlock } from "./sized-block.js";

/** A part of the history that one request to a model can hold. */
export interface HistoryChunk {
  readonly text: string;
  /** What is said of the blocks before it that were left out; empty if none were. */
  readonly leftOut: string;
  /** Position of the first block that it stands for. */
  readonly firstBlock: number;
}

export interface WriterLimits {
  /** Tokens of one chunk. */
  readonly budget: number;
  /** Of the notice in front of the first chunk; empty for none. */
  readonly leftOut: string;
  count(text: string): number;
}

/** What would leave a piece smaller than this share of a chunk is moved to the next one rather than divided. */
const SMALL_SHARE = 1 / 8;

/** Puts blocks into chunks, in order. Messages are continued in the next chunk, calls and results never are. */
export class ChunkWriter {
  readonly chunks: HistoryChunk[] = [];
  readonly #limits: WriterLimits;
  #leftOut: string;
  #texts: string[] = [];
  #used: number;
  #firstBlock = 0;

  constructor(limits: WriterLimits) {
    this.#limits = limits;
    this.#leftOut = limits.leftOut;
    this.#used = limits.leftOut === "" ? 0 : limits.count(limits.leftOut);
  }

  add(position: number, block: SizedBlock): void {
    if (block.tokens <= this.#free) return this.#put(position, block.text, block.tokens);
    if (!block.whole.tool) return this.#divide(position, block);
    this.flush();
    block.fit(this.#free);
    this.#put(position, block.text, block.tokens);
  }

  flush(): void {
    if (this.#texts.length === 0) return;
    this.chunks.push({
      text: this.#texts.join("\n"),
      leftOut: this.#leftOut,
      firstBlock: this.#leftOut === "" ? this.#firstBlock : 0,
    });
    this.#texts = [];
    this.#leftOut = "";
    this.#used = 0;
  }

  get #free(): number {
    return this.#limits.budget - this.#used;
  }

  #put(position: number, text: string, tokens: number): void {
    if (this.#texts.length === 0) this.#firstBlock = position;
    this.#texts.push(text);
    this.#used += tokens;
  }

  #divide(position: number, block: SizedBlock): void {
    let rest = block.text;
    let left = block.tokens;
    const small = this.#limits.budget * SMALL_SHARE;
    if (left <= small || this.#free <= small) this.flush();
    while (left > this.#free) {
      const part = this.#beginning(rest, left);
      if (part.text === "" && this.#texts.length === 0) {
        throw new ModelFailure("no_room", `no part of the history fits ${this.#free} tokens`);
      }
      if (part.text !== "") this.#put(position, part.text, part.tokens);
      this.flush();
      rest = rest.slice(part.text.length);
      left = Math.max(1, left - part.tokens);
    }
    if (rest !== "") this.#put(position, rest, left);
  }

  /** The longest beginning of `text`, which has some `tokens` tokens, that surely fits. */
  #beginning(text: string, tokens: number): { readonly text: string; readonly tokens: number } {
    let length = Math.floor((text.length * (this.#free - 1)) / tokens);
    for (;;) {
      const part = length <= 0 ? "" : text.slice(0, outsidePair(text, length));
      const size = part === "" ? 0 : this.#limits.count(part);
      if (part === "" || size < this.#free) return { text: part, tokens: size };
      length = Math.floor(length * 0.8);
    }
  }
}
