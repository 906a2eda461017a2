import { itemId } from "../conversation/item-id.js";
import { CompactError } from "../errors/compact-error.js";
import type { EventDraft } from "../events/compact-event.js";
import type { Checkpoint } from "../facts/checkpoint/checkpoint.js";
import type { Format } from "../formats/format.js";
import type { Recall } from "../recall/recall.js";
import type { Unwritten } from "../stores/archive.js";
import type { Call } from "./call.js";
import { checkConfig } from "./check-config.js";
import { checkedCall, checkedCallOptions, checkedItems, checkedText } from "./checked-call.js";
import type { CommitOptions, PreparedTask } from "./commit/commit-prepared.js";
import type { PreparedWork, PrepareOptions } from "./commit/prepare-compaction.js";
import type { PreparedCompaction } from "./commit/prepared-compaction.js";
import type { RedoResult } from "./commit/redo-compaction.js";
import type { UndoResult } from "./commit/undo-compaction.js";
import type { CompactConfig, ManualCompactOptions, PreflightOptions } from "./compact-config.js";
import type { CompactResult } from "./compact-result.js";
import { EngineRoom } from "./engine-room.js";
import type { Remembered } from "./follow/remembered.js";
import type { Transcript } from "./follow/transcript.js";
import type { PlanReport } from "./plan/plan-report.js";
import { typedError } from "./typed-error.js";

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
  /** Undefined for one that has nothing to do. */
  readonly #prepared = new WeakMap<PreparedCompaction<W>, PreparedWork<W> | undefined>();

  /** @throws CompactError `INVALID_CONFIG` if an option is unknown or not what it must be. */
  constructor(config: CompactConfig<W>) {
    this.#config = checkConfig<W>(config);
    try {
      this.#room = new EngineRoom(this.#config);
    } catch (error) {
      throw typedError(error, "INVALID_CONFIG");
    }
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
    return this.#run(sessionId, { ...checkedCall("preflight", items, options), manual: false });
  }

  /** Compacts now, whatever the triggers say. A second call in a row finds nothing to do and changes nothing. */
  async manualCompact<T extends W>(
    sessionId: string,
    items: readonly T[],
    options?: ManualCompactOptions,
  ): Promise<CompactResult<T>> {
    return this.#run(sessionId, { ...checkedCall("manualCompact", items, options), manual: true });
  }

  /** What `preflight` with these arguments would decide before it plans. Nothing is compacted. */
  async decide(
    sessionId: string,
    items: readonly W[],
    options?: PreflightOptions,
  ): Promise<Pick<CompactResult<W>, "decision" | "measurement">> {
    const call = this.#whole({ ...checkedCall("decide", items, options), manual: false });
    return this.#room.run(sessionId, call, async (engine, session) => {
      const { examine } = await import("./compact.js");
      const { decision, measurement } = await examine(engine, session, call);
      return { decision, measurement };
    });
  }

  /** What `manualCompact` with these arguments would do. No summarizer is called and no window changes. */
  async plan(sessionId: string, items: readonly W[], options?: ManualCompactOptions): Promise<PlanReport> {
    const call: Call<W> = { ...checkedCall("plan", items, options), manual: true };
    return this.#room.run(sessionId, call, async (engine, session) => {
      const { planAhead } = await import("./commit/prepare-compaction.js");
      return (await planAhead(engine, session, call)).report;
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
    const given = checkedCall("prepare", items, options);
    const { summary, ...rest } = given.options;
    const call: Call<W> = { items: given.items, manual: true, options: rest };
    // Loaded inside, so that calls of one session keep their order.
    const { engine, planned, prepareCompaction } = await this.#room.run(
      sessionId,
      call,
      async (engine, session) => {
        const { planAhead, prepareCompaction } = await import("./commit/prepare-compaction.js");
        return { engine, planned: await planAhead(engine, session, call), prepareCompaction };
      },
    );
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
        "Another manager prepared this compaction; prepare it with this one.",
      );
    }
    const work = this.#prepared.get(known);
    const { decision, measurement } = prepared.plan;
    if (!work) return { items: [...(options.items ?? prepared.items)], decision, measurement };
    const { items, signal } = options;
    const call = { ...(items ? { items } : {}), options: signal ? { signal } : {} };
    const result = await this.#room.runCompaction(prepared.sessionId, call, async (engine, session) => {
      const { commitPrepared } = await import("./commit/commit-prepared.js");
      return commitPrepared(engine, session, { prepared: known, work, options });
    });
    return result as unknown as CompactResult<T>;
  }

  /**
   * Bounds large tool results before they are sent: the raw items are archived, and evidence takes their place in the
   * list that is returned. Nothing is decided and no window changes. For hosts that cannot change an item once it is sent.
   */
  async bound<T extends W>(sessionId: string, items: readonly T[]): Promise<T[]> {
    return this.#room.run(sessionId, { items: checkedItems(items) }, async (engine, session) => {
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
    return this.#room.run(sessionId, { items: checkedItems(items) }, async (engine, session) => {
      const { archiveItems } = await import("./commit/archive-items.js");
      await archiveItems(engine, session, { items, list: items });
    });
  }

  /** Keeps an item in the window for good; under a `key`, until another item takes that key. */
  async protect(sessionId: string, item: W, options?: { key?: string }): Promise<void> {
    const { key: given } = checkedCallOptions<{ key?: string }>("protect", options);
    checkedItems([item], 0);
    return this.#room.run(sessionId, {}, async (engine, session) => {
      const { protectionEntry, protectionKey } = await import("./plan/protection-key.js");
      const key = given === undefined ? undefined : protectionKey(given, engine.redactor);
      const protection = session.protect(item, key);
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
    return this.#room.run(sessionId, {}, async (engine, session) => {
      const { rememberWindow } = await import("./follow/remember-window.js");
      return rememberWindow(engine, session);
    });
  }

  /**
   * The state of a session as code knows it: what was asked for, constraints, files, commands, identifiers, each with
   * the items that say so. As of the list of the last call, whether or not that compacted. Plain JSON.
   */
  checkpoint(sessionId: string): Promise<Checkpoint> {
    return this.#room.run(sessionId, {}, async (engine, session) => {
      const { currentFacts } = await import("./follow/session-facts.js");
      return currentFacts(engine, session).checkpoint;
    });
  }

  /**
   * Takes the newest compaction back and returns the list from before it, with what `items` (the caller's current
   * list) holds beyond it. Until the next compaction only the hard limit triggers one.
   *
   * @throws CompactError `NOTHING_TO_UNDO`.
   */
  async undo<T extends W>(sessionId: string, items?: readonly T[]): Promise<UndoResult<T>> {
    const result = await this.#room.run(sessionId, listIn(items), async (engine, session) => {
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
    const result = await this.#room.run(sessionId, listIn(items), async (engine, session) => {
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
    const transcript = await this.#room.run(sessionId, listIn(items), async (engine, session) => {
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
    return this.#room.run(sessionId, {}, async (engine) => {
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
    const known = (): Format<W> | undefined => this.#room.formatOf(sessionId);
    return this.#room.run(sessionId, {}, async ({ storage: archive, format, originals }) => {
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
    return this.#room.sweep();
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
    const forked = await this.#room.run(sessionId, {}, async (engine, session) => {
      const { forkSession } = await import("./follow/fork-session.js");
      return forkSession(engine, session, target);
    });
    if (forked) this.#room.forget(newSessionId);
    return forked;
  }

  /** Deletes a session, archive and all; false if there was none. */
  remove(sessionId: string): Promise<boolean> {
    return this.#room.remove(sessionId);
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
    const whole = this.#whole(call);
    const task = this.#taskOf(sessionId, call.options.prepared);
    const result = await this.#room.runCompaction(sessionId, call, async (engine, session) => {
      const { compact } = await import("./compact.js");
      if (!task) return compact(engine, session, { call: whole });
      const { takeOverPrepared } = await import("./commit/commit-prepared.js");
      return compact(engine, session, {
        call: whole,
        takeOver: (decision) => takeOverPrepared(engine, session, { ...task, call: whole, decision }),
      });
    });
    return result as unknown as CompactResult<T>;
  }

  /** What stands behind a prepared compaction of this manager and session. */
  #taskOf(sessionId: string, given: PreparedCompaction<object> | undefined): PreparedTask<W> | undefined {
    const prepared = given as PreparedCompaction<W> | undefined;
    const work = prepared?.sessionId === sessionId ? this.#prepared.get(prepared) : undefined;
    return prepared && work && { prepared, work };
  }

  #whole(call: Call<W>): Call<W> {
    const { shouldCompact } = this.#config;
    return shouldCompact ? { ...call, shouldCompact } : call;
  }
}

/** The list of a call that can do without one. */
const listIn = <W extends object>(items: readonly W[] | undefined): { readonly items?: readonly W[] } =>
  items === undefined ? {} : { items: checkedItems(items) };
