import { outsidePair } from "../../conversation/outside-pair.js";
import type { RemainderItem } from "../summarizer.js";
import { headAndTail, renderItem } from "../templates/render-item.js";

/** A part of the history that one request to a model can hold. */
export interface HistoryChunk {
  readonly text: string;
  /** Position of the first item in it. */
  readonly firstItem: number;
}

export interface ChunkLimits {
  /** Tokens of one chunk. */
  readonly budget: number;
  readonly maxChunks: number;
  count(text: string): number;
}

/** Characters that a tool output or the arguments of a call keep, from generous to bare. */
const OUTPUT_LIMITS = [6000, 1500, 400, 120] as const;
/** Characters that a whole item keeps when shorter outputs are not enough. */
const ITEM_LIMITS = [2000, 500, 120, 0] as const;
/** Chunks are not filled to the last token, since items are kept whole where they can be. */
const FILLED_SHARE = 0.8;
const SMALL_SHARE = 1 / 8;

/** The rendered items, shortened step by step, the oldest first. */
class History {
  readonly texts: string[];
  readonly tokens: number[];
  total: number;
  readonly #items: readonly RemainderItem[];
  readonly #count: (text: string) => number;

  constructor(items: readonly RemainderItem[], count: (text: string) => number) {
    this.#items = items;
    this.#count = count;
    const unlimited = { result: Number.POSITIVE_INFINITY, arguments: Number.POSITIVE_INFINITY };
    this.texts = items.map((item) => renderItem(item.view, unlimited));
    this.tokens = this.texts.map((text) => count(text) + 1);
    this.total = this.tokens.reduce((sum, tokens) => sum + tokens, 0);
  }

  #replace(index: number, text: string): void {
    if (text.length >= (this.texts[index] ?? "").length) return;
    const tokens = text === "" ? 0 : this.#count(text) + 1;
    this.total += tokens - (this.tokens[index] ?? 0);
    this.texts[index] = text;
    this.tokens[index] = tokens;
  }

  limitOutputs(characters: number, capacity: number): void {
    for (const [index, item] of this.#items.entries()) {
      if (this.total <= capacity) return;
      this.#replace(index, renderItem(item.view, { result: characters, arguments: characters }));
    }
  }

  limitItems(characters: number, capacity: number): void {
    for (const [index, text] of this.texts.entries()) {
      if (this.total <= capacity) return;
      this.#replace(index, characters === 0 ? "" : headAndTail(text, characters));
    }
  }
}

/** The longest beginning of `text` that surely has at most `tokens` tokens. */
function beginning(
  text: string,
  tokens: number,
  size: { readonly tokens: number; count(text: string): number },
): string {
  let length = Math.floor((text.length * tokens) / size.tokens);
  for (;;) {
    const part = text.slice(0, outsidePair(text, length));
    if (part === "" || size.count(part) <= tokens) return part;
    length = Math.floor(length * 0.8);
  }
}

class ChunkWriter {
  readonly chunks: HistoryChunk[] = [];
  readonly #limits: ChunkLimits;
  #texts: string[] = [];
  #used = 0;
  #firstItem = 0;

  constructor(limits: ChunkLimits) {
    this.#limits = limits;
  }

  add(item: number, text: string, tokens: number): void {
    const { budget } = this.#limits;
    let rest = text;
    let left = tokens;
    while (rest !== "") {
      const free = budget - this.#used;
      if (left <= free) return this.#put(item, rest, left);
      const part =
        left <= budget * SMALL_SHARE
          ? ""
          : beginning(rest, free - 1, { tokens: left, count: (piece) => this.#limits.count(piece) });
      if (part === "" && this.#used === 0) return;
      if (part !== "") this.#put(item, part, free);
      this.flush();
      rest = rest.slice(part.length);
      left = rest === "" ? 0 : this.#limits.count(rest) + 1;
    }
  }

  #put(item: number, text: string, tokens: number): void {
    if (this.#texts.length === 0) this.#firstItem = item;
    this.#texts.push(text);
    this.#used += tokens;
  }

  flush(): void {
    if (this.#texts.length > 0)
      this.chunks.push({ text: this.#texts.join("\n"), firstItem: this.#firstItem });
    this.#texts = [];
    this.#used = 0;
  }
}

/**
 * The history in order, in at most `maxChunks` parts of at most `budget` tokens: tool outputs are excerpted
 * first, then the oldest outputs are shortened further, then the oldest items, until it fits.
 */
export function chunkHistory(items: readonly RemainderItem[], limits: ChunkLimits): HistoryChunk[] {
  const history = new History(items, (text) => limits.count(text));
  if (history.total > limits.budget) {
    const capacity = limits.budget * Math.max(1, limits.maxChunks * FILLED_SHARE);
    const [generous, ...tighter] = OUTPUT_LIMITS;
    history.limitOutputs(generous, limits.budget);
    for (const characters of tighter) history.limitOutputs(characters, capacity);
    for (const characters of ITEM_LIMITS) history.limitItems(characters, capacity);
  }
  const writer = new ChunkWriter(limits);
  for (const [index, text] of history.texts.entries()) writer.add(index, text, history.tokens[index] ?? 0);
  writer.flush();
  return writer.chunks;
}
