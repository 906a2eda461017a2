import type { ToolCallView, ToolResultView } from "./item-view.js";

/** A call, and the index of the item that makes it. */
export interface CallSite {
  readonly index: number;
  readonly call: ToolCallView;
}

/** An answer as a result names its call. */
export type Answer = Pick<ToolResultView, "callId" | "name">;

/** The calls that wait for a result, found by every means by which a provider finds them: id, or name and order. */
export class OpenCalls {
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

  /**
   * Lets calls go that an item before `index` made and that this one would be taken for: of its id, or of its name where both have
   * none. A call that may wait forever stays.
   */
  dropBefore({ callId, name }: ToolCallView, index: number): CallSite[] {
    const dropped: CallSite[] = [];
    for (const key of this.#alike(callId, name)) {
      const site = this.#sites.get(key);
      if (site === undefined || site.index >= index || site.call.mayStayOpen === true) break;
      dropped.push(site);
      this.#remove(key);
    }
    return dropped;
  }

  #alike(callId: string, name: string): Iterable<number> {
    if (callId === "") return this.#nameless.get(name) ?? [];
    const key = this.#byId.get(callId);
    return key === undefined ? [] : [key];
  }

  /**
   * The call that a result answers: by id. If one of the two has no id, the first open call of that name. If the
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
