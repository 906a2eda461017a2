import { itemId } from "../conversation/item-id.js";
import { CompactError } from "../errors/compact-error.js";
import type { StoredEntry } from "../stores/storage-adapter.js";
import { type CompactionTrigger, payloadHash } from "./remote/compaction-metadata.js";
import type { ResetReason } from "./request/continuation-miss.js";
import { firstMismatch, markOf, sameMark } from "./request/item-mark.js";
import { rebuildItems } from "./window/rebuild-items.js";
import { compactRemotely, type RemoteOutcome } from "./remote/compact-remotely.js";
import { stableBoundary } from "./remote/remote-trigger.js";
import { checkpointMessage, shadowCheckpoint } from "./window/shadow-checkpoint.js";
import { type RequestBody, sameBinding } from "./transport/responses-transport.js";
import { emitCompacted } from "./remote/emit-compacted.js";
import { isCompactionItem, itemType, payloadOf, type WindowItem } from "./window/window-item.js";
import { storableItem } from "./window/window-log.js";
import type { WindowParts } from "./window-parts.js";
import { EMPTY_WINDOW, type ProviderWindowState } from "./window/provider-window-state.js";
import { applyStep, type WindowStep } from "./window/window-step.js";

/** The request that a change of the window is made for. */
export interface WindowCall {
  readonly body: RequestBody;
  /** The caller's list. */
  readonly list: readonly WindowItem[];
  readonly signal?: AbortSignal;
}

/** The target of a local compaction: this share of the window, and this share of the current size. */
const LOCAL_TARGET_PCT = 0.5;
const LOCAL_SHRINK = 0.6;

/** The window of one conversation and everything that changes it. Every change is stored before it is used. */
export class WindowSession {
  readonly #parts: WindowParts;
  readonly #archived = new Set<string>();
  #state: ProviderWindowState | undefined;
  /** Limits that the provider stated, by model. */
  readonly #limits = new Map<unknown, number>();
  #model: unknown;
  #sendsIds = true;

  constructor(parts: WindowParts) {
    this.#parts = parts;
  }

  get state(): ProviderWindowState {
    return this.#state ?? EMPTY_WINDOW;
  }

  /** The usable window of the request's model: the known one, or a smaller one if the provider said so. */
  get maxTokens(): number {
    return this.#maxTokensOf(this.#model);
  }

