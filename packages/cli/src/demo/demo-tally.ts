import { chat, type CompactResult } from "plimsoll";
import type { ChatMessage } from "plimsoll/formats";

export interface DemoReport {
  readonly turns: number;
  readonly requests: number;
  readonly compactions: number;
  readonly window: number;
  readonly largest_request: number;
  /** Tokens of the whole session. */
  readonly history_tokens: number;
  /** Tokens of all requests, and of all requests without compaction. */
  readonly sent_tokens: number;
  readonly uncompacted_tokens: number;
  /** Requests that would not have fitted without compaction. */
  readonly rescued_requests: number;
  readonly last_window_tokens: number;
  readonly protected: { readonly all: number; readonly kept: number };
  /** Items that left the window, and how many of them the archive gave back. */
  readonly removed: { readonly all: number; readonly readable: number };
  /** File paths that the session named, and how many the last window still names. */
  readonly paths: { readonly all: number; readonly kept: number };
  readonly first_request_named: boolean;
}

const PATH = /\b[\w.-]+(?:\/[\w.-]+)+\.[a-z]{1,5}\b/g;

/** Adds up the events of the demo. */
export class DemoTally {
  turns = 0;
  historyTokens = 0;
  readonly #window: number;
  readonly #protected = new Set<ChatMessage>();
  readonly #paths = new Set<string>();
  readonly #removed: string[] = [];
  #first = "";
  #requests = 0;
  #compactions = 0;
  #largest = 0;
  #sent = 0;
  #uncompacted = 0;
  #rescued = 0;
  #last = 0;

  constructor(window: number) {
    this.#window = window;
  }

  turn(): void {
    this.turns += 1;
  }

  item(item: ChatMessage): void {
    const view = chat.view(item);
    if (view.meta["protected"] === true) this.#protected.add(item);
    if (view.role !== "user") return;
    this.#first ||= view.text;
    for (const [path] of view.text.matchAll(PATH)) this.#paths.add(path);
  }

  request(result: CompactResult<ChatMessage>): void {
    const { compaction, measurement } = result;
    const before = compaction?.tokensBefore ?? measurement.raw;
    this.historyTokens += before - this.#last;
    this.#last = measurement.raw;
    this.#requests += 1;
    this.#sent += measurement.tokens;
    this.#uncompacted += this.historyTokens;
    this.#largest = Math.max(this.#largest, measurement.tokens);
    if (this.historyTokens > this.#window) this.#rescued += 1;
    if (!compaction) return;
    this.#compactions += 1;
    this.#removed.push(...compaction.removed);
  }

  async report(
    window: readonly ChatMessage[],
    read: (id: string) => Promise<ChatMessage>,
  ): Promise<DemoReport> {
    const kept = new Set(window);
    const text = JSON.stringify(window);
    let readable = 0;
    for (const id of this.#removed) {
      const found = await read(id).catch(() => undefined);
      if (found !== undefined) readable += 1;
    }
    const [firstPath] = [...this.#first.matchAll(PATH)].map(([path]) => path);
    return {
      turns: this.turns,
      requests: this.#requests,
      compactions: this.#compactions,
      window: this.#window,
      largest_request: this.#largest,
      history_tokens: this.historyTokens,
      sent_tokens: this.#sent,
      uncompacted_tokens: this.#uncompacted,
      rescued_requests: this.#rescued,
      last_window_tokens: this.#last,
      protected: {
        all: this.#protected.size,
        kept: [...this.#protected].filter((item) => kept.has(item)).length,
      },
      removed: { all: this.#removed.length, readable },
      paths: { all: this.#paths.size, kept: [...this.#paths].filter((path) => text.includes(path)).length },
      first_request_named: firstPath !== undefined && text.includes(firstPath),
    };
  }
}
