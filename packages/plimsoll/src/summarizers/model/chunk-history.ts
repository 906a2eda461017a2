import { ChunkWriter, type HistoryChunk } from "./chunk-writer.js";
import { leftOutNotice } from "./left-out-notice.js";
import { ModelFailure } from "./model-failure.js";
import { BAREST_LEVEL, EXCERPTED_LEVEL, SizedBlock } from "./sized-block.js";
import type { WholeBlock } from "./whole-blocks.js";

export interface ChunkLimits {
  /** Tokens of one chunk, with the notice that may stand in front of it. */
  readonly budget: number;
  readonly maxChunks: number;
  count(text: string): number;
}

/** Chunks are not filled to the last token, since calls stay with their results. */
const FILLED_SHARE = 0.8;
/** The newest blocks that are not shortened further, of the whole capacity. */
const NEWEST_SHARE = 1 / 4;
/** What the newest block alone may take of it. */
const LAST_BLOCK_SHARE = 1 / 2;
/** What the notice may take of a chunk. */
const NOTICE_SHARE = 1 / 8;
const LEAST_NOTICE_TOKENS = 48;
/** Sums of counts are not counts of sums: a plan whose texts turn out too long is made again, smaller. */
const MAX_ROUNDS = 24;
const SMALLER_SHARE = 0.85;

/** The blocks with the detail they can have, and how many of the oldest are left out. */
class SizedHistory {
  readonly #blocks: readonly SizedBlock[];
  #total = 0;
  #leftOut = 0;

  constructor(blocks: readonly WholeBlock[], count: (text: string) => number) {
    this.#blocks = blocks.map((block) => new SizedBlock(block, count));
  }

  /** How many of the oldest blocks are left out. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** The blocks that are sent, with their positions. */
  *kept(): Generator<readonly [number, SizedBlock]> {
    for (const [position, block] of this.#blocks.entries()) {
      if (position >= this.#leftOut) yield [position, block];
    }
  }

  excerptOutputs(capacity: number): void {
    // A writer may have shortened blocks since the last round.
    this.#total = 0;
    for (const [, block] of this.kept()) this.#total += block.tokens;
    this.#tightenTo(EXCERPTED_LEVEL, this.#blocks.length, capacity);
  }

  /** Shortens the oldest blocks, level by level, then leaves the oldest out, until the rest fits `capacity`. */
  shrinkTo(capacity: number, noticeTokens: number): void {
    this.#shortenNewest(capacity);
    const end = this.#newestFrom(capacity * NEWEST_SHARE);
    for (let level = EXCERPTED_LEVEL; level <= BAREST_LEVEL; level++) this.#tightenTo(level, end, capacity);
    if (this.#total <= capacity && this.#leftOut === 0) return;
    while (this.#total > capacity - noticeTokens && this.#leftOut < this.#blocks.length - 1) {
      this.#total -= this.#blocks[this.#leftOut]?.tokens ?? 0;
      this.#leftOut++;
    }
    const room = this.#leftOut === 0 ? capacity : capacity - noticeTokens;
    this.#shorten(this.#blocks.length - 1, (block) => block.fit(Math.max(1, room)));
  }

  #shortenNewest(capacity: number): void {
    const limit = Math.max(1, Math.floor(capacity * LAST_BLOCK_SHARE));
    if (this.#total <= capacity || (this.#blocks.at(-1)?.tokens ?? 0) <= limit) return;
    const last = this.#blocks.length - 1;
    for (let level = EXCERPTED_LEVEL; level <= BAREST_LEVEL; level++) {
      if ((this.#blocks[last]?.tokens ?? 0) <= limit) return;
      this.#shorten(last, (block) => block.tighten(level));
    }
  }

  /** Position of the first of the newest blocks that have at most `tokens` together; the last one at most. */
  #newestFrom(tokens: number): number {
    let from = this.#blocks.length - 1;
    let sum = this.#blocks[from]?.tokens ?? 0;
    while (from > 0) {
      sum += this.#blocks[from - 1]?.tokens ?? 0;
      if (sum > tokens) break;
      from--;
    }
    return from;
  }

  #tightenTo(level: number, end: number, capacity: number): void {
    for (let position = this.#leftOut; position < end; position++) {
      if (this.#total <= capacity) return;
      this.#shorten(position, (block) => block.tighten(level));
    }
  }

  #shorten(position: number, change: (block: SizedBlock) => void): void {
    const block = this.#blocks[position];
    if (block === undefined) return;
    const before = block.tokens;
    change(block);
    this.#total += block.tokens - before;
  }
}

function chunkTokens({ text, leftOut }: HistoryChunk, count: (text: string) => number): number {
  return count(text) + (leftOut === "" ? 0 : count(leftOut));
}

/**
 * The history in order, in at most `maxChunks` parts of at most `budget` tokens, each counted as it is sent:
 * tool outputs are excerpted first, then the oldest outputs and messages are shortened further, then the oldest
 * blocks are left out, for which a notice stands. The newest block is always there.
 */
export function chunkHistory(blocks: readonly WholeBlock[], limits: ChunkLimits): HistoryChunk[] {
  const { maxChunks } = limits;
  const count = (text: string): number => limits.count(text);
  const history = new SizedHistory(blocks, count);
  const noticeTokens = Math.max(LEAST_NOTICE_TOKENS, Math.floor(limits.budget * NOTICE_SHARE));
  let budget = limits.budget;
  let share = 1;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    history.excerptOutputs(budget);
    history.shrinkTo(Math.floor(budget * share * Math.max(1, maxChunks * FILLED_SHARE)), noticeTokens);
    const omitted = blocks.slice(0, history.leftOut);
    const leftOut = omitted.length === 0 ? "" : leftOutNotice(omitted, { tokens: noticeTokens, count });
    const writer = new ChunkWriter({ budget, leftOut, count });
    for (const [position, block] of history.kept()) writer.add(position, block);
    writer.flush();
    const { chunks } = writer;
    const largest = Math.max(0, ...chunks.map((chunk) => chunkTokens(chunk, count)));
    if (largest > limits.budget) budget = Math.floor((budget * limits.budget * 0.98) / largest);
    else if (chunks.length > maxChunks) share *= SMALLER_SHARE;
    else return chunks;
  }
  throw new ModelFailure(
    "no_room",
    `the history does not fit ${maxChunks} requests of ${limits.budget} tokens`,
  );
}
