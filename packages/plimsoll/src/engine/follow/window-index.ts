import type { ItemMeter } from "../../tokens/item-meter.js";
import { carryId } from "../../conversation/item-id.js";
import { PairingTracker } from "../../conversation/pairing.js";
import { readSummary } from "../../facts/checkpoint/summary-message.js";

/** Tokens of a window's items by section; everything else is history. */
export interface ItemSections {
  readonly system: number;
  readonly memory: number;
  readonly newInput: number;
  readonly total: number;
}

export interface WindowIndexOptions<W extends object> {
  readonly meter: ItemMeter<W>;
  /** Protected by its metadata or by key: counted as memory. */
  isProtected(item: W): boolean;
}

/** A window and its measurements, updated item by item, so that a preflight costs only what is new. */
export class WindowIndex<W extends object> implements ItemSections {
  readonly items: W[] = [];
  /** The position of each item in the caller's list; -1 for an added item. */
  readonly origins: number[] = [];
  readonly #options: WindowIndexOptions<W>;
  readonly #tracker = new PairingTracker();
  total = 0;
  system = 0;
  memory = 0;
  newInput = 0;
  /** The conversation has begun: from here on only a summary that we added counts as one. */
  #begun = false;

  constructor(options: WindowIndexOptions<W>) {
    this.#options = options;
  }

  push(item: W, origin: number): void {
    const { meter, isProtected } = this.#options;
    const view = meter.view(item);
    const tokens = meter.tokens(item);
    this.items.push(item);
    this.origins.push(origin);
    this.#tracker.push(view);
    this.total += tokens;
    if (view.role === "system" || view.role === "developer") {
      this.system += tokens;
    } else if (isProtected(item) || (readSummary(view) !== undefined && (origin < 0 || !this.#begun))) {
      this.memory += tokens;
    } else if (view.role === "assistant") {
      this.#begun = true;
      this.newInput = 0;
    } else {
      this.#begun = true;
      this.newInput += tokens;
    }
  }

  /** Replaces earlier objects with the caller's new objects of the same content, here and in `input`. */
  renew(input: W[], now: readonly W[]): void {
    for (let position = 0; position < this.items.length; position++) {
      const origin = this.origins[position] as number;
      if (origin < 0) continue;
      carryId(input[origin] as W, now[origin] as W);
      if (this.items[position] === input[origin]) this.items[position] = now[origin] as W;
      input[origin] = now[origin] as W;
    }
  }

  /** False when a tool message has to be repaired before a provider is sent this window. */
  get sound(): boolean {
    return this.#tracker.sound;
  }
}
