import { EMPTY_VIEW } from "../../conversation/item-view.js";
import type { Checkpoint } from "../checkpoint/checkpoint.js";
import type { LedgerItem } from "./observation.js";
import { createLedger, observeItems } from "./session-ledger.js";
import { toCheckpoint } from "../checkpoint/to-checkpoint.js";

/** A session under construction: items get the ids `i0`, `i1`… in their order. */
export class SessionScript {
  readonly items: LedgerItem[] = [];

  user(text: string): this {
    return this.#add({ ...EMPTY_VIEW, role: "user", text });
  }

  assistant(text: string): this {
    return this.#add({ ...EMPTY_VIEW, role: "assistant", text });
  }

  call(name: string, input: unknown): this {
    const callId = `c${this.items.length}`;
    const text = typeof input === "string" ? input : JSON.stringify(input);
    return this.#add({ ...EMPTY_VIEW, role: "assistant", calls: [{ callId, name, arguments: text }] });
  }

  /** The answer to the item before. */
  result(text: string, isError: boolean = false): this {
    const callId = `c${this.items.length - 1}`;
    return this.#add({ ...EMPTY_VIEW, role: "tool", results: [{ callId, name: "", text, isError }] });
  }

  tool(name: string, input: unknown, output: string): this {
    return this.call(name, input).result(output);
  }

  checkpoint(): Checkpoint {
    return toCheckpoint(observeItems(createLedger(), this.items), { sessionId: "s", version: 1 });
  }

  #add(view: LedgerItem["view"]): this {
    this.items.push({ id: `i${this.items.length}`, view });
    return this;
  }
}

export const script = (): SessionScript => new SessionScript();
