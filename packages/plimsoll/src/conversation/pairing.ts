import type { ItemView, ToolCallView, ToolResultView } from "./item-view.js";

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

/** An answer as a result names its call. */
type Answer = Pick<ToolResultView, "callId" | "name">;

/**
 * Follows calls and results as items arrive. Pairing is by position: an id may be used again once it was
 * answered (several servers number their calls anew each turn). A result that nothing understood asked for belongs to the
 * nearest item that was not understood. One that opens a list answers a call that the server keeps, as long as nothing of
 * the assistant's follows.
 */
export class PairingTracker {
  readonly #open = new OpenCalls();
  readonly #links: [number, number][] = [];
  readonly #orphanResults: number[] = [];
  readonly #openingResults: number[] = [];
  readonly #duplicateCalls: number[] = [];
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
    for (const result of view.results) this.#answer(index, result, view);
    for (const call of view.calls) {
      this.#giveUp(call);
      if (!this.#open.add({ index, call })) this.#duplicateCalls.push(index);
    }
    if (view.mayCall) this.#hiding = index;
  }

  /** True while nothing has to be repaired. */
  get sound(): boolean {
    if (this.#orphans().length + this.#duplicateCalls.length + this.#givenUp.length > 0) return false;
    return this.#open.sites().every((site) => !this.#isMissing(site));
  }

  pairing(): Pairing {
    const waiting = [...this.#givenUp, ...this.#open.sites()].sort((a, b) => a.index - b.index);
    return {
      links: this.#links,
      orphanResults: this.#orphans(),
      duplicateCalls: this.#duplicateCalls,
      missingResults: waiting.filter((site) => this.#isMissing(site)),
      pending: waiting.filter((site) => site.index >= this.#stepStart),
    };
  }

  /** A call of an earlier step that still waits when its id is used again gets no answer any more: the new one does. */
  #giveUp({ callId }: ToolCallView): void {
    const site = this.#open.dropBefore(callId, this.#stepStart);
    if (site) this.#givenUp.push(site);
  }

  #isMissing({ index, call }: CallSite): boolean {
    return index < this.#stepStart && call.mayStayOpen !== true;
  }

  #orphans(): readonly number[] {
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
    if (view.results.length === 0) this.#opening = false;
  }

  #answer(index: number, result: Answer, { mayAnswerServer }: ItemView): void {
    const asked = this.#open.take(result)?.index ?? this.#empty ?? this.#hiding;
    if (asked !== undefined && asked !== index) this.#links.push([asked, index]);
    else if (this.#opening && mayAnswerServer) this.#openingResults.push(index);
    else this.#orphanResults.push(index);
  }
}

const isEmpty = ({ text, reasoning, calls, results, attachments }: ItemView): boolean =>
  text === "" && reasoning === "" && calls.length + results.length + attachments.length === 0;

/** The calls that wait for a result, found by every means by which a provider finds them: id, or name and order. */
class OpenCalls {
  readonly #sites = new Map<number, CallSite>();
  readonly #byId = new Map<string, number>();
  readonly #byName = new Map<string, Set<number>>();
  readonly #nameless = new Map<string, Set<number>>();
  #next = 0;

  sites(): CallSite[] {
    return [...this.#sites.values()];
  }

  /** False if a call of this id waits already. */
  add(site: CallSite): boolean {
    const { callId, name, aliases = [], mayStayOpen } = site.call;
    const waiting = callId === "" ? undefined : this.#byId.get(callId);
    if (waiting !== undefined) {
      if (mayStayOpen) return true;
      if (this.#sites.get(waiting)?.call.mayStayOpen !== true) return false;
      this.#remove(waiting);
    }
    const key = this.#next++;
    this.#sites.set(key, site);
    for (const id of [callId, ...aliases]) if (id !== "" && !this.#byId.has(id)) this.#byId.set(id, key);
    setOf(callId === "" ? this.#nameless : this.#byName, name).add(key);
    return true;
  }

  /** Lets a call of this id go that an item before `index` made, unless it may wait for ever. */
  dropBefore(callId: string, index: number): CallSite | undefined {
    const key = callId === "" ? undefined : this.#byId.get(callId);
    const site = key === undefined ? undefined : this.#sites.get(key);
    if (key === undefined || site === undefined) return undefined;
    if (site.index >= index || site.call.mayStayOpen === true) return undefined;
    this.#remove(key);
    return site;
  }

  /**
   * The call that a result answers: by its id; where one of the two has none, the first open call of its name; where the
   * result has neither, the first open call.
   */
  take({ callId, name }: Answer): CallSite | undefined {
    const key = this.#byId.get(callId) ?? this.#withoutId(callId, name);
    const site = key === undefined ? undefined : this.#sites.get(key);
    if (key !== undefined) this.#remove(key);
    return site;
  }

  #withoutId(callId: string, name: string): number | undefined {
    const nameless = firstOf(this.#nameless.get(name));
    if (callId !== "" || nameless !== undefined) return name === "" && callId !== "" ? undefined : nameless;
    return name === "" ? firstOf(this.#sites.keys()) : firstOf(this.#byName.get(name));
  }

  #remove(key: number): void {
    const call = this.#sites.get(key)?.call;
    if (!call) return;
    this.#sites.delete(key);
    for (const id of [call.callId, ...(call.aliases ?? [])])
      if (this.#byId.get(id) === key) this.#byId.delete(id);
    (call.callId === "" ? this.#nameless : this.#byName).get(call.name)?.delete(key);
  }
}

function setOf(sets: Map<string, Set<number>>, name: string): Set<number> {
  const known = sets.get(name);
  if (known) return known;
  const made = new Set<number>();
  sets.set(name, made);
  return made;
}

function firstOf(keys: Iterable<number> | undefined): number | undefined {
  for (const key of keys ?? []) return key;
  return undefined;
}

/** The pairing of a whole list. */
export function pairItems(views: readonly ItemView[]): Pairing {
  const tracker = new PairingTracker();
  for (const view of views) tracker.push(view);
  return tracker.pairing();
}
