import { CompactManager } from "../../engine/compact-manager.js";
import { CompactError } from "../../errors/compact-error.js";
import { realtime, type RealtimeItem } from "../../formats/realtime/realtime.js";
import { managerOptions } from "../core/checked-compaction-options.js";
import { Acknowledgements } from "./acknowledgements.js";
import { compactConversation, type CompactionOutcome } from "./compact-conversation.js";
import { ConversationWriter } from "./conversation-writer.js";
import { RealtimeActivity } from "./realtime-activity.js";
import { openConnection, type RealtimeConnection, type RealtimeTarget } from "./realtime-connection.js";
import type { ServerEvent } from "./server-event.js";
import { RealtimeLedger } from "./realtime-ledger.js";
import {
  completeOptions,
  type RealtimeCompactorOptions,
  type RealtimeSetup,
} from "./realtime-compactor-options.js";
import type { RealtimeCompactionEvent, RealtimeSummary } from "./realtime-summary.js";
import {
  changedThresholds,
  leastGain,
  mostSummaryTokens,
  reachedThreshold,
  type RealtimeThresholds,
  type RealtimeTrigger,
} from "./realtime-thresholds.js";
import { removeLeaving } from "./remove-leaving.js";
import { replayWindow } from "./replay-window.js";
import { type Obstacle, SessionQuiet } from "./session-quiet.js";
import { SummarySpending } from "./summary-spending.js";

/** After failures a compaction waits for more and more turns, up to this many. */
const MOST_TURNS_TO_WAIT = 16;
/** Events after which the session may have become quiet. */
const CHANGES = /^(?:conversation\.item\.|response\.done$|session\.|error$)/;
/** Events after which a compaction may be due. */
const SETTLES: ReadonlySet<string> = new Set([
  "response.done",
  "conversation.item.input_audio_transcription.completed",
  "conversation.item.input_audio_transcription.failed",
  "error",
]);

const RESPONSE = { type: "response.create" } as const;

/** An output of a function before it is sent. */
export interface FunctionOutput {
  readonly name: string;
  readonly output: string;
  readonly arguments?: string;
  readonly callId?: string;
}

/**
 * Keeps a Realtime session below its window: listens to the raw events of its connection, and safely replaces old
 * items with a summary while nobody speaks.
 */
export class RealtimeCompactor {
  /** The engine: recall, checkpoint, undo and events of the session. */
  readonly manager: CompactManager<RealtimeItem>;
  readonly sessionId: string;
  readonly #options: RealtimeCompactorOptions;
  readonly #setup: RealtimeSetup;
  readonly #acknowledgements: Acknowledgements;
  readonly #ledger = new RealtimeLedger();
  readonly #activity = new RealtimeActivity();
  readonly #quiet = new SessionQuiet(this.#ledger, this.#activity);
  readonly #spending: SummarySpending;
  #thresholds: RealtimeThresholds;
  readonly #summaries: RealtimeSummary[] = [];
  #connection: RealtimeConnection | undefined;
  #writer: ConversationWriter | undefined;
  #unlisten: () => void = () => undefined;
  readonly #ending = new AbortController();
  #waiters: ((quiet: boolean) => void)[] = [];
  #task: Promise<void> | undefined;
  #summariesOfConnection = 0;
  #resetRequested = false;
  /** True if the application was told what has been in the way. */
  #toldObstacle = false;
  #nextNumber = 1;
  #failures = 0;
  #notBeforeTurn = 0;
  #charactersAtUsage = 0;
  /** The turn in which an overflow was last answered. */
  #overflowTurn = -1;
  #bounded = 0;

