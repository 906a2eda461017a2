import { excerpt } from "../../tool-outputs/excerpt.js";
import { ModelFailure } from "./model-failure.js";
import { renderItems, type WholeBlock } from "./whole-blocks.js";

/**
 * How a block is shortened, from whole to bare: first the results and arguments of calls, then the messages.
 * Characters of each.
 */
const LEVELS: readonly { readonly output: number; readonly text: number }[] = [
  { output: Number.POSITIVE_INFINITY, text: Number.POSITIVE_INFINITY },
  { output: 6000, text: Number.POSITIVE_INFINITY },
  { output: 1500, text: Number.POSITIVE_INFINITY },
  { output: 400, text: Number.POSITIVE_INFINITY },
  { output: 120, text: Number.POSITIVE_INFINITY },
  { output: 120, text: 60_000 },
  { output: 120, text: 12_000 },
  { output: 120, text: 2000 },
  { output: 120, text: 500 },
  { output: 120, text: 120 },
];

/** The level at which tool outputs are excerpted and everything else is whole. */
export const EXCERPTED_LEVEL = 1;
export const BAREST_LEVEL: number = LEVELS.length - 1;

/** The messages of a block; of its calls, results and attachments only the number and size are told. */
function collapsed(block: WholeBlock, tokens: number, count: (text: string) => number): string {
  const views = block.items.map(({ view }) => view);
  const messages = block.items.map(({ view, ...rest }) => ({
    ...rest,
    view: { ...view, calls: [], results: [], attachments: [] },
  }));
  const text = renderItems(messages, { result: 0, arguments: 0 });
  const amounts = (["calls", "results", "attachments"] as const)
    .map((kind) => [views.reduce((sum, view) => sum + view[kind].length, 0), kind] as const)
    .filter(([amount]) => amount > 0)
    .map(([amount, kind]) => `${amount} ${kind}`);
  const cut = block.text.length - text.length;
  const marker = amounts.length === 0 ? "" : `[${amounts.join(", ")} left out, ${cut} characters]`;
  const kept = text === "" ? "" : excerpt(text, tokens - count(marker) - 1, count);
  return [kept, marker].filter((part) => part !== "").join("\n");
}

/** A block with the detail that it can have in a request. It only ever gets shorter. */
export class SizedBlock {
  readonly whole: WholeBlock;
  readonly #count: (text: string) => number;
  #text: string;
  #tokens: number;
  #level = 0;

  constructor(whole: WholeBlock, count: (text: string) => number) {
    this.whole = whole;
    this.#count = count;
    this.#text = whole.text;
    this.#tokens = whole.tokens;
  }

  get text(): string {
    return this.#text;
  }

  /** With the line break behind it. */
  get tokens(): number {
    return this.#tokens + 1;
  }

  /** Shortens to `level`, unless that would not make it shorter. */
  tighten(level: number): void {
    const limits = LEVELS[level];
    if (limits === undefined || level <= this.#level) return;
    this.#level = level;
    if (this.whole.text.length <= Math.min(limits.output, limits.text)) return;
    const { output, text } = limits;
    this.#replace(renderItems(this.whole.items, { result: output, arguments: output, text }));
  }

  /** Shortens until it has at most `tokens`. Throws if that cannot be done. */
  fit(tokens: number): void {
    for (let level = EXCERPTED_LEVEL; level <= BAREST_LEVEL && this.tokens > tokens; level++)
      this.tighten(level);
    if (this.tokens <= tokens) return;
    this.#replace(collapsed(this.whole, tokens - 1, this.#count));
    if (this.tokens > tokens) {
      throw new ModelFailure(
        "no_room",
        `a step of the history does not fit ${tokens} tokens even when it is shortened`,
      );
    }
  }

  #replace(text: string): void {
    if (text.length >= this.#text.length) return;
    this.#text = text;
    this.#tokens = this.#count(text);
  }
}
