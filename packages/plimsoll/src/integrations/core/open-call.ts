import type { CompactManager } from "../../engine/compact-manager.js";
import type { CompactionReport, CompactResult } from "../../engine/compact-result.js";
import { CompactError } from "../../errors/compact-error.js";
import { recognizeOverflow } from "../../tokens/recognize-overflow.js";
import { normalizeUsage, type NormalizedUsage } from "../../tokens/normalize-usage.js";
import type { Conversation } from "./conversation.js";
import type { LaterWork } from "./later-work.js";
import type { ModelRequest } from "./model-request.js";
import type { SharedPreparation } from "./shared-preparation.js";

/** A model call that was compacted and is under way. */
export interface OpenCall<W extends object> {
  /** The list to send. Kept items are the caller's own objects. */
  readonly items: W[];
  /** The engine's session; undefined if the request was sent unchanged. */
  readonly sessionId?: string;
  /** The estimated share of the window that the request takes; 0 if it was not measured. */
  readonly fill: number;
  /** The compactions for this call, oldest first. */
  readonly compactions: readonly CompactionReport[];
  /** Usage of the requests to a summarizing model since the last call of this conversation, used or not. */
  readonly summaryUsage: readonly NormalizedUsage[];
  /** Records the provider's usage, in any known shape. Starts a background compaction if one is due. */
  succeeded(usage?: unknown): void;
  /**
   * A smaller list to send instead, if the error means that the request was too long and a smaller one is
   * possible: at most twice. Undefined: the caller handles the error. Do not call this after output was shown.
   */
  failed(error: unknown): Promise<W[] | undefined>;
}

/** What a call needs from its integration. */
export interface CallSetting<W extends object> {
  readonly manager: CompactManager<W>;
  readonly conversation: Conversation<W>;
  /** The list to send if compaction fails: the last window plus the new items. */
  readonly extended: readonly W[];
  readonly request: ModelRequest<W>;
  readonly maxContextTokens?: number;
  readonly prepareAtPct: number;
  /** See `CompactionOptions`. */
  readonly catchUpLater: boolean;
  /** The request clearly fits: it goes out as it is, and is looked at when it was answered. */
  readonly later?: LaterWork;
  /** Where other processes answer requests of the conversation too. */
  readonly shared?: SharedPreparation | undefined;
  /** Called when all that is done for a call behind its answer is done, or begun. */
  followed(): void;
  /** Reports, once per reason, that a request is sent unchanged. */
  passedThrough(sessionId: string, reason: string): void;
}

const MAX_RETRIES = 2;
/** Where the provider refuses even the compacted list, the next one has this share of its tokens. */
const HARDER = 0.6;

/** A call that is sent unchanged. */
export function untouchedCall<W extends object>(items: readonly W[]): OpenCall<W> {
  return {
    items: [...items],
    fill: 0,
    compactions: [],
    summaryUsage: [],
    succeeded: () => undefined,
    failed: () => Promise.resolve(undefined),
  };
}

/** A call whose lists are given back as the framework knows their items. */
export function restoredCall<W extends object>(
  call: OpenCall<W>,
  restore: (items: readonly W[]) => W[],
): OpenCall<W> {
  return {
    items: restore(call.items),
    ...(call.sessionId === undefined ? {} : { sessionId: call.sessionId }),
    compactions: call.compactions,
    summaryUsage: call.summaryUsage,
    get fill() {
      return call.fill;
    },
    succeeded: (usage) => call.succeeded(usage),
    async failed(error) {
      const smaller = await call.failed(error);
      return smaller && restore(smaller);
    },
  };
}

/**
 * Compacts the request if necessary, and does not fail if that fails.
 *
 * @throws CompactError `STORE_UNAVAILABLE` if the request is over the hard limit and nothing could be archived.
 */
export async function openCall<W extends object>(setting: CallSetting<W>): Promise<OpenCall<W>> {
  const call = new RunningCall(setting);
  if (!setting.later) await call.prepare();
  return call;
}

class RunningCall<W extends object> implements OpenCall<W> {
  readonly compactions: CompactionReport[] = [];
  readonly summaryUsage: NormalizedUsage[] = [];
  readonly #setting: CallSetting<W>;
  #items: W[];
  /** Tokens of the list that was sent, by the estimator; of the whole request, by the best estimate. */
  #listTokens = Number.POSITIVE_INFINITY;
  #tokens = 0;
  #max = Number.POSITIVE_INFINITY;
  #retries = 0;
  #prepared: Promise<void> | undefined;
  /** Lets other work go first, while nobody waits for this one. */
  #pause: (() => Promise<void>) | undefined;

  constructor(setting: CallSetting<W>) {
    this.#setting = setting;
    this.#items = [...setting.request.items];
  }

  get items(): W[] {
    return this.#items;
  }

  get fill(): number {
    return this.#tokens / this.#max;
  }

  get sessionId(): string {
    return this.#setting.conversation.sessionId;
  }

  /** Follows the list and compacts it if necessary, once. */
  prepare(): Promise<void> {
    this.#prepared ??= this.#prepare();
    return this.#prepared;
  }

