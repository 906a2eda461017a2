import { AwaitedSessions } from "./awaited-sessions.js";
import { BoundedMap } from "../../collections/bounded-map.js";
import { CompactManager } from "../../engine/compact-manager.js";
import { type CompactPolicy, DEFAULT_POLICY } from "../../config/compact-policy.js";
import { POLICY_PRESETS } from "../../config/policy-presets.js";
import type { Summarizer } from "../../summarizers/summarizer.js";
import { detectFormat } from "../../formats/detect-format.js";
import type { Format } from "../../formats/format.js";
import { plain } from "../../formats/plain/plain.js";
import { lookUpModel, usableInput } from "../../tokens/look-up-model.js";
import { checkedCompactionOptions, managerOptions } from "./checked-compaction-options.js";
import type { CompactionOptions } from "./compaction-options.js";
import type { Conversation } from "./conversation.js";
import { ConversationTracker, type FoundConversation } from "./conversation-tracker.js";
import { LaterWork } from "./later-work.js";
import { guardStream, type StreamReading } from "./guard-stream.js";
import type { ModelRequest } from "./model-request.js";
import { ItemIdentity } from "./item-identity.js";
import { protectingFormat } from "./protecting-format.js";
import { type SharedWork, shareSummaries } from "./share-summaries.js";
import { SharedPreparation } from "./shared-preparation.js";
import { type OpenCall, openCall, restoredCall, untouchedCall } from "./open-call.js";

const DEFAULT_PREPARE_AT = 0.7;
const DEFAULT_MAX_CONVERSATIONS = 256;
/** Requests that pass through are reported once per reason, for up to this many reasons. */
const MAX_REASONS = 64;
/** Threads whose cut history was reported. */
const MAX_CUT = 4096;

/**
 * The base of every framework adapter: compacts the requests of any number of conversations on their way to a
 * model, recovers from overflows, prepares compactions in the background, and never fails a run.
 */
export class CallCompactor<W extends object> {
  readonly #integration: string;
  readonly #options: CompactionOptions<W>;
  readonly #conversations: ConversationTracker<W>;
  readonly #identity: ItemIdentity<W> | undefined;
  readonly #awaited = new AwaitedSessions<W>();
  readonly #told = new Set<string>();
  readonly #cut = new BoundedMap<string, true>(MAX_CUT);
  readonly #forgetting = new Set<Promise<unknown>>();
  readonly #later = new LaterWork();
  readonly #policy: CompactPolicy;
  readonly #shared: SharedWork | undefined;
  #manager: CompactManager<W> | undefined;
  /** The store is the integration's own, and forgets with it. */
  #ownsStorage = false;

