import { itemId } from "../conversation/item-id.js";
import { CompactError } from "../errors/compact-error.js";
import type { EventDraft } from "../events/compact-event.js";
import { detectFormat } from "../formats/detect-format.js";
import type { Format } from "../formats/format.js";
import { DEFAULT_FORMAT, findFormat } from "../formats/registry.js";
import { archivedFormat } from "../recall/archived-format.js";
import { dayOf, recordUse } from "../recall/record-use.js";
import type { Redactor } from "../redaction/redactor.js";
import type { Unwritten } from "../stores/archive.js";
import type { HeldSession } from "../stores/storage-adapter.js";
import type { StorageAdapter } from "../stores/storage-adapter.js";
import { createItemMeter } from "../tokens/create-item-meter.js";
import type { ItemMeter } from "../tokens/item-meter.js";
import { lookUpModel, type ModelLimits, usableInput } from "../tokens/look-up-model.js";
import type { NormalizedUsage } from "../tokens/normalize-usage.js";
import { lookUpPrices } from "../tokens/prices.js";
import type { Call } from "./call.js";
import { checkedItems } from "./checked-call.js";
import { EventArchive } from "./commit/event-archive.js";
import type { CompactConfig } from "./compact-config.js";
import type { CompactResult } from "./compact-result.js";
import { closeParts, type DefaultParts, defaultParts, EVERY_SESSION } from "./default-parts.js";
import type { Degraded } from "./degraded.js";
import type { Engine } from "./engine.js";
import type { SessionState } from "./follow/session-state.js";
import type { OpenSessions } from "./follow/open-sessions.js";
import { BoundedMap } from "../collections/bounded-map.js";
import { KeyedQueue } from "../collections/keyed-queue.js";
import { applyRetention } from "./apply-retention.js";
import { typedError } from "./typed-error.js";

/** No date lies further from the epoch, in milliseconds. */
const MAX_TIME = 8.64e15;
const MAX_CLEAN_IDS = 16_384;

/** Beyond these a session is read from the store again. */
const MAX_REVISIONS = 10_000;

/**
 * Everything around the calls of a manager: its parts, assembled for each session, and the work that all calls
 * share.
 */
