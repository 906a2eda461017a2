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
import type { compact } from "./compact.js";
import type { CompactConfig, ManualCompactOptions, PreflightOptions } from "./compact-config.js";
import type { CompactResult } from "./compact-result.js";
import { EngineRoom } from "./engine-room.js";
import type { catchUp } from "./follow/catch-up.js";
import type { Remembered } from "./follow/remembered.js";
import type { Transcript } from "./follow/transcript.js";
import type { WindowItem } from "./follow/window-item.js";
import type { PlanReport } from "./plan/plan-report.js";
import { typedError } from "./typed-error.js";

/**
 * Keeps the conversations of any number of sessions below their model's window. The manager conducts the pipeline
 * and has no logic of its own. Calls of one session run one after the other, different sessions run concurrently.
 *
 * The first call loads what it needs: creating a manager is cheap.
 *
 * Items are values: do not mutate an object after you passed it in.
 */
export class CompactManager<W extends object = object> {
  readonly #config: CompactConfig<W>;
  readonly #room: EngineRoom<W>;
  /** Undefined for one that has nothing to do. */
  readonly #prepared = new WeakMap<PreparedCompaction<W>, PreparedWork<W> | undefined>();

  /** Kept, because looking up a loaded module takes longer than a call that has nothing to do. */
  #compact: typeof compact | undefined;
  #catchUp: typeof catchUp | undefined;

  /** @throws CompactError `INVALID_CONFIG` if an option is unknown or invalid. */
  constructor(config: CompactConfig<W>) {
    this.#config = checkConfig<W>(config);
    try {
      this.#room = new EngineRoom(this.#config);
    } catch (error) {
      throw typedError(error, "INVALID_CONFIG");
    }
  }

  /**
   * True with the strategy `remote`: the provider compacts, and the manager summarizes only if the provider does
   * not.
   */
  get compactsAtProvider(): boolean {
    return this.#room.compactsAtProvider;
  }

  /**
   * Call this before every model request, with the whole list of items, and send the list that it returns. Adopt
   * the returned list as your new history, or send the full history again next time: both work.
   *
   * @throws CompactError `INSUFFICIENT_BUDGET` if the request cannot fit, `ABORTED`.
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

  /** The decision that `preflight` would make with these arguments, before it plans. Compacts nothing. */
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