  /**
   * The model that has answered until now, if the request goes to one with a smaller window: it compacts, because
   * the other may not be able to read what it is to compact.
   */
  get largerModel(): string | undefined {
    const { model } = this.state;
    if (model === undefined || model === this.#model) return undefined;
    return this.#maxTokensOf(model) > this.maxTokens ? model : undefined;
  }

  #maxTokensOf(model: unknown): number {
    const known = this.#parts.settings.maxTokensOf(model);
    return Math.min(known, this.#limits.get(model) ?? known);
  }

  /** False once the provider did not know an item by its id: this session then sends none. */
  get sendsIds(): boolean {
    return this.#sendsIds;
  }

  stopSendingIds(): void {
    this.#sendsIds = false;
  }

  learnLimit(tokens: number | undefined): void {
    if (tokens === undefined || tokens <= 0) return;
    this.#limits.set(this.#model, Math.min(tokens, this.maxTokens));
  }

  async open(): Promise<void> {
    this.#state ??= await this.#parts.log.load();
  }

  async apply(step: WindowStep, before: readonly StoredEntry[] = []): Promise<void> {
    const next = applyStep(this.state, step);
    if (next === undefined) return this.reset("stored_window_unreadable");
    await this.#parts.log.append(step, before);
    this.#state = next;
  }

  async reset(reason: ResetReason): Promise<void> {
    this.#parts.emit({ event: "provider_window.reset", reason });
    await this.apply({ step: "reset", reason });
  }

  /** The full list to send: the head, plus the items of the list after it. */
  items(list: readonly WindowItem[]): readonly WindowItem[] {
    const { head, covered } = this.state;
    return head.length === 0 && covered === 0 ? list : [...head, ...list.slice(covered)];
  }

  /**
   * Classifies the list of a new request: a continuation of the previous one, the window itself, or another list.
   */
  async follow({ list, body }: WindowCall): Promise<void> {
    await this.#parts.transport.open?.();
    this.#model = body["model"] ?? undefined;
    const marks = list.map(markOf);
    const { shelf } = this.state;
    if (shelf && firstMismatch(shelf.list, marks) === -1) await this.apply({ step: "restored" });
    this.#state = unhidden(this.state, list);
    const { head, covered, list: known } = this.state;
    if (firstMismatch(known.slice(0, covered), marks) !== -1) {
      const isAdopted = head.length > 0 && firstMismatch(head.map(markOf), marks) === -1;
      await this.apply({ step: isAdopted ? "adopted" : "uncovered" });
    }
    await this.#checkBinding(list);
    if (this.state.hidden) await this.#replaceWindow(list, "stored_window_unreadable");
    const state = this.state;
    const mismatch = firstMismatch(state.list, marks);
    const from = mismatch === -1 ? state.list.length : mismatch;
    const { binding } = this.#parts.transport;
    const isKnown = from === marks.length && from === state.list.length && state.binding !== undefined;
    if (isKnown) return;
    const answered = Math.min(from, state.list.length - state.pending.length);
    await this.apply({
      step: "listed",
      binding,
      from,
      marks: marks.slice(from),
      pending: marks.length - answered,
    });
  }

  /**
   * Another provider or account cannot read what the previous one encrypted, and does not have what it stored.
   */
  async #checkBinding(list: readonly WindowItem[]): Promise<void> {
    const { binding } = this.#parts.transport;
    const before = this.state.binding;
    const isSame = before === undefined || sameBinding(before, binding);
    if (isSame && !this.#holdsForeign(list)) return;
    await this.#replaceWindow(list, "provider_changed");
  }

  /** Leaves a window behind that cannot be sent: the caller's list is the window again, without encrypted items. */
  async #replaceWindow(list: readonly WindowItem[], reason: ResetReason): Promise<void> {
    const { binding } = this.#parts.transport;
    this.#parts.emit({ event: "provider_window.reset", reason });
    await this.apply({ step: "uncovered" });
    await this.apply({ step: "listed", binding, from: 0, marks: list.map(markOf), pending: list.length });
    await this.#rebuild({ body: {}, list }, reason);
  }

