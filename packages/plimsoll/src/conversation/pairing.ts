import type { ItemView, ToolCallView } from "./item-view.js";
import { type Answer, type CallSite, OpenCalls } from "./open-calls.js";

/** A call or a result: the index of its item, and its position among the calls or the results of that item. */
export interface PartSite {
  readonly index: number;
  readonly position: number;
}

/**
 * Which results answer which calls in a list of items, and what is malformed. Indexes are positions in the list.
 */
export interface Pairing {
  /** `[call item, result item]`, in order of the results. */
  readonly links: readonly (readonly [number, number])[];
  /** Items with a result that no open call expects: an orphan, or a second answer. */
  readonly orphanResults: readonly number[];
  /** The same results one by one. */
  readonly orphans: readonly PartSite[];
  /** Items with a call whose id is already waiting for its result. */
  readonly duplicateCalls: readonly number[];
  /** The same calls one by one. */
  readonly duplicates: readonly PartSite[];
  /** Calls that were never answered although the conversation went on. */
  readonly missingResults: readonly CallSite[];
  /** Calls of the last step that still wait for their result: not an error. */
  readonly pending: readonly CallSite[];
}

/**
 * Follows calls and results as items arrive. Pairs by position: an id may repeat once it was answered (several
 * servers restart their numbering each turn). A result without a known call belongs to the nearest unknown item.
 * A result at the start of a list answers a call that the server keeps, until an assistant item follows.
 */
export class PairingTracker {
  readonly #open = new OpenCalls();
  readonly #links: [number, number][] = [];
  readonly #orphanResults: PartSite[] = [];
  readonly #openingResults: PartSite[] = [];
  readonly #duplicateCalls: PartSite[] = [];
  /** Calls of earlier steps that were not answered before their id was used again. */
  readonly #givenUp: CallSite[] = [];
  #length = 0;
  #stepStart = 0;
  #inStep = false;
  #opening = true;
  #assistantSpoke = false;
  /** The nearest item that may hold a call which was not understood. */
  #hiding: number | undefined;
  /** An item of the assistant with nothing in it, directly before. */
  #empty: number | undefined;

  /** Takes the next item. */
  push(view: ItemView): void {
    const index = this.#length++;
    this.#followStep(view, index);
    view.results.forEach((result, position) => {
      if (result.ownCall === undefined) this.#answer({ index, position }, result, view);
    });
    view.calls.forEach((call, position) => {
      this.#giveUp(call);
      if (!this.#open.add({ index, call })) this.#duplicateCalls.push({ index, position });
    });
    if (view.mayCall) this.#hiding = index;
  }

  /** True while nothing has to be repaired. */
  get sound(): boolean {
    if (this.#orphans().length + this.#duplicateCalls.length + this.#givenUp.length > 0) return false;
    return this.#open.sites().every((site) => !this.#isMissing(site));
  }

  pairing(): Pairing {
    const orphans = this.#orphans();
    const duplicates = this.#duplicateCalls;
    const waiting = [...this.#givenUp, ...this.#open.sites()].sort((a, b) => a.index - b.index);
    return {
      links: this.#links,
      orphanResults: orphans.map(({ index }) => index),
      orphans,
      duplicateCalls: duplicates.map(({ index }) => index),
      duplicates,
      missingResults: waiting.filter((site) => this.#isMissing(site)),
      pending: waiting.filter((site) => site.index >= this.#stepStart),
    };
  }

  /** A call of an earlier step that still waits when its id, or without one its name, is used again gets no answer any more. */
  #giveUp(call: ToolCallView): void {
    this.#givenUp.push(...this.#open.dropBefore(call, this.#stepStart));
  }

  #isMissing({ index, call }: CallSite): boolean {
    return index < this.#stepStart && call.mayStayOpen !== true;
  }

  #orphans(): readonly PartSite[] {
    if (!this.#assistantSpoke || this.#openingResults.length === 0) return this.#orphanResults;
    return [...this.#openingResults, ...this.#orphanResults];
  }

  /** The last step begins with the last run of assistant items that only results have followed. */
  #followStep(view: ItemView, index: number): void {
    if (view.role === "assistant") {
      if (!this.#inStep) this.#stepStart = index;
      this.#inStep = true;
      this.#assistantSpoke = true;
      this.#empty = isEmpty(view) ? index : undefined;
    } else {
      this.#inStep = false;
      if (view.role !== "tool") {
        this.#stepStart = index + 1;
        this.#empty = undefined;
      }
    }
    if (view.results.every(({ ownCall }) => ownCall !== undefined)) this.#opening = false;
  }

  #answer(site: PartSite, result: Answer, { mayAnswerServer }: ItemView): void {
    const asked = this.#open.take(result)?.index ?? this.#empty ?? this.#hiding;
    if (asked !== undefined && asked !== site.index) this.#links.push([asked, site.index]);
    else if (this.#opening && mayAnswerServer) this.#openingResults.push(site);
    else this.#orphanResults.push(site);
  }
}

const isEmpty = ({ text, reasoning, calls, results, attachments }: ItemView): boolean =>
  text === "" && reasoning === "" && calls.length + results.length + attachments.length === 0;

/** The pairing of a whole list. */
export function pairItems(views: readonly ItemView[]): Pairing {
  const tracker = new PairingTracker();
  for (const view of views) tracker.push(view);
  return tracker.pairing();
}