  constructor(target: RealtimeTarget, options: RealtimeCompactorOptions = {}) {
    this.#options = options;
    this.#setup = completeOptions(options);
    this.sessionId = this.#setup.sessionId;
    this.#acknowledgements = new Acknowledgements({
      schedule: this.#setup.schedule,
      timeoutMs: this.#setup.acknowledgeMs,
    });
    this.#thresholds = this.#setup.thresholds;
    this.#spending = new SummarySpending(options.prices);
    this.manager = new CompactManager<RealtimeItem>(managerConfig(options, this.#setup, this.#spending));
    this.#listen(openConnection(target));
  }

  /** Every summary so far, with what it covers and its cost. */
  get summaries(): readonly RealtimeSummary[] {
    return this.#summaries;
  }

  /** The items of the conversation as the model sees them, in order. */
  get window(): readonly RealtimeItem[] {
    return this.#ledger.entries.map(({ item }) => item);
  }

  /** Everything that was said, called and answered, also what left the conversation long ago. */
  get transcript(): readonly RealtimeItem[] {
    return this.#ledger.transcript;
  }

  /** When the session is compacted, and how often. */
  get thresholds(): RealtimeThresholds {
    return this.#thresholds;
  }

  /**
   * Changes thresholds of a running session; those that are not given stay. A new `triggerTokens` without `triggerCharacters`
   * sets both. If the session has reached a new threshold and nobody speaks, it is compacted at once.
   *
   * @throws CompactError `INVALID_CONFIG`.
   */
  setThresholds(change: Partial<RealtimeThresholds>): void {
    this.#thresholds = changedThresholds(this.#thresholds, change, this.#setup.window);
    this.#notBeforeTurn = 0;
    this.#resetRequested = false;
    if (this.#isQuiet()) this.#compactIfDue();
  }

  /** Goes on with another connection, whose server has nothing yet: when its session is created, the window is replayed. */
  attach(target: RealtimeTarget): void {
    const connection = openConnection(target);
    this.#detach();
    this.#listen(connection);
  }

  /** Replays the window, for a connection that was attached after its session was created. */
  replay(): Promise<void> {
    this.#start((writer) => this.#replay(writer));
    return this.settled();
  }

  /** Keeps an item of the conversation for good; under a `key`, until another item takes that key. */
  async protect(itemId: string, options: { readonly key?: string } = {}): Promise<void> {
    const entry = this.#ledger.find(itemId);
    if (entry) return this.manager.protect(this.sessionId, entry.item, options);
    throw new CompactError("UNKNOWN_ITEM", `The conversation has no item ${JSON.stringify(itemId)}.`, {
      details: { itemId },
    });
  }

  /**
   * The output to send for a function: unchanged if it is small; evidence if it is large, with the whole output
   * in the archive. An item cannot change once it is on the server.
   */
  async boundOutput({ name, output, ...rest }: FunctionOutput): Promise<string> {
    const callId = rest.callId ?? `call_bounded_${++this.#bounded}`;
    const call = { type: "function_call", call_id: callId, name, arguments: rest.arguments ?? "" };
    const result = { type: "function_call_output", call_id: callId, output };
    const [, bounded] = await this.manager.bound<RealtimeItem>(this.sessionId, [call, result]);
    return bounded?.output ?? output;
  }

  /**
   * Compacts now, whatever the triggers say; `undefined` if somebody speaks, a call is open, or nothing can be
   * gained.
   */
  async compact(): Promise<RealtimeSummary | undefined> {
    await this.settled();
    if (!this.#isQuiet()) return undefined;
    const before = this.#summaries.length;
    this.#start((writer) => this.#compact(writer, { by: "request" }));
    await this.settled();
    return this.#summaries[before];
  }

  /** Resolves when no compaction and no replay is under way. */
  async settled(): Promise<void> {
    while (this.#task) await this.#task;
  }

  /** Stops listening, ends work in progress and closes the archive. */
  async close(): Promise<void> {
    this.#ending.abort();
    this.#detach();
    await this.settled();
    await this.manager.close();
  }

  #listen(connection: RealtimeConnection): void {
    this.#connection = connection;
    this.#writer = new ConversationWriter(connection, this.#acknowledgements);
    this.#unlisten = connection.listen({
      onEvent: (event) => this.#hear(event),
      onSend: (event) => this.#activity.hearSent(event),
      onDisconnect: () => this.#disconnect(),
    });
  }

  #detach(): void {
    this.#unlisten();
    this.#connection = undefined;
    this.#disconnect();
  }

  #disconnect(): void {
    this.#writer?.end();
    this.#ledger.disconnect();
    this.#activity.disconnect();
    this.#summariesOfConnection = 0;
    this.#resetRequested = false;
    this.#acknowledgements.disconnect();
    this.#wake(false);
  }

  #hear(event: ServerEvent): void {
    const added = this.#ledger.hear(event);
    this.#activity.hear(event, added);
    this.#quiet.hear(event);
    const answered = this.#acknowledgements.hear(event);
    if (event.type === "error" && !answered) this.#activity.hearRefused(event);
    if (event.type === "session.created") this.#beginSession();
    if (event.type === "response.done") this.#hearResponse();
    if (!CHANGES.test(event.type) || !this.#mayWrite()) return;
    const obstacle = this.#quiet.obstacle();
    if (obstacle) return this.#tellObstacle(obstacle);
    this.#toldObstacle = false;
    this.#wake(true);
    if (SETTLES.has(event.type)) this.#compactIfDue();
  }

  #hearResponse(): void {
    this.#charactersAtUsage = this.#ledger.characters;
    if (!this.#activity.overflowed) this.#overflowTurn = -1;
  }

  /** Says once what a compaction that is due has been waiting for since an earlier turn. */
  #tellObstacle({ reason, turns }: Obstacle): void {
    const trigger = turns > 0 && !this.#toldObstacle ? this.#reached() : undefined;
    if (!trigger) return;
    this.#toldObstacle = true;
    this.#tell({ type: "skipped", trigger, reason });
  }

  /** A new session of the server is empty: replays the window. */
  #beginSession(): void {
    if (this.#connection && this.#writer?.ended)
      this.#writer = new ConversationWriter(this.#connection, this.#acknowledgements);
    if (this.#ledger.entries.length > 0) this.#start((writer) => this.#replay(writer));
  }

  /** There is a connection, and no response is made on it. */
  #mayWrite(): boolean {
    return this.#writer !== undefined && !this.#writer.ended && !this.#activity.isResponding;
  }

  /** Nobody speaks, no call is open, and every transcript is known. */
  #isQuiet(): boolean {
    return this.#mayWrite() && this.#quiet.obstacle() === undefined;
  }

  /**
   * Starts a task at the moment when nobody speaks and no call is open; an instant later somebody may speak.
   */
  #whenQuiet<T>(writer: ConversationWriter, task: () => Promise<T>): Promise<T | undefined> {
    if (writer.ended || writer !== this.#writer) return Promise.resolve(undefined);
    if (this.#isQuiet()) return task();
    return new Promise((resolve) => {
      this.#waiters.push((quiet) => resolve(quiet ? task() : undefined));
    });
  }

  #wake(quiet: boolean): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const wake of waiters) wake(quiet);
  }

  #compactIfDue(): void {
    this.#answerOverflow();
    if (this.#task || this.#ledger.turns < this.#notBeforeTurn) return;
    const trigger = this.#reached();
    if (trigger && !(this.#isUsedUp() && this.#resetRequested))
      this.#start((writer) => this.#compact(writer, trigger));
    else if (this.#ledger.leaving.size > 0) this.#start((writer) => this.#removeLeft(writer));
  }

  /** The user waits for a response that was refused as too long, also if a compaction is under way. */
  #answerOverflow(): void {
    const { turns } = this.#ledger;
    if (!this.#activity.overflowed || this.#overflowTurn === turns) return;
    this.#overflowTurn = turns;
    const made = this.#summaries.length;
    this.#start((writer) => this.#recover(writer, made));
  }

  #reached(): RealtimeTrigger | undefined {
    return reachedThreshold(this.#thresholds, {
      usedTokens: this.#activity.usedTokens,
      charactersAtUsage: this.#charactersAtUsage,
      characters: this.#ledger.characters,
    });
  }

  /** This connection has had all its summaries. */
  #isUsedUp(): boolean {
    return this.#summariesOfConnection >= this.#thresholds.maxSummaries;
  }

  /** One task at a time, each with the connection that is there when its turn comes. */
  #start(task: (writer: ConversationWriter) => Promise<void>): void {
    const run = async (): Promise<void> => {
      const writer = this.#writer;
      if (!writer || writer.ended) return;
      try {
        await task(writer);
      } catch (error) {
        this.#fail("The conversation could not be changed.", error);
      }
    };
    const mine: Promise<void> = (this.#task ?? Promise.resolve()).then(run).finally(() => {
      if (this.#task === mine) this.#task = undefined;
    });
    this.#task = mine;
  }

  async #compact(writer: ConversationWriter, trigger: RealtimeTrigger): Promise<void> {
    if (this.#isUsedUp()) return this.#requestReset(trigger);
    const previous = this.#summaries.at(-1);
    const outcome = await compactConversation({
      manager: this.manager,
      sessionId: this.sessionId,
      ledger: this.#ledger,
      activity: this.#activity,
      writer,
      leastGain: "threshold" in trigger ? leastGain(this.#thresholds) : 1,
      number: this.#nextNumber,
      spending: this.#spending,
      ...this.#summaryBound(),
      ...(previous ? { previous } : {}),
      now: () => new Date((this.#options.clock ?? Date.now)()).toISOString(),
      signal: this.#ending.signal,
      whenQuiet: (task) => this.#whenQuiet(writer, task),
    });
    this.#finish(outcome, trigger);
  }

  #summaryBound(): { readonly summaryMaxTokens?: number } {
    const { policy, hasSummaryBound } = this.#setup;
    if (hasSummaryBound) return {};
    const most = mostSummaryTokens(this.#thresholds);
    return { summaryMaxTokens: Math.min(most, policy.summaryMaxTokens ?? most) };
  }

  /**
   * Compacts, unless a compaction ended since the response was refused, and asks for the response again, if none came in
   * the meantime.
   */
  async #recover(writer: ConversationWriter, made: number): Promise<void> {
    if (this.#summaries.length > made) this.#overflowTurn = -1;
    else await this.#compact(writer, { by: "overflow" });
    if (this.#summaries.length === made || writer.ended) return;
    if (!this.#activity.overflowed || this.#activity.isResponding) return;
    this.#activity.hearSent(RESPONSE);
    this.#connection?.send(RESPONSE);
  }

  #finish(outcome: CompactionOutcome, trigger: RealtimeTrigger): void {
    switch (outcome.outcome) {
      case "compacted":
        this.#summaries.push(outcome.summary);
        this.#summariesOfConnection++;
        this.#nextNumber++;
        this.#failures = 0;
        this.#charactersAtUsage = this.#ledger.characters;
        this.#tell({
          type: "compacted",
          trigger,
          summary: outcome.summary,
          undeleted: outcome.undeleted,
        });
        break;
      case "idle":
        this.#notBeforeTurn = this.#ledger.turns + 1;
        this.#tell({ type: "skipped", trigger, reason: outcome.reason });
        break;
      case "failed":
        if (outcome.numberUsed) this.#nextNumber++;
        this.#fail(outcome.reason, outcome.error);
        break;
    }
  }

  /** After every failure the next attempt waits for more turns, so that retries do not go on forever. */
  #fail(reason: string, error: unknown): void {
    this.#notBeforeTurn =
      this.#ledger.turns + Math.min(MOST_TURNS_TO_WAIT, 2 ** Math.min(this.#failures, 10));
    this.#failures++;
    this.#tell({ type: "failed", reason, ...(error === undefined ? {} : { error }) });
  }

  async #removeLeft(writer: ConversationWriter): Promise<void> {
    const left = await removeLeaving(this.#ledger, writer, (task) => this.#whenQuiet(writer, task));
    if (left.length > 0) this.#notBeforeTurn = this.#ledger.turns + 1;
  }

  async #replay(writer: ConversationWriter): Promise<void> {
    const { complete, items, refused } = await replayWindow(this.#ledger, writer, this.#summaries);
    this.#tell({ type: "replayed", items, refused });
    const trigger = complete && this.#isQuiet() ? this.#reached() : undefined;
    if (trigger) this.#start((next) => this.#compact(next, trigger));
    if (!complete)
      this.#tell({ type: "failed", reason: `The connection was lost after replaying ${items} items.` });
  }

  /** Once for a threshold; again for everybody who waits for a compaction. */
  #requestReset(trigger: RealtimeTrigger): void {
    if (this.#resetRequested && "threshold" in trigger) return;
    this.#resetRequested = true;
    const summaries = this.#summariesOfConnection;
    this.#tell({
      type: "reset_requested",
      summaries,
      reason: `${summaries} summaries were made on this connection, and no more are made; connect again to replay the window.`,
    });
  }

  /** A listener that throws does not stop the compactor. */
  #tell(event: RealtimeCompactionEvent): void {
    try {
      this.#options.onEvent?.(event);
    } catch {
      // The caller's own failure.
    }
  }
}

function managerConfig(
  options: RealtimeCompactorOptions,
  setup: RealtimeSetup,
  spending: SummarySpending,
): ConstructorParameters<typeof CompactManager<RealtimeItem>>[0] {
  const { summarizer, fallbackSummarizer: fallback } = options;
  return {
    ...managerOptions(options),
    model: options.model ?? "gpt-realtime",
    maxContextTokens: setup.window,
    format: realtime,
    policy: setup.policy,
    timeLimits: { ...options.timeLimits, summarizerMs: setup.summarizeMs },
    ...(summarizer ? { summarizer: spending.watch(summarizer) } : {}),
    ...(typeof fallback === "object" ? { fallbackSummarizer: spending.watch(fallback) } : {}),
  };
}

/**
 * Keeps a Realtime session below its window. Pass a `RealtimeSession` of `@openai/agents-realtime`, its transport, or a
 * WebSocket, before it connects.
 */
export function compactRealtime(
  target: RealtimeTarget,
  options: RealtimeCompactorOptions = {},
): RealtimeCompactor {
  return new RealtimeCompactor(target, options);
}
