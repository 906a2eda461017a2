import type { ItemView, ToolCallView } from "./item-view.js";

/** A call, and the index of the item that makes it. */
export interface CallSite {
  readonly index: number;
  readonly call: ToolCallView;
}

/** Who answers whom in a list of items, and what is wrong with it. Indexes are positions in the list. */
export interface Pairing {
  /** `[call item, result item]`, in order of the results. */
  readonly links: readonly (readonly [number, number])[];
  /** Items with a result that no open call asked for: an orphan, or a second answer. */
  readonly orphanResults: readonly number[];
  /** Items with a call whose id is already waiting for its result. */
  readonly duplicateCalls: readonly number[];
  /** Calls that were never answered although the conversation went on. */
  readonly missingResults: readonly CallSite[];
  /** Calls of the last step that still wait for their result: not an error. */
  readonly pending: readonly CallSite[];
}

const pairKey = (callId: string, name: string): string => (callId === "" ? `name:${name}` : `id:${callId}`);

/**
 * Follows calls and results as items arrive. Pairing is by position: an id may be used again once it was
 * answered (several servers number their calls anew each turn), a result without id answers the first open
 * call of its name.
 */
export class PairingTracker {
  readonly #open = new Map<string, CallSite>();
  readonly #links: [number, number][] = [];
  readonly #orphanResults: number[] = [];
  readonly #duplicateCalls: number[] = [];
  /** Calls of earlier steps that were not answered before their id was used again. */
  readonly #givenUp: CallSite[] = [];
  #length = 0;
  #stepStart = 0;
  #inStep = false;

  /** Takes the next item. */
  push(view: ItemView): void {
    const index = this.#length++;
    this.#followStep(view, index);
    for (const result of view.results) this.#answer(index, result);
    for (const call of view.calls) {
      this.#giveUp(call);
      const key = this.#freeKey(call);
      if (key === undefined) this.#duplicateCalls.push(index);
      else this.#open.set(key, { index, call });
    }
  }

  /** True while nothing has to be repaired. */
  get sound(): boolean {
    if (this.#orphanResults.length + this.#duplicateCalls.length + this.#givenUp.length > 0) return false;
    for (const site of this.#open.values()) if (site.index < this.#stepStart) return false;
    return true;
  }

  pairing(): Pairing {
    const waiting = [...this.#givenUp, ...this.#open.values()].sort((a, b) => a.index - b.index);
    return {
      links: this.#links,
      orphanResults: this.#orphanResults,
      duplicateCalls: this.#duplicateCalls,
      missingResults: waiting.filter((site) => site.index < this.#stepStart),
      pending: waiting.filter((site) => site.index >= this.#stepStart),
    };
  }

  /** The last step begins with the last run of assistant items that only results have followed. */
  #followStep(view: ItemView, index: number): void {
    if (view.role === "assistant") {
      if (!this.#inStep) this.#stepStart = index;
      this.#inStep = true;
    } else {
      this.#inStep = false;
      if (view.role !== "tool") this.#stepStart = index + 1;
    }
  }

  #answer(index: number, result: { callId: string; name: string }): void {
    const key = this.#openKey(result);
    const site = key === undefined ? undefined : this.#open.get(key);
    if (key === undefined || site === undefined) {
      this.#orphanResults.push(index);
      return;
    }
    this.#open.delete(key);
    this.#links.push([site.index, index]);
  }

  /** A call of an earlier step that still waits when its id is used again gets no answer any more: the new one does. */
  #giveUp(call: ToolCallView): void {
    const key = pairKey(call.callId, call.name);
    const site = call.callId === "" ? undefined : this.#open.get(key);
    if (site === undefined || site.index >= this.#stepStart) return;
    this.#givenUp.push(site);
    this.#open.delete(key);
  }

  /** Calls without an id are told apart by a counter, so that two calls of one tool can both be open. */
  #freeKey(call: ToolCallView): string | undefined {
    const key = pairKey(call.callId, call.name);
    if (!this.#open.has(key)) return key;
    if (call.callId !== "") return undefined;
    for (let count = 2; ; count++) if (!this.#open.has(`${key}#${count}`)) return `${key}#${count}`;
  }

  #openKey(result: { callId: string; name: string }): string | undefined {
    const key = pairKey(result.callId, result.name);
    if (this.#open.has(key)) return key;
    if (result.callId !== "") return undefined;
    for (const open of this.#open.keys()) if (open.startsWith(`${key}#`)) return open;
    return undefined;
  }
}

/** The pairing of a whole list. */
export function pairItems(views: readonly ItemView[]): Pairing {
  const tracker = new PairingTracker();
  for (const view of views) tracker.push(view);
  return tracker.pairing();
}