  #holdsForeign(list: readonly WindowItem[]): boolean {
    const { binding } = this.#parts.transport;
    const foreign = new Set(
      this.state.compactions
        .filter((made) => !sameBinding(made.binding, binding))
        .flatMap((made) => made.payloads.map(({ hash }) => hash)),
    );
    if (foreign.size === 0) return false;
    return this.items(list).some(
      (item) => isCompactionItem(item) && foreign.has(payloadHash(payloadOf(item) ?? "")),
    );
  }

  /** Asks the provider to compact. The archive has every item before it leaves the window, the log every step. */
  async compactRemotely(call: WindowCall, trigger: CompactionTrigger): Promise<RemoteOutcome> {
    const { settings } = this.#parts;
    const items = this.items(call.list);
    const { head, covered } = this.state;
    const model = this.largerModel;
    await this.archive(call.list);
    await this.apply({ step: "compacting", covered });
    const outcome = await compactRemotely(this.#parts, {
      items,
      limit: stableBoundary(items),
      body: model === undefined ? call.body : { ...call.body, model },
      mode: settings.mode === "trigger" ? "trigger" : "standalone",
      trigger,
      maxTokens: this.#maxTokensOf(model ?? this.#model),
      replacementTokens: this.maxTokens,
      ...(call.signal ? { signal: call.signal } : {}),
    });
    if (outcome.type !== "compacted") return outcome;
    const rest = items.slice(outcome.length, Math.max(outcome.length, head.length));
    const nowCovered = covered + Math.max(0, outcome.length - head.length);
    const shadow = await this.shadow(call.list.slice(0, nowCovered));
    const metadata = { ...outcome.metadata, checkpoint: shadow.id };
    await this.apply(
      {
        step: "replaced",
        reason: "remote_compaction",
        head: [...outcome.head, ...rest],
        covered: nowCovered,
        metadata,
      },
      [shadow],
    );
    emitCompacted(this.#parts, metadata);
    this.#parts.emit({ event: "provider_window.reset", reason: "remote_compaction" });
    return { ...outcome, metadata };
  }

  /** The local checkpoint of a list, to store with its compaction. */
  shadow(list: readonly WindowItem[]): Promise<StoredEntry> {
    const adopted = this.state.compactions.findLast(
      ({ mode, payloads }) =>
        mode !== "server" &&
        list.some((item) => isCompactionItem(item) && payloads.some(({ hash }) => hash === hashOf(item))),
    );
    return shadowCheckpoint(this.#parts, list, adopted?.checkpoint);
  }

  /** Compacts locally, the whole window or what follows its head. False if nothing was gained. */
  async compactLocally(
    call: WindowCall,
    { reason, tailOnly = false }: { readonly reason: string; readonly tailOnly?: boolean },
  ): Promise<boolean> {
    const { head, covered } = this.state;
    const items = tailOnly ? call.list.slice(covered) : this.items(call.list);
    const compacted = await this.#shrink(call, items, this.#localTarget(items));
    if (compacted === undefined) return false;
    await this.apply({
      step: "replaced",
      reason: "local_compaction",
      head: tailOnly ? [...head, ...compacted] : compacted,
      covered: call.list.length,
    });
    this.#parts.emit({
      event: "provider_window.local_fallback",
      reason,
      t_before: this.#tokens(items),
      t_after: this.#tokens(compacted),
    });
    this.#parts.emit({ event: "provider_window.reset", reason: "local_compaction" });
    return true;
  }

  /** Rebuilds the window from the transcript and the local checkpoint, without encrypted items. */
  async rebuild(call: WindowCall): Promise<void> {
    await this.archive(call.list);
    this.#parts.emit({ event: "provider_window.reset", reason: "window_rebuilt" });
    await this.#rebuild(call, "window_rebuilt");
  }

  async #rebuild(call: WindowCall, reason: ResetReason): Promise<void> {
    const items = await this.#readable(call.list);
    const { triggerPct } = this.#parts.settings;
    const isLarge = this.#tokens(items) > this.maxTokens * triggerPct;
    const shrunk = isLarge ? await this.#shrink(call, items, this.#localTarget(items)) : undefined;
    await this.apply({ step: "replaced", reason, head: shrunk ?? items, covered: call.list.length });
  }

  /**
   * Goes on without the provider's replacement, from the transcript compacted here: what the provider made does not fit. False
   * if that does not fit either; then nothing has changed.
   */
  async leaveReplacement(call: WindowCall, reason: string): Promise<boolean> {
    await this.archive(call.list);
    const items = await this.#readable(call.list);
    const target = Math.floor(this.maxTokens * LOCAL_TARGET_PCT);
    const shrunk = this.#tokens(items) > target ? await this.#shrink(call, items, target) : undefined;
    const head = shrunk ?? items;
    if (this.#tokens(head) >= this.maxTokens) return false;
    // The length of an encrypted item says little; the provider said that the window is full.
    const t_before = Math.max(this.maxTokens, this.#tokens(this.items(call.list)));
    await this.apply({ step: "replaced", reason: "local_compaction", head, covered: call.list.length });
    this.#parts.emit({
      event: "provider_window.local_fallback",
      reason,
      t_before,
      t_after: this.#tokens(head),
    });
    this.#parts.emit({ event: "provider_window.reset", reason: "local_compaction" });
    return true;
  }

  /** A list without encrypted items, which the local checkpoint stands in for where it does not hold what they stand for. */
  async #readable(list: readonly WindowItem[]): Promise<readonly WindowItem[]> {
    const standIns = await this.#standIns(list);
    return rebuildItems(list, (payload) => standIns.get(payloadHash(payload)));
  }

  /** Replacements for encrypted items whose source the caller no longer sends. */
  async #standIns(list: readonly WindowItem[]): Promise<ReadonlyMap<string, WindowItem>> {
    const standIns = new Map<string, WindowItem>();
    const hashes = new Set(list.filter(isCompactionItem).map(hashOf));
    for (const { mode, checkpoint, payloads } of this.state.compactions) {
      const found = payloads.find(({ hash }) => hashes.has(hash));
      if (mode === "server" || checkpoint === undefined || !found) continue;
      const message = await checkpointMessage(this.#parts, checkpoint);
      if (message) standIns.set(found.hash, message);
    }
    return standIns;
  }

  async #shrink(
    call: WindowCall,
    items: readonly WindowItem[],
    targetTokens: number,
  ): Promise<readonly WindowItem[] | undefined> {
    const { local, sessionId } = this.#parts;
    const { body, signal } = call;
    try {
      const request = { items, body, targetTokens, ...(signal ? { signal } : {}) };
      const compacted = await local.compact(sessionId, request);
      return this.#tokens(compacted) < this.#tokens(items) ? compacted : undefined;
    } catch (error) {
      if (!CompactError.isInstance(error) || error.code === "ABORTED") throw error;
      return undefined;
    }
  }

  #localTarget(items: readonly WindowItem[]): number {
    return Math.floor(Math.min(this.maxTokens * LOCAL_TARGET_PCT, this.#tokens(items) * LOCAL_SHRINK));
  }

  #tokens(items: readonly WindowItem[]): number {
    return items.reduce((sum, item) => sum + this.#parts.meter.tokens(item), 0);
  }

  /** Archives the redacted transcript without encrypted items, so that recall can never return one. */
  async archive(list: readonly WindowItem[]): Promise<void> {
    const { storage, sessionId, redactor, now } = this.#parts;
    const readable = list.filter(
      (item) => !isCompactionItem(item) && itemType(item) !== "compaction_trigger",
    );
    const fresh = new Map(readable.map((item) => [itemId(item), item]));
    if (this.#archived.size === 0) await this.#findArchived([...fresh.keys()]);
    const ts = now();
    const entries = [...fresh]
      .filter(([id]) => !this.#archived.has(id))
      .map(([id, item]): StoredEntry => ({ kind: "item", id, ts, data: storableItem(item, redactor) }));
    if (entries.length === 0) return;
    await storage.append(sessionId, entries);
    for (const { id } of entries) this.#archived.add(id);
  }

  /** Looks up what an earlier process archived. */
  async #findArchived(ids: readonly string[]): Promise<void> {
    const { storage, sessionId } = this.#parts;
    for (const entry of await storage.find(sessionId, ids)) if (entry) this.#archived.add(entry.id);
  }
}

/** The window with the caller's own items in place of those that were stored redacted. */
function unhidden(state: ProviderWindowState, list: readonly WindowItem[]): ProviderWindowState {
  const { hidden, ...rest } = state;
  if (!hidden) return state;
  const head = [...state.head];
  const missing = hidden.filter(({ position, mark }) => {
    const own = list.find((item) => sameMark(markOf(item), mark));
    if (own) head[position] = own;
    return own === undefined;
  });
  return { ...rest, head, ...(missing.length > 0 ? { hidden: missing } : {}) };
}

const hashOf = (item: WindowItem): string => payloadHash(payloadOf(item) ?? "");
