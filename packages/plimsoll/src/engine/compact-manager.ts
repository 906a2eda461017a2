import { itemId } from "../conversation/item-id.js";
import { CompactError } from "../errors/compact-error.js";
import type { EventDraft } from "../events/compact-event.js";
import type { Format } from "../formats/format.js";
import type { Checkpoint } from "../facts/checkpoint/checkpoint.js";
import type { Recall } from "../recall/recall.js";
import type { Unwritten } from "../stores/archive.js";
import type { Call } from "./call.js";
import { checkedCallOptions, checkedItems, checkedText } from "./checked-call-options.js";
import { checkConfig } from "./check-config.js";
import type { CommitOptions } from "./commit/commit-prepared.js";
import type { CompactConfig, ManualCompactOptions, PreflightOptions } from "./compact-config.js";
import type { CompactResult } from "./compact-result.js";
import { EngineRoom } from "./engine-room.js";
import { typedParts } from "./typed-parts.js";
import type { Engine } from "./engine.js";
import type { PlanReport } from "./plan/plan-report.js";
import type { PreparedWork, PrepareOptions } from "./commit/prepare-compaction.js";
import type { PreparedCompaction } from "./commit/prepared-compaction.js";
import type { RedoResult } from "./commit/redo-compaction.js";
import type { Remembered } from "./follow/remembered.js";
import type { RunInput } from "./run-call.js";
import { SessionLock } from "./follow/session-lock.js";
import type { SessionState } from "./follow/session-state.js";
import type { Transcript } from "./follow/transcript.js";
import type { UndoResult } from "./commit/undo-compaction.js";

/** Sessions in memory hold at most about so much, the one that is used aside; the others are read from the store again. */
const MAX_HELD_TOKENS = 2_000_000;

/**
 * Keeps the conversations of any number of sessions below their model's window. Conducts the pipeline and holds
 * no logic of its own. Calls of one session run one after the other, different sessions side by side.
 *
 * What a call needs is loaded with the first call: setting a manager up costs little.
 *
 * Items are values: do not change an object in place after it was passed in.
 */
export class CompactManager<W extends object = object> {
  readonly #config: CompactConfig<W>;
  readonly #room: EngineRoom<W>;
  readonly #lock = new SessionLock();
  readonly #sessions = new Map<string, SessionState<W>>();
  /** Undefined for one that has nothing to do. */
  readonly #prepared = new WeakMap<PreparedCompaction<W>, PreparedWork<W> | undefined>();

  /** @throws CompactError `INVALID_CONFIG` if an option is unknown or not what it must be. */
  constructor(config: CompactConfig<W>) {
    this.#config = checkConfig<W>(config);
    this.#room = typedParts("INVALID_CONFIG", () => new EngineRoom(this.#config));
  }

  /** True with the strategy `remote`: the provider compacts, and a summary of ours is only what is left where it does not. */
  get compactsAtProvider(): boolean {
    return this.#room.compactsAtProvider;
  }

  /**
   * Call this before every model request, with the whole list of items, and send what it returns. The returned
   * list may be adopted as the new history, or the full history may be sent again next time: both work.
   *
   * @throws CompactError `INSUFFICIENT_BUDGET` if the request cannot fit whatever is removed, `ABORTED`.
   */
  async preflight<T extends W>(
    sessionId: string,
    items: readonly T[],
    options?: PreflightOptions,
  ): Promise<CompactResult<T>> {
    const given = checkedCallOptions<PreflightOptions>("preflight", options);
    return this.#run(sessionId, { items: checkedItems(items), manual: false, options: given });
  }

  /** Compacts now, whatever the triggers say. A second call in a row finds nothing to do and changes nothing. */
  async manualCompact<T extends W>(
    sessionId: string,
    items: readonly T[],
    options?: ManualCompactOptions,
  ): Promise<CompactResult<T>> {
    const given = checkedCallOptions<ManualCompactOptions>("manualCompact", options);
    return this.#run(sessionId, { items: checkedItems(items), manual: true, options: given });
  }