  /** @param canonical see `ItemIdentity`; absent if the framework never changes an item */
  constructor(integration: string, options: CompactionOptions<W> = {}, canonical?: (item: W) => W) {
    checkedCompactionOptions(options);
    this.#integration = integration;
    this.#identity = canonical && new ItemIdentity(canonical);
    this.#options = options;
    this.#shared = options.jobs && { jobs: options.jobs, tenant: options.tenant };
    this.#manager = options.manager;
    const preset = POLICY_PRESETS[options.policy?.preset ?? DEFAULT_POLICY.preset];
    this.#policy = { ...DEFAULT_POLICY, ...preset, ...options.policy };
    this.#conversations = new ConversationTracker({
      maxConversations: options.maxConversations ?? options.maxSessions ?? DEFAULT_MAX_CONVERSATIONS,
      newSessionId: options.newSessionId ?? (() => `auto_${globalThis.crypto.randomUUID()}`),
      forgotten: (sessionId, hasOwnId) => this.#forget(sessionId, hasOwnId),
    });
  }

  /** The storage is not the caller's: what is no longer remembered is removed from it. */
  ownStorage(): void {
    this.#ownsStorage = true;
  }

  /** Made for the model that is asked first, unless the options name one. */
  manager(model?: string): CompactManager<W> {
    this.#manager ??= this.#newManager(model);
    return this.#manager;
  }

  /** The summarizer as requests use it: what it writes is shared where other processes answer them too. */
  sharing<S extends Summarizer>(summarizer: S): S {
    return this.#shared ? shareSummaries(summarizer, this.#shared) : summarizer;
  }

  #newManager(model = ""): CompactManager<W> {
    const { format, protect, policy, summarizer } = this.#options;
    const flag = policy?.protectedFlag ?? DEFAULT_POLICY.protectedFlag;
    return new CompactManager<W>({
      ...managerOptions(this.#options),
      model: this.#options.model ?? model,
      ...(summarizer ? { summarizer: this.sharing(summarizer) } : {}),
      ...(format && protect ? { format: protectingFormat(format, protect, flag) } : {}),
    });
  }

  /** The first half of a model call, for frameworks that have a hook before and one after it. */
  async begin(request: ModelRequest<W>): Promise<OpenCall<W>> {
    const manager = this.manager(request.model);
    if (request.serverManaged !== undefined) {
      this.tell("server_managed", request.serverManaged);
      return untouchedCall(request.items);
    }
    const read = this.#identity?.read(request.items);
    const known = this.#asKnown({ ...request, items: read?.known ?? request.items });
    const maxContextTokens = request.maxContextTokens ?? this.#windowOf(request.model);
    const { branchOf, ...found } = this.#conversations.find(known.items, known.sessionId);
    const goesAhead = branchOf === undefined && this.#clearlyFits(known, found, maxContextTokens);
    if (!goesAhead) for (const task of found.conversation.left) await task.run();
    if (branchOf !== undefined)
      await manager.fork(branchOf, found.conversation.sessionId, known.items).catch(() => false);
    const call = await openCall({
      manager,
      ...found,
      request: known,
      ...(maxContextTokens === undefined ? {} : { maxContextTokens }),
      prepareAtPct: this.#expectsMore(known, found.conversation) ? this.#prepareAtPct : 0,
      catchUpLater: this.#options.catchUpLater === true,
      ...(goesAhead ? { later: this.#later } : {}),
      ...this.#preparation(known),
      followed: () => this.#forgetAgain(found.conversation.sessionId, known.sessionId !== undefined),
      passedThrough: (sessionId, reason) => this.tell("failed", reason, sessionId),
    });
    return read ? restoredCall(call, read.restore) : call;
  }

  /** The request with the session that it is known to be of. */
  #asKnown(request: ModelRequest<W>): ModelRequest<W> {
    const sessionId = request.sessionId ?? this.#awaited.of(request.items);
    return {
      ...request,
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(request.summarizer ? { summarizer: this.sharing(request.summarizer) } : {}),
    };
  }

  /**
   * From now on a request that begins with this history is one of the session. What was compacted for the history before anybody
   * knew whose it is goes over to the session.
   */
  async name(history: readonly W[], sessionId: string): Promise<void> {
    if (history.length === 0) return;
    const known = this.#identity?.read(history).known ?? [...history];
    const before = this.#awaited.has(sessionId) ? undefined : this.#conversations.sessionOf(known);
    this.#awaited.expect(sessionId, known);
    if (before !== undefined)
      await this.manager()
        .fork(before, sessionId, known)
        .catch(() => false);
  }

  /**
   * A model call: compacts it, records its usage, and sends a smaller one if the provider refuses it as too long.
   */
  async call<R>(
    request: ModelRequest<W>,
    send: (items: W[], call: OpenCall<W>) => Promise<R>,
    usageOf: (result: R) => unknown,
  ): Promise<R> {
    const call = await this.begin(request);
    for (let items = call.items; ; ) {
      try {
        const result = await send(items, call);
        call.succeeded(usageOf(result));
        return result;
      } catch (error) {
        const smaller = await call.failed(error);
        if (!smaller) throw error;
        items = smaller;
      }
    }
  }

  /** The same for a model that streams. Events without output are held back until the first that has some. */
  async *stream<E>(
    request: ModelRequest<W>,
    open: (items: W[], call: OpenCall<W>) => AsyncIterable<E> | Promise<AsyncIterable<E>>,
    reading: StreamReading<E>,
  ): AsyncGenerator<E, void, undefined> {
    const call = await this.begin(request);
    yield* guardStream(call, (items) => open(items, call), reading);
  }

  /** Resolves when no compaction is being prepared and nothing is being cleaned up. */
  async settled(): Promise<void> {
    await this.#later.settled();
    await this.#conversations.settled();
    await Promise.all(this.#forgetting);
  }

  /** Archives the last events and releases store and exporters. */
  async close(): Promise<void> {
    this.#conversations.close();
    await this.settled();
    await this.#manager?.close();
  }

  /** Only a conversation with a name is the same one for another process. */
  #preparation({ sessionId }: ModelRequest<W>): { readonly shared?: SharedPreparation } {
    return this.#shared && sessionId !== undefined ? { shared: new SharedPreparation(this.#shared) } : {};
  }

  get #prepareAtPct(): number {
    return this.#options.prepareAtPct ?? DEFAULT_PREPARE_AT;
  }

  /** False where this process may end with the turn, and what it prepared with it. */
  #expectsMore({ items, sessionId }: ModelRequest<W>, { turns }: Conversation<W>): boolean {
    if (sessionId === undefined || this.#shared) return true;
    return turns.follow(items, () => this.#options.format ?? formatOf(items));
  }

  /** True if the request goes out as it is, whatever an exact count would say. */
  #clearlyFits(
    { items, size, sessionId }: ModelRequest<W>,
    { conversation, known }: FoundConversation<W>,
    maxTokens: number | undefined,
  ): boolean {
    const { format, catchUpLater, shouldCompact } = this.#options;
    const prepareAtPct = this.#prepareAtPct;
    const { background, fit } = conversation;
    if (
      !catchUpLater ||
      this.#options.manager ||
      !format ||
      shouldCompact ||
      size === undefined ||
      maxTokens === undefined
    )
      return false;
    // A session with a name may have a past that this process does not know.
    if (known === undefined || (known === 0 && sessionId !== undefined)) {
      fit.deny();
      return false;
    }
    if (background.preparing || background.ready) return false;
    return fit.holds({ items, size }, known, { format, policy: this.#policy, prepareAtPct, maxTokens });
  }

  /** The window of a model other than the one that the manager was made for; undefined for that one. */
  #windowOf(model: string | undefined): number | undefined {
    const { maxContextTokens, models } = this.#options;
    if (maxContextTokens !== undefined || this.#options.manager || this.#options.model !== undefined)
      return undefined;
    if (model === undefined) return undefined;
    const limits = lookUpModel(model, models);
    return limits.known ? usableInput(limits) : undefined;
  }

  /** Reports, once per reason, that a request is sent as it is. */
  tell(cause: "server_managed" | "failed" | "unknown_request", reason: string, sessionId = "*"): void {
    if (!this.#isNew(`${cause} ${reason}`)) return;
    const event = { event: "compact.passed_through", integration: this.#integration, cause, reason } as const;
    this.manager().announce(sessionId, event);
  }

  /** Reports, once per session, that the host dropped messages before they came here. */
  tellCut(reason: string, sessionId: string): void {
    if (this.#cut.get(sessionId)) return;
    this.#cut.set(sessionId, true);
    const event = { event: "compact.history_cut", integration: this.#integration, reason } as const;
    this.manager().announce(sessionId, event);
  }

  #isNew(key: string): boolean {
    if (this.#told.has(key) || this.#told.size >= MAX_REASONS) return false;
    this.#told.add(key);
    return true;
  }

  /**
   * Nobody could find the conversation in memory again; the caller's own store keeps it, for recall and audit. One with an
   * id of its own could be found: it goes only where the store is the integration's.
   */
  #forget(sessionId: string, hasOwnId: boolean): void {
    if (hasOwnId && !this.#ownsStorage) return;
    if ((this.#options.storage && !this.#ownsStorage) || this.#options.manager) return;
    const removing = this.manager()
      .remove(sessionId)
      .catch(() => false)
      .finally(() => this.#forgetting.delete(removing));
    this.#forgetting.add(removing);
  }

  /** Where a call was followed after its conversation was forgotten, and none of that name came back. */
  #forgetAgain(sessionId: string, hasOwnId: boolean): void {
    if (!this.#conversations.has(sessionId)) this.#forget(sessionId, hasOwnId);
  }
}

/** A list of no known format is compacted by nobody. */
function formatOf<W extends object>(items: readonly W[]): Format<W> {
  try {
    return detectFormat(items) as unknown as Format<W>;
  } catch {
    return plain as unknown as Format<W>;
  }
}