  /** What `manualCompact` would do with these arguments. Calls no summarizer and changes no window. */
  async plan(sessionId: string, items: readonly W[], options?: ManualCompactOptions): Promise<PlanReport> {
    const call: Call<W> = { ...checkedCall("plan", items, options), manual: true };
    return this.#room.run(sessionId, call, async (engine, session) => {
      const { planAhead } = await import("./commit/prepare-compaction.js");
      return (await planAhead(engine, session, call)).report;
    });
  }

  /**
   * What `manualCompact` would do with these arguments, including the summary, ready to commit. Changes nothing;
   * you can use the session while the summary is written, and afterwards.
   */
  async prepare<T extends W>(
    sessionId: string,
    items: readonly T[],
    options?: PrepareOptions,
  ): Promise<PreparedCompaction<T>> {
    const given = checkedCall("prepare", items, options);
    const { summary, ...rest } = given.options;
    const call: Call<W> = { items: given.items, manual: true, options: rest };
    const { prepared, work } = await this.#room.track(async () => {
      // Loaded inside, so that calls of one session keep their order.
      const { engine, planned, prepareCompaction } = await this.#room.run(
        sessionId,
        call,
        async (engine, session) => {
          const { planAhead, prepareCompaction } = await import("./commit/prepare-compaction.js");
          return { engine, planned: await planAhead(engine, session, call), prepareCompaction };
        },
      );
      return this.#room.guard(rest.signal, () =>
        prepareCompaction(engine, planned, { sessionId, items, summary }),
      );
    });
    this.#prepared.set(prepared, work);
    return prepared as unknown as PreparedCompaction<T>;
  }

  /**
   * Makes a prepared compaction the session's window, with your own summary if you pass one. The list may have
   * grown since: new items follow the window.
   *
   * @throws CompactError `STALE_PREPARED` if the list no longer begins with the prepared items or was compacted
   * otherwise; `INVALID_INPUT` if the summary does not fit. Nothing is changed in either case.
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
   * Replaces large tool results with evidence before you send them, and archives the raw items. Decides nothing
   * and changes no window. For hosts that cannot change an item once it is sent.
   */
  async bound<T extends W>(sessionId: string, items: readonly T[]): Promise<T[]> {
    return this.#room.run(sessionId, { items: checkedItems(items) }, async (engine, session) => {
      const { ingestItems } = await import("./follow/ingest-items.js");
      await ingestItems(engine, session, { items, givesWay: false });
      return items.map((item) => (session.evidence.get(itemId(item)) as T | undefined) ?? item);
    });
  }

  /**
   * Archives items that are no longer part of any list, redacted like all others: for example items that another
   * program removed. Recall finds them; no window changes.
   *
   * @throws CompactError `STORE_UNAVAILABLE`.
   */
  async archive(sessionId: string, items: readonly W[]): Promise<void> {
    return this.#room.run(sessionId, { items: checkedItems(items) }, async (engine, session) => {
      const { archiveItems } = await import("./commit/archive-items.js");
      await archiveItems(engine, session, { items, list: items });
    });
  }

  /** Keeps an item in the window permanently; with a `key`, until another item gets that key. */
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

  /** Takes the protection of an item back, whatever its key; false if it had none. */
  async release(sessionId: string, itemId: string): Promise<boolean> {
    checkedText("The id of an item", itemId);
    return this.#room.run(sessionId, {}, async (engine, session) => {
      const { protectionEntry } = await import("./plan/protection-key.js");
      const released = session.release(itemId);
      if (released.length === 0) return false;
      const ts = engine.now();
      await engine.storage.append(
        sessionId,
        released.map((protection) => protectionEntry(protection, ts)),
      );
      engine.events.emit(sessionId, { event: "compact.released", item_id: itemId });
      return true;
    });
  }

  /**
   * Takes a rule of the user back: the entry with this id of the checkpoint's `constraints` no longer holds, until somebody states
   * it again.
   *
   * @throws CompactError `UNKNOWN_ITEM` if no rule in force has this id.
   */
  async withdraw(sessionId: string, entryId: string): Promise<void> {
    checkedText("The id of a rule", entryId);
    return this.#room.run(sessionId, {}, async (engine, session) => {
      const { withdrawRule } = await import("./follow/withdraw-rule.js");
      await withdrawRule(engine, session, entryId);
    });
  }

  /** What the model is sent of a session, item by item, and why each is there. Redacted. */
  window(sessionId: string): Promise<WindowItem<W>[]> {
    return this.#room.run(sessionId, {}, async (engine, session) => {
      const { windowItems } = await import("./follow/window-item.js");
      return windowItems(engine, session);
    });
  }

  /** The list of a session as it was sent last, or given back by `undo` or `redo`; otherwise as far as the archive knows it. */
  lastList(sessionId: string): Promise<W[]> {
    return this.#room.run(sessionId, {}, async (engine, session) => {
      const { lastList } = await import("./follow/last-list.js");
      return lastList(engine, session);
    });
  }

  /**
   * Reads for facts what calls with `catchUpLater` left unread, in small steps between which other work goes first. Stops where
   * another call of the session waits.
   */
  async catchUp(sessionId: string): Promise<void> {
    return this.#room.run(sessionId, {}, async (engine, session) => {
      this.#catchUp ??= (await import("./follow/catch-up.js")).catchUp;
      await this.#catchUp(engine, session, () => this.#room.isAwaited(sessionId));
    });
  }

  /** What the model still sees of a session, in readable form. */
  remember(sessionId: string): Promise<Remembered> {
    return this.#room.run(sessionId, {}, async (engine, session) => {
      const { rememberWindow } = await import("./follow/remember-window.js");
      return rememberWindow(engine, session);
    });
  }

  /**
   * The state of a session as code knows it: requests, constraints, files, commands, identifiers, each with the
   * items that support it. It reflects the list of the last call, whether or not that compacted. Plain JSON.
   */
  checkpoint(sessionId: string): Promise<Checkpoint> {
    return this.#room.run(sessionId, {}, async (engine, session) => {
      const { currentFacts } = await import("./follow/session-facts.js");
      return (await currentFacts(engine, session)).checkpoint;
    });
  }

  /**
   * Undoes the newest compaction and returns the list before it, plus the newer items of `items` (the caller's
   * current list). Until the next compaction only the hard limit triggers one.
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
   * Restores the last undone compaction and returns its window, plus the newer items of `items` (the caller's
   * current list). Redoes several undos one by one, until a new compaction is made.
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
   * The whole conversation behind a list, with the compacted parts marked, for front ends that show everything.
   * Without `items`, uses the last list that was sent.
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

  /** Reads back removed items and the raw outputs behind evidence: search, read, list. */
  recall(sessionId: string): Promise<Recall> {
    const clock = this.#config.clock ?? Date.now;
    const known = (): Format<W> | undefined => this.#room.formatOf(sessionId);
    return this.#room.run(sessionId, {}, async ({ storage: archive, format, originals, similarity }) => {
      const { createRecall } = await import("../recall/create-recall.js");
      return createRecall({
        archive,
        sessionId,
        clock,
        ...(this.#config.similarity ? { similarity } : {}),
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
   * Deletes sessions that were idle for longer than the retention, and returns their ids. Also runs once,
   * automatically, after a manager's first compaction.
   */
  sweep(): Promise<string[]> {
    return this.#room.sweep();
  }

  /** Emits an event of an integration like the engine's own: checked, redacted, exported and archived. */
  announce(sessionId: string, event: EventDraft): void {
    this.#room.announce(sessionId, event);
  }

  /**
   * Starts a session with a list that continues another session: its compactions apply here too, without a new
   * summary. False if that session compacted nothing of this list. For conversations that branch or go back.
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
   * Waits for the calls under way, archives the last events and closes store and exporters, even if one of them
   * fails. To end those calls sooner, abort their signals.
   *
   * @throws CompactError `STORE_UNAVAILABLE` if something could not be written: how much, and of which sessions.
   */
  close(): Promise<void> {
    return this.#room.close();
  }

  /**
   * The entries and artifacts that the archive could not write and memory holds instead; available after `close`
   * too. Empty unless the store failed.
   */
  unwritten(): Promise<Unwritten> {
    return this.#room.unwritten();
  }

  /** The few items that are made along the way are of the caller's format, hence of its type. */
  async #run<T extends W>(sessionId: string, call: Call<W>): Promise<CompactResult<T>> {
    const whole = this.#whole(call);
    const task = this.#taskOf(sessionId, call.options.prepared);
    const result = await this.#room.runCompaction(sessionId, call, async (engine, session) => {
      this.#compact ??= (await import("./compact.js")).compact;
      if (!task) return this.#compact(engine, session, { call: whole });
      const { takeOverPrepared } = await import("./commit/commit-prepared.js");
      return this.#compact(engine, session, {
        call: whole,
        takeOver: (decision) => takeOverPrepared(engine, session, { ...task, call: whole, decision }),
      });
    });
    return result as unknown as CompactResult<T>;
  }

  /** The internal state of a prepared compaction of this manager and session. */
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