  async #prepare(): Promise<void> {
    const { manager, conversation, request, catchUpLater } = this.#setting;
    const { background } = conversation;
    try {
      await this.#meet();
      if (background.preparing && (await this.#mustCompact())) await background.settled();
      const usage = this.#takeUsage();
      const { ready, preparing } = background;
      const result = await manager.preflight(this.sessionId, request.items, {
        ...this.#common(),
        ...usage,
        ...(catchUpLater ? { catchUpLater } : {}),
        ...(this.#pause ? { pause: this.#pause } : {}),
        ...(ready ? { prepared: ready } : {}),
        ...(preparing ? { preparing } : {}),
      });
      this.#take(result);
      this.#judge();
    } catch (error) {
      conversation.fit.deny();
      // Over the hard limit, and nothing can leave the list: to send it all the same helps nobody.
      if (CompactError.isInstance(error) && error.code === "STORE_UNAVAILABLE") throw error;
      if (!request.signal?.aborted) this.#setting.passedThrough(this.sessionId, reasonOf(error));
      this.#items = [...this.#setting.extended];
    }
    // One that went ahead was sent as it came, whatever turned out later.
    if (!this.#setting.later) conversation.sent = [...this.#items];
  }

  /** Remembers whether the list goes out as it came. */
  #judge(): void {
    const { conversation, request } = this.#setting;
    const { items, size } = request;
    const isSame = items.length === this.#items.length && items.every((item, at) => item === this.#items[at]);
    if (isSame && size !== undefined) conversation.fit.confirm({ items, size }, this.#tokens);
    else conversation.fit.deny();
  }

  /** Another process may have prepared a compaction for this request. */
  async #meet(): Promise<void> {
    const { manager, conversation, request, shared } = this.#setting;
    if (!shared || manager.compactsAtProvider) return;
    const { signal: _, ...common } = this.#common();
    await conversation.background.meet({
      manager,
      sessionId: this.sessionId,
      items: request.items,
      shared,
      ...common,
    });
  }

  /** Over the hard limit: waiting for the compaction in preparation is then faster than starting another. */
  async #mustCompact(): Promise<boolean> {
    const { manager, request } = this.#setting;
    const options = { ...this.#common(), ...this.#takeUsage(), preparing: true };
    const { decision } = await manager.decide(this.sessionId, request.items, options);
    return decision.action === "compact";
  }

  /** The usage of the previous request, passed to the manager once. */
  #takeUsage(): { readonly usage?: unknown } {
    const { conversation } = this.#setting;
    const { usage } = conversation;
    conversation.usage = undefined;
    return usage === undefined ? {} : { usage };
  }

  succeeded(usage?: unknown): void {
    const { later, conversation } = this.#setting;
    if (!later || this.#prepared) return this.#finish(usage);
    const before = conversation.left.at(-1);
    const task = later.add(async (pause) => {
      await before?.run();
      this.#pause = pause;
      await this.prepare();
      this.#finish(usage);
      conversation.left = conversation.left.filter((other) => other !== task);
    });
    conversation.left = [...conversation.left, task];
  }

  #finish(usage: unknown): void {
    this.#goOn(usage);
    this.#setting.followed();
  }

  #goOn(usage: unknown): void {
    const { manager, conversation, request, prepareAtPct, catchUpLater } = this.#setting;
    conversation.usage = usage;
    if (catchUpLater) void manager.catchUp(this.sessionId).catch(() => undefined);
    const reported = normalizeUsage(usage);
    const tokens = reported ? reported.inputTokens + reported.outputTokens : this.#tokens;
    // Where the provider compacts, a summary of ours would be paid for and not used.
    if (prepareAtPct === 0 || manager.compactsAtProvider || tokens < this.#max * prepareAtPct) return;
    const { signal: _, ...common } = this.#common();
    conversation.background.start({
      manager,
      sessionId: this.sessionId,
      items: request.items,
      tokens,
      shared: this.#setting.shared,
      ...common,
    });
  }

  async failed(error: unknown): Promise<W[] | undefined> {
    if (this.#retries >= MAX_RETRIES || !recognizeOverflow(error).overflow) return undefined;
    try {
      if (this.#setting.later) await this.prepare();
      const smaller = (this.#retries++ === 0 && (await this.#relearn(error))) || (await this.#harder());
      this.#setting.conversation.fit.deny();
      if (!smaller) return undefined;
      this.#setting.conversation.sent = [...this.#items];
      return this.#items;
    } catch (problem) {
      this.#setting.passedThrough(this.sessionId, reasonOf(problem));
      return undefined;
    }
  }

  /** Compacts according to the refusal; true if the list became smaller. */
  async #relearn(error: unknown): Promise<boolean> {
    const { manager, request } = this.#setting;
    const result = await manager.preflight(this.sessionId, request.items, { ...this.#common(), error });
    // What is made here in place of a provider's window may count for more than that, whose tokens only the provider knows.
    return this.#take(result) || result.compaction?.by === "local";
  }

  async #harder(): Promise<boolean> {
    const { manager, request } = this.#setting;
    if (!Number.isFinite(this.#listTokens)) return false;
    const targetTokens = Math.max(1, Math.floor(this.#listTokens * HARDER));
    return this.#take(
      await manager.manualCompact(this.sessionId, request.items, { ...this.#common(), targetTokens }),
    );
  }

  /** True if the list is smaller than the one before. */
  #take({ items, measurement, compaction, summaryUsage = [] }: CompactResult<W>): boolean {
    this.summaryUsage.push(...summaryUsage);
    const tokens = measurement.raw - measurement.fixed;
    const smaller = tokens < this.#listTokens;
    this.#items = items;
    this.#listTokens = tokens;
    this.#tokens = measurement.tokens;
    this.#max = measurement.max;
    if (!compaction) return smaller;
    this.compactions.push(compaction);
    this.#setting.conversation.background.clear();
    void this.#setting.shared?.forget(this.sessionId);
    return smaller;
  }

  #common() {
    const { request, maxContextTokens } = this.#setting;
    const { instructions, tools, summarizer, signal } = request;
    return {
      ...(instructions === undefined ? {} : { instructions }),
      ...(tools === undefined ? {} : { tools }),
      ...(maxContextTokens === undefined ? {} : { maxContextTokens }),
      ...(summarizer ? { summarizer } : {}),
      ...(signal ? { signal } : {}),
    };
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