export class EngineRoom<W extends object> {
  readonly #config: CompactConfig<W>;
  readonly #clock: () => number;
  readonly #model: ModelLimits;
  readonly #parts: DefaultParts<W>;
  readonly #eventArchive = new EventArchive();
  readonly #shared: Omit<Engine<W>, "format" | "meter" | "estimator">;
  readonly #meters = new Map<string, ItemMeter<W>>();
  /** One for all calls of a format: a new one for each call is much for the garbage collector. */
  readonly #engines = new WeakMap<Format<W>, Engine<W>>();
  readonly #lock = new KeyedQueue();
  /** What a session was when this process left it, where processes share the store. */
  readonly #revisions = new BoundedMap<string, string>(MAX_REVISIONS);
  #sessions: OpenSessions<W> | undefined;
  /**
   * The usage of requests to a summarizing model, by session, until a result reports it. Includes summaries that
   * were never used: prepared in vain, refused, or written for a call that failed.
   */
  readonly #spent = new Map<string, readonly NormalizedUsage[]>();
  #announced = false;
  #swept = false;
  /** The calls that have not ended. */
  readonly #underWay = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  constructor(config: CompactConfig<W>) {
    this.#config = config;
    this.#clock = clockOf(config);
    this.#model = lookUpModel(config.model, config.models);
    this.#parts = defaultParts({
      config,
      encoding: this.#model.encoding,
      clock: this.#clock,
      onEvent: (event) => this.#eventArchive.record(event),
      onStoreFailure: (error, operation) => this.#storeFailed(error, operation),
    });
    const { stores, estimator: _estimator, summarizersWith: _with, ...parts } = this.#parts;
    this.#shared = {
      ...parts,
      model: config.model,
      max: config.maxContextTokens ?? usableInput(this.#model),
      storage: stores.archive,
      degraded: () => this.#degraded,
      spend: (sessionId, usage) => this.#spent.set(sessionId, [...this.#spentOn(sessionId), ...usage]),
      summaryKeys: config.summaryKey === undefined ? [] : [config.summaryKey].flat(),
      redacted: redactOnce(parts.redactor),
      archiveEvents: (sessionId) => this.#archiveEvents(sessionId),
      pricesOf: (model) => lookUpPrices(model, config.prices),
      now: () => new Date(this.#clock()).toISOString(),
    };
  }

  /** The failure of the archive; every result reports it while it lasts. */
  get #degraded(): Degraded | undefined {
    const { trouble } = this.#parts.stores;
    if (!trouble) return undefined;
    const { store, since = "", reason, entries, artifacts } = trouble;
    return { store, since, reason, keptInMemory: entries, artifactsInMemory: artifacts };
  }

  /** What the archive could not write; available after closing too. */
  unwritten(): Promise<Unwritten> {
    return this.#parts.stores.unwritten();
  }

  get compactsAtProvider(): boolean {
    return this.#shared.remote !== undefined;
  }

  /**
   * Runs a task with a session and the engine for it. Calls of one session run one after the other, different sessions
   * side by side.
   */
  run<T>(
    sessionId: string,
    call: Partial<Call<W>>,
    task: (engine: Engine<W>, session: SessionState<W>) => Promise<T>,
  ): Promise<T> {
    return this.#alone(sessionId, call.options?.signal, async () => {
      const session = await (await this.#openSessions()).open(sessionId);
      const engine = await this.#engineFor(session, call);
      const { standing } = session.compactions;
      try {
        const result = await task(engine, session);
        await this.#markUsed(session);
        return result;
      } catch (error) {
        tellRefusal(engine, sessionId, error);
        throw error;
      } finally {
        await this.#settle(sessionId, session.compactions.standing !== standing);
      }
    });
  }

  /**
   * The same for a task that may compact: its result reports the usage of summaries and the state of the archive.
   */
  runCompaction(
    sessionId: string,
    call: Partial<Call<W>>,
    task: (engine: Engine<W>, session: SessionState<W>) => Promise<CompactResult<W>>,
  ): Promise<CompactResult<W>> {
    return this.track(async () => {
      const result = await this.run(sessionId, call, task);
      if (result.compaction) await this.#sweepOnce();
      const summaryUsage = this.#spentOn(sessionId);
      this.#spent.delete(sessionId);
      const degraded = this.#degraded;
      return {
        ...result,
        ...(summaryUsage.length === 0 ? {} : { summaryUsage }),
        ...(degraded ? { degraded } : {}),
      };
    });
  }

  /** Runs a task that `close` waits for. */
  async track<T>(task: () => Promise<T>): Promise<T> {
    const running = task();
    this.#underWay.add(running);
    try {
      return await running;
    } finally {
      this.#underWay.delete(running);
    }
  }

  /** Runs a task after the earlier ones of its session. */
  #inOrder<T>(sessionId: string, signal: AbortSignal | undefined, task: () => Promise<T>): Promise<T> {
    return this.#waiting(signal, (begin) => this.track(() => this.#lock.run(sessionId, () => begin(task))));
  }

  /** Ends with the signal while the task has not begun; such a task does nothing when its turn comes. */
  #waiting<T>(
    signal: AbortSignal | undefined,
    queue: (begin: (task: () => Promise<T>) => Promise<T>) => Promise<T>,
  ): Promise<T> {
    if (signal?.aborted) return Promise.reject(abortedError(signal.reason));
    return new Promise((resolve, reject) => {
      const giveUp = (): void => reject(abortedError(signal?.reason));
      const begin = (task: () => Promise<T>): Promise<T> => {
        signal?.removeEventListener("abort", giveUp);
        return this.guard(signal, task);
      };
      signal?.addEventListener("abort", giveUp, { once: true });
      queue(begin)
        .finally(() => signal?.removeEventListener("abort", giveUp))
        .then(resolve, reject);
    });
  }

  /** The same where processes share the store: no other works on the session, and what another did is read again. */
  #alone<T>(sessionId: string, signal: AbortSignal | undefined, task: () => Promise<T>): Promise<T> {
    const { exclusively } = this.#shared.storage;
    if (!exclusively) return this.#inOrder(sessionId, signal, task);
    const work = async ({ revision }: HeldSession): Promise<T> => {
      const found = await revision().catch(() => undefined);
      if (found !== undefined && found !== this.#revisions.get(sessionId)) this.#sessions?.forget(sessionId);
      try {
        return await task();
      } finally {
        const left = await revision().catch(() => undefined);
        this.#revisions.set(sessionId, left ?? "");
      }
    };
    const hold = (begin: (task: () => Promise<T>) => Promise<T>): Promise<T> =>
      exclusively(sessionId, (held) => begin(() => work(held)));
    return this.#waiting(signal, (begin) => this.track(() => this.#lock.run(sessionId, () => hold(begin))));
  }

  /** True if another call of the session waits for the one that runs. */
  isAwaited(sessionId: string): boolean {
    return this.#lock.waiting(sessionId) > 0;
  }

  #spentOn(sessionId: string): readonly NormalizedUsage[] {
    return this.#spent.get(sessionId) ?? [];
  }

  /** The wire format of a session in memory, once it is known. */
  formatOf(sessionId: string): Format<W> | undefined {
    return this.#sessions?.get(sessionId)?.format;
  }

  /** Has the session read from the store again. */
  forget(sessionId: string): void {
    this.#sessions?.forget(sessionId);
  }

  /** Loaded on first use, together with the ledgers. */
  async #openSessions(): Promise<OpenSessions<W>> {
    if (this.#sessions) return this.#sessions;
    const { OpenSessions } = await import("./follow/open-sessions.js");
    this.#sessions ??= new OpenSessions<W>({
      storage: this.#shared.storage,
      maxSessions: this.#config.maxSessions,
      originals: this.#shared.originals,
      onLetGo: (sessionId) => this.#archiveEvents(sessionId),
    });
    return this.#sessions;
  }

  /** The engine for a session's wire format; detects the format again if an item does not fit it. */
  async #engineFor(session: SessionState<W>, { items = [], options }: Partial<Call<W>>): Promise<Engine<W>> {
    const seen = seenLength(session, items);
    checkedItems(items, seen);
    this.#introduce(session.sessionId);
    const { transcript } = this.#shared.storage;
    const format = this.#config.format ?? (await sessionFormat(session, { items, seen }, transcript));
    // Only items decide: a call that has none would take a guess for what the session is.
    if (items.length > 0) session.useFormat(format);
    const estimator = await this.#parts.estimator();
    const meter = this.#meters.get(format.name) ?? createItemMeter<W>(format, estimator);
    this.#meters.set(format.name, meter);
    const known = this.#engines.get(format);
    const engine = known?.estimator === estimator ? known : { ...this.#shared, format, meter, estimator };
    this.#engines.set(format, engine);
    const { summarizer } = options ?? {};
    return summarizer ? { ...engine, ...this.#parts.summarizersWith(summarizer) } : engine;
  }

  /** Runs a task unless the signal is aborted; an abort on the way becomes `ABORTED`. */
  async guard<T>(signal: AbortSignal | undefined, task: () => Promise<T>): Promise<T> {
    if (signal?.aborted) throw abortedError(signal.reason);
    try {
      return await task();
    } catch (error) {
      if (signal?.aborted && !CompactError.isInstance(error)) throw abortedError(error);
      throw typedError(error);
    }
  }

  announce(sessionId: string, event: EventDraft): void {
    this.#parts.events.emit(sessionId, event);
  }

  /**
   * Archives events after a window changed or many have gathered; retries a failing archive and reports it while
   * it fails.
   */
  async #settle(sessionId: string, hasChanged: boolean): Promise<void> {
    if (this.#parts.stores.trouble) await this.#parts.stores.retry();
    const degraded = this.#degraded;
    if (degraded) {
      this.#parts.events.emit(sessionId, {
        event: "compact.store_degraded",
        operation: this.#parts.stores.trouble?.operation ?? "append",
        reason: degraded.reason,
        store: degraded.store,
        since: degraded.since,
        kept_entries: degraded.keptInMemory,
        kept_artifacts: degraded.artifactsInMemory,
      });
    }
    await this.#eventArchive.flush(sessionId, this.#shared.storage, hasChanged ? "now" : "many");
  }

  #archiveEvents(sessionId: string): Promise<void> {
    return this.#eventArchive.flush(sessionId, this.#shared.storage);
  }

  /** Marks a session with an archive as used, once a day, so that no sweep deletes it as idle. */
  async #markUsed(session: SessionState<W>): Promise<void> {
    const time = this.#clock();
    if (!session.useOn(dayOf(time)) || this.#parts.stores.trouble) return;
    const { sessionId } = session;
    await recordUse(this.#shared.storage, {
      sessionId,
      operation: "session",
      time,
      model: this.#config.model,
    });
  }

  /** Deletes a session from memory and from the store, with the events of it that wait in memory. */
  remove(sessionId: string): Promise<boolean> {
    return this.#inOrder(sessionId, undefined, () => {
      this.#sessions?.forget(sessionId);
      this.#eventArchive.drop(sessionId);
      this.#parts.originals.drop(sessionId);
      this.#spent.delete(sessionId);
      return this.#shared.storage.remove(sessionId);
    });
  }

  /** Deletes what was unused for longer than the retention; returns the ids of the sessions. */
  sweep(): Promise<string[]> {
    const { storage: archive, events } = this.#shared;
    return this.track(async () => applyRetention(this.#config, { archive, events, now: this.#clock() }));
  }

  /** Applies the retention once in the life of a manager, after its first compaction. Never fails the call. */
  async #sweepOnce(): Promise<void> {
    if (this.#swept) return;
    this.#swept = true;
    await this.sweep().catch((error: unknown) => this.#storeFailed(error, "sweep"));
  }

  /** Waits for the calls under way and closes everything it can. @throws CompactError `STORE_UNAVAILABLE` if something was not written. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    await this.#eventArchive.flushAll(this.#shared.storage);
    const { unarchived } = this.#eventArchive;
    await closeParts([
      () =>
        this.#parts.stores.close().catch((error: unknown) => {
          this.#storeFailed(error, "close");
          throw error;
        }),
      () => this.#parts.events.close(),
      () => unarchived && Promise.reject(unarchived),
    ]);
  }

  #storeFailed(error: unknown, operation: string): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#parts.events.emit(EVERY_SESSION, { event: "compact.store_degraded", operation, reason });
  }

  /** Reports once what an operator should know about the set-up. */
  #introduce(sessionId: string): void {
    if (this.#announced) return;
    this.#announced = true;
    const { max, redactor } = this.#shared;
    if (!this.#model.known && this.#config.maxContextTokens === undefined) {
      this.#parts.events.emit(sessionId, { event: "compact.unknown_model", max });
    }
    if (!redactor.enabled) this.#parts.events.emit(sessionId, { event: "compact.redaction_disabled" });
  }
}

function abortedError(cause: unknown): CompactError {
  return new CompactError("ABORTED", "The signal aborted the call; nothing was changed.", { cause });
}

/** The length of the list's prefix that was checked before; 0 if the lists cannot be compared. */
function seenLength<W extends object>(session: SessionState<W>, items: readonly W[]): number {
  try {
    return session.seenLength(items);
  } catch {
    return 0;
  }
}

/**
 * The wire format of a session's list. A continued list keeps its format while that fits; any other list is
 * detected again; `seen` is how much of it was checked before. Without items: the format of the session's items,
 * or of its archive.
 */
async function sessionFormat<W extends object>(
  session: SessionState<W>,
  { items, seen }: { readonly items: readonly W[]; readonly seen: number },
  transcript: StorageAdapter,
): Promise<Format<W>> {
  const stored = session.compactions.standing.at(-1)?.format ?? "";
  const known = session.format ?? (findFormat(stored) as Format<W> | undefined);
  if (items.length === 0) {
    if (known) return known;
    const archived = archivedFormat(transcript, session.sessionId);
    return (await archived.catch(() => DEFAULT_FORMAT)) as unknown as Format<W>;
  }
  if (known && seen > 0 && items.slice(seen).every((item) => known.matches(item))) return known;
  return detectAgain(items, known);
}

/**
 * The format of a list that does not continue the last one. If several fit, the session's format wins; messages
 * that another format also has are detected again.
 */
function detectAgain<W extends object>(items: readonly W[], known: Format<W> | undefined): Format<W> {
  const isKnown = known !== undefined && items.every((item) => known.matches(item));
  if (isKnown && findFormat(known.name)?.sharesMessages !== true) return known;
  try {
    return detectFormat(items) as unknown as Format<W>;
  } catch (error) {
    // A provider may add a kind of item at any time: the session goes on, and the item passes through unread.
    if (known?.name !== undefined && items.some((item) => known.matches(item))) return known;
    throw error;
  }
}

/** The caller's clock; an invalid time becomes a named error. */
function clockOf({ clock = Date.now }: Pick<CompactConfig, "clock">): () => number {
  return () => {
    const time: unknown = clock();
    if (typeof time === "number" && Math.abs(time) <= MAX_TIME) return time;
    throw new CompactError(
      "INVALID_CONFIG",
      `clock returned ${String(time).slice(0, 80)}; it must return milliseconds since the epoch.`,
      { details: { key: "clock" } },
    );
  };
}

/**
 * Redacts an item once, however often it is requested; for items without secrets this includes their clones.
 */
function redactOnce<W extends object>(redactor: Redactor): (item: W) => W {
  const known = new WeakMap<W, W>();
  const clean = new Set<string>();
  return (item) => {
    let redacted = known.get(item);
    if (redacted === undefined) {
      const id = itemId(item);
      redacted = clean.has(id) ? item : redactor.value(item);
      if (clean.size >= MAX_CLEAN_IDS) clean.clear();
      if (redacted === item) clean.add(id);
      known.set(item, redacted);
    }
    return redacted;
  };
}

/** The other refusals have told their own event when they were decided. */
function tellRefusal<W extends object>(engine: Engine<W>, sessionId: string, error: unknown): void {
  if (!CompactError.isInstance(error) || error.code !== "CONSTRAINTS_DO_NOT_FIT") return;
  const { needed, available } = error.details as { readonly needed: number; readonly available: number };
  engine.events.emit(sessionId, { event: "compact.constraints_do_not_fit", needed, available });
}