  /** What `preflight` with these arguments would decide before it plans. Nothing is compacted. */
  async decide(
    sessionId: string,
    items: readonly W[],
    options?: PreflightOptions,
  ): Promise<Pick<CompactResult<W>, "decision" | "measurement">> {
    const given = checkedCallOptions<PreflightOptions>("decide", options);
    const call = this.#whole({ items: checkedItems(items), manual: false, options: given });
    return this.#locked(sessionId, call, async (engine, session) => {
      const { examineUnsent } = await import("./follow/examine.js");
      const { decision, measurement } = await examineUnsent(engine, session, call);
      return { decision, measurement };
    });
  }

  /** What `manualCompact` with these arguments would do. No summarizer is called and no window changes. */
  async plan(sessionId: string, items: readonly W[], options?: ManualCompactOptions): Promise<PlanReport> {
    const given = checkedCallOptions<ManualCompactOptions>("plan", options);
    const call: Call<W> = { items: checkedItems(items), manual: true, options: given };
    return this.#locked(sessionId, call, async (engine, session) => {
      const { planDraft } = await import("./commit/prepare-compaction.js");
      return (await planDraft(engine, session, call)).report;
    });
  }

  /**
   * What `manualCompact` with these arguments would do, summary and all, ready to be committed. Nothing is changed; the
   * session can be used while the summary is written, and after.
   */
  async prepare<T extends W>(
    sessionId: string,
    items: readonly T[],
    options?: PrepareOptions,
  ): Promise<PreparedCompaction<T>> {
    const { summary, ...rest } = checkedCallOptions<PrepareOptions>("prepare", options);
    const call: Call<W> = { items: checkedItems(items), manual: true, options: rest };
    const { planDraft, prepareCompaction } = await import("./commit/prepare-compaction.js");
    const { engine, planned } = await this.#locked(sessionId, call, async (engine, session) => ({
      engine,
      planned: await planDraft(engine, session, call),
    }));
    const { prepared, work } = await this.#room.guard(rest.signal, () =>
      prepareCompaction(engine, planned, { sessionId, items, summary }),
    );
    this.#prepared.set(prepared, work);
    return prepared as unknown as PreparedCompaction<T>;
  }

  /**
   * Makes a prepared compaction the session's window, with another summary where one is given. The list may have grown
   * since: what is new stands after the window.
   *
   * @throws CompactError `STALE_PREPARED` if the list does not begin with what was prepared any more, or was compacted
   * otherwise; `INVALID_INPUT` if the summary does not fit. Nothing is changed then.
   */
  async commitPrepared<T extends W>(
    prepared: PreparedCompaction<T>,
    given?: CommitOptions<T>,
  ): Promise<CompactResult<T>> {
    const options = checkedCallOptions<CommitOptions<T>>("commitPrepared", given);
    const known = prepared as unknown as PreparedCompaction<W>;
    if (!this.#prepared.has(known)) {
      throw new CompactError(
        "INVALID_INPUT",
        "This compaction was not prepared by this manager; prepare it here.",
      );
    }
    const work = this.#prepared.get(known);
    const { decision, measurement } = prepared.plan;
    if (!work) return { items: [...(options.items ?? prepared.items)], decision, measurement };
    const { items, signal } = options;
    const call = { ...(items ? { items } : {}), options: signal ? { signal } : {} };
    const result = await this.#locked(prepared.sessionId, call, async (engine, session) => {
      const { commitPrepared } = await import("./commit/commit-prepared.js");
      return commitPrepared(engine, session, { prepared: known, work, options });
    });
    await this.#room.retention.applyOnce();
    return this.#told(prepared.sessionId, result) as unknown as CompactResult<T>;
  }

  /**
   * Bounds large tool results before they are sent: the raw items are archived, and evidence takes their place in the
   * list that is returned. Nothing is decided and no window changes. For hosts that cannot change an item once it is sent.
   */
  async bound<T extends W>(sessionId: string, items: readonly T[]): Promise<T[]> {
    return this.#locked(sessionId, { items: checkedItems(items) }, async (engine, session) => {
      const { ingestItems } = await import("./follow/ingest-items.js");
      await ingestItems(engine, session, { items, givesWay: false });
      return items.map((item) => (session.evidence.get(itemId(item)) as T | undefined) ?? item);
    });
  }

  /**
   * Archives items that are in no list any more, redacted as all others: what another program took out of the conversation
   * before. They can be recalled; no window changes.
   *
   * @throws CompactError `STORE_UNAVAILABLE`.
   */
  async archive(sessionId: string, items: readonly W[]): Promise<void> {
    return this.#locked(sessionId, { items: checkedItems(items) }, async (engine, session) => {
      const { archiveItems } = await import("./commit/archive-items.js");
      const { callsOf } = await import("./follow/with-evidence.js");
      await archiveItems(engine, session, { items, callOf: callsOf(items, engine.meter) });
    });
  }

  /** Keeps an item in the window for good; under a `key`, until another item takes that key. */
  async protect(sessionId: string, item: W, options?: { key?: string }): Promise<void> {
    const { key: given } = checkedCallOptions<{ key?: string }>("protect", options);
    checkedItems([item], 0);
    return this.#locked(sessionId, {}, async (engine, session) => {
      const { protectionEntry, protectionKey } = await import("./plan/protection-key.js");
      const key = given === undefined ? undefined : protectionKey(given, engine.redactor);
      const protection = session.protectedItems.protect(item, key);
      const ts = engine.now();
      await engine.storage.append(sessionId, [protectionEntry(protection, ts)]);
      engine.events.emit(sessionId, {
        event: "compact.protected",
        item_id: protection.itemId,
        key: protection.key,
      });
    });
  }

  /** What the model still sees of a session, readable. */
  remember(sessionId: string): Promise<Remembered> {
    return this.#locked(sessionId, {}, async (engine, session) => {
      const { rememberWindow } = await import("./follow/remember-window.js");
      return rememberWindow(engine, session);
    });
  }

  /**
   * The state of a session as code knows it: what was asked for, constraints, files, commands, identifiers, each with
   * the items that say so. As of the list of the last call, whether or not that compacted. Plain JSON.
   */
  checkpoint(sessionId: string): Promise<Checkpoint> {
    return this.#locked(sessionId, {}, async (engine, session) => {
      const { gatherFacts } = await import("./follow/gather-facts.js");
      return gatherFacts(engine, session);
    });
  }

  /**
   * Takes the newest compaction back and returns the list from before it, with what `items` (the caller's current
   * list) holds beyond it. Until the next compaction only the hard limit triggers one.
   *
   * @throws CompactError `NOTHING_TO_UNDO`.
   */
  async undo<T extends W>(sessionId: string, items?: readonly T[]): Promise<UndoResult<T>> {
    const result = await this.#locked(sessionId, listIn(items), async (engine, session) => {
      const { undoCompaction } = await import("./commit/undo-compaction.js");
      return undoCompaction(engine, session, items);
    });
    return result as unknown as UndoResult<T>;
  }

  /**
   * Brings back the compaction that `undo` took back last, and returns its window with what `items` (the caller's
   * current list) holds beyond it. Several undos are redone one after the other; a new compaction ends that.
   *
   * @throws CompactError `NOTHING_TO_REDO`.
   */
  async redo<T extends W>(sessionId: string, items?: readonly T[]): Promise<RedoResult<T>> {
    const result = await this.#locked(sessionId, listIn(items), async (engine, session) => {
      const { redoCompaction } = await import("./commit/redo-compaction.js");
      return redoCompaction(engine, session, items);
    });
    return result as unknown as RedoResult<T>;
  }

  /**
   * The whole conversation behind a list, with what was compacted marked: for front ends that show all that was said.
   * Of the list that was sent last where none is given.
   */
  async transcript<T extends W>(sessionId: string, items?: readonly T[]): Promise<Transcript<T>> {
    const transcript = await this.#locked(sessionId, listIn(items), async (engine, session) => {
      const { readTranscript } = await import("./follow/transcript.js");
      return readTranscript(engine, session, items);
    });
    return transcript as unknown as Transcript<T>;
  }

  /**
   * An item that left the window, read back by its archive id: as it was with `originalsKey`, or while this process has it;
   * otherwise redacted, as it was stored.
   */
  async readArchived(sessionId: string, itemId: string): Promise<W> {
    checkedText("The id of an item", itemId);
    return this.#locked(sessionId, {}, async (engine) => {
      const { archivedItems } = await import("./follow/known-list.js");
      const item = (await archivedItems(engine, sessionId, [itemId])).get(itemId);
      if (item) return item;
      throw new CompactError("UNKNOWN_ITEM", `Session "${sessionId}" has no archived item "${itemId}".`, {
        details: { sessionId, itemId },
      });
    });
  }

  /** Reads back what left a session's window, and the raw outputs behind evidence: search, read, list. */
  recall(sessionId: string): Promise<Recall> {
    const clock = this.#config.clock ?? Date.now;
    const known = (): Format<W> | undefined => this.#sessions.get(sessionId)?.format;
    return this.#locked(sessionId, {}, async ({ storage: archive, format, originals }) => {
      const { createRecall } = await import("../recall/create-recall.js");
      return createRecall({
        archive,
        sessionId,
        clock,
        // Asked for before the first list, it reads what comes as that turns out to be.
        get format() {
          return (known() ?? format) as unknown as Format;
        },
        originals: {
          item: async (id) => (await originals.find(sessionId, [id])).get(id),
          result: (artifactId) => originals.findResult(sessionId, artifactId),
        },
      });
    });
  }

  /**
   * Deletes sessions that were idle for longer than the retention; returns their ids. Also done by itself, once,
   * after a manager's first compaction.
   */
  sweep(): Promise<string[]> {
    return this.#room.retention.apply();
  }

  /** Tells an event of an integration the way the engine's own are told: checked, redacted, exported and archived. */
  announce(sessionId: string, event: EventDraft): void {
    this.#room.announce(sessionId, event);
  }

  /**
   * Begins a session with a list that goes on from what another one compacted: the compactions hold for it too, without a
   * new summary. False where that session has none of this list. For conversations that branch, or are taken back.
   */
  async fork(sessionId: string, newSessionId: string, items: readonly W[]): Promise<boolean> {
    const target = {
      sessionId: checkedText("The new session's id", newSessionId),
      items: checkedItems(items, 0),
    };
    const forked = await this.#locked(sessionId, {}, async (engine, session) => {
      const { forkSession } = await import("./follow/fork-session.js");
      return forkSession(engine, session, target);
    });
    if (forked) this.#sessions.delete(newSessionId);
    return forked;
  }

  /** Deletes a session, archive and all; false if there was none. */
  remove(sessionId: string): Promise<boolean> {
    return this.#lock.run(sessionId, () =>
      this.#room.guard(undefined, () => {
        this.#sessions.delete(sessionId);
        return this.#room.remove(sessionId);
      }),
    );
  }

  /**
   * Archives the last events and releases store and exporters, also where one of them fails.
   *
   * @throws CompactError `STORE_UNAVAILABLE` if something could not be written: how much, and of which sessions.
   */
  close(): Promise<void> {
    return this.#room.close();
  }

  /** What the archive could not write and memory holds instead; also after `close`, which says so. Empty while all is well. */
  unwritten(): Promise<Unwritten> {
    return this.#room.unwritten();
  }

  /** The few items that are made along the way are of the caller's format, hence of its type. */
  async #run<T extends W>(sessionId: string, call: Call<W>): Promise<CompactResult<T>> {
    const takeOver = this.#takenOver(sessionId, call.options.prepared);
    const input = { call: this.#whole(call), ...(takeOver ? { takeOver } : {}) };
    const result = await this.#locked(sessionId, call, async (engine, session) => {
      const { runCall } = await import("./run-call.js");
      return runCall(engine, session, input);
    });
    if (result.compaction) await this.#room.retention.applyOnce();
    return this.#told(sessionId, result) as unknown as CompactResult<T>;
  }

  /** A result with what summaries cost since the last one, and with what is wrong with the archive. */
  #told(sessionId: string, result: CompactResult<W>): CompactResult<W> {
    const summaryUsage = this.#room.spending.take(sessionId);
    const { degraded } = this.#room;
    return {
      ...result,
      ...(summaryUsage.length === 0 ? {} : { summaryUsage }),
      ...(degraded ? { degraded } : {}),
    };
  }

  /** What stands behind a prepared compaction of this manager and session. */
  #takenOver(sessionId: string, given: PreparedCompaction<object> | undefined): RunInput<W>["takeOver"] {
    const prepared = given as PreparedCompaction<W> | undefined;
    const work = prepared?.sessionId === sessionId ? this.#prepared.get(prepared) : undefined;
    return prepared && work && { prepared, work };
  }

  #whole(call: Call<W>): Call<W> {
    const { shouldCompact } = this.#config;
    return shouldCompact ? { ...call, shouldCompact } : call;
  }

  #locked<T>(
    sessionId: string,
    call: Partial<Call<W>>,
    task: (engine: Engine<W>, session: SessionState<W>) => Promise<T>,
  ): Promise<T> {
    return this.#lock.run(sessionId, () =>
      this.#room.guard(call.options?.signal, async () => {
        const session = await this.#session(sessionId);
        const engine = await this.#room.engineFor(session, call);
        try {
          const result = await task(engine, session);
          await this.#room.markUsed(session);
          return result;
        } finally {
          await this.#room.settle(sessionId);
        }
      }),
    );
  }

  /** The session's state, from memory or from the store; the one longest unused is let go. */
  async #session(sessionId: string): Promise<SessionState<W>> {
    const session = this.#sessions.get(sessionId) ?? (await this.#open(sessionId));
    this.#sessions.delete(sessionId);
    this.#sessions.set(sessionId, session);
    await this.#letGo();
    return session;
  }

  async #open(sessionId: string): Promise<SessionState<W>> {
    const { openSession } = await import("./follow/open-session.js");
    return openSession<W>(sessionId, this.#room.storage);
  }

  /** Lets the sessions go that were not used for longest, where there are too many or they hold too much. */
  async #letGo(): Promise<void> {
    const most = this.#config.maxSessions ?? 256;
    let weight = 0;
    for (const session of this.#sessions.values()) weight += session.weight;
    for (const [sessionId, session] of this.#sessions) {
      const isNewest = this.#sessions.size === 1;
      if (isNewest || (this.#sessions.size <= most && weight <= MAX_HELD_TOKENS)) return;
      this.#sessions.delete(sessionId);
      weight -= session.weight;
      await this.#room.archiveEvents(sessionId);
    }
  }
}

/** The list of a call that can do without one. */
const listIn = <W extends object>(items: readonly W[] | undefined): { readonly items?: readonly W[] } =>
  items === undefined ? {} : { items: checkedItems(items) };
