import type {
  AgentInputItem,
  OpenAIResponsesCompactionArgs,
  OpenAIResponsesCompactionResult,
  Session,
} from "@openai/agents";
import { dropOrphanResults } from "./drop-orphan-results.js";
import type { CompactResult } from "../../engine/compact-result.js";
import type { CompactManager } from "../../engine/compact-manager.js";
import type { Remembered } from "../../engine/follow/remembered.js";
import type { UndoResult } from "../../engine/commit/undo-compaction.js";
import type { NormalizedUsage } from "../../tokens/normalize-usage.js";
import type { CallCompactor } from "../core/call-compactor.js";
import type { OpenCall } from "../core/open-call.js";
import type { AgentsCompactionOptions } from "./agents-compaction-options.js";
import { agentsCompactor, checkedAgentsOptions } from "./agents-compactor.js";
import { canonicalAgentsItem } from "./canonical-agents-item.js";
import { summaryEntries } from "./with-summaries.js";

/** Optional methods of a session, which the SDK looks for by name and which belong to the one that holds the items. */
const OPTIONAL = [
  "prepareHistoryItemForModelInput",
  "prepareHistoryItemsForPersistenceComparison",
  "preserveReasoningItemIdsForPersistence",
  "replaceHistoryWithCompaction",
  "applyHistoryMutations",
  "applyHistoryTransaction",
] as const;

/**
 * A session whose history is compacted between runs. The underlying session keeps the full transcript; a run
 * starts with a window of it. With a durable `storage`, compactions survive a restart. Beside the decorator, which
 * compacts inside runs too, use its `session`: two would write two summaries of everything.
 */
export class CompactingSession implements Session {
  readonly #underlying: Session;
  readonly #compactor: CallCompactor<AgentInputItem>;
  #idle: Promise<void> = Promise.resolve();
  /** The decorator compacts: runs start with the whole history. */
  readonly #isShared: boolean;
  /** Usage of summaries that no run has been charged for yet. */
  #unpaid: NormalizedUsage[] = [];

  /** @param shared that of a decorator, which then does the work: see `AgentsCompaction.session` */
  constructor(
    underlying: Session,
    options: AgentsCompactionOptions = {},
    shared?: CallCompactor<AgentInputItem>,
  ) {
    this.#underlying = underlying;
    const given = checkedAgentsOptions(options);
    this.#isShared = shared !== undefined;
    this.#compactor = shared ?? agentsCompactor(given);
    for (const name of OPTIONAL) {
      const method: unknown = Reflect.get(underlying, name);
      if (typeof method === "function") Reflect.set(this, name, method.bind(underlying));
    }
  }

  /** The manager: for `checkpoint`, `recall`, `transcript` and so on. */
  get manager(): CompactManager<AgentInputItem> {
    return this.#compactor.manager();
  }

  getSessionId(): Promise<string> {
    return this.#underlying.getSessionId();
  }

  /**
   * The list that the next run starts with; with a limit, its newest items, never a result without its call.
   */
  async getItems(limit?: number): Promise<AgentInputItem[]> {
    const items = this.#isShared ? await this.#named() : (await this.#read()).items;
    if (limit === undefined) return items;
    return limit <= 0 ? [] : dropOrphanResults(items.slice(-limit));
  }

  async #read(): Promise<OpenCall<AgentInputItem>> {
    const sessionId = await this.getSessionId();
    const call = await this.#compactor.begin({ items: await this.transcript(), sessionId });
    this.#unpaid.push(...call.summaryUsage);
    return call;
  }

  /** The whole conversation, by which the decorator knows the requests of this session. */
  async #named(): Promise<AgentInputItem[]> {
    const items = await this.transcript();
    if (this.#isShared) await this.#compactor.name(items, await this.getSessionId());
    return items;
  }

  /** The whole conversation. */
  transcript(): Promise<AgentInputItem[]> {
    return this.#underlying.getItems();
  }

  /**
   * After a run: compacts the history in the background if that is due, or prepares a compaction that soon will
   * be.
   */
  async addItems(items: AgentInputItem[]): Promise<void> {
    await this.#underlying.addItems(items);
    if (this.#isShared) return;
    this.#idle = this.#read().then(
      (call) => call.succeeded(),
      () => undefined,
    );
  }

  /** Resolves when nothing is being compacted or prepared in the background. */
  async settled(): Promise<void> {
    await this.#idle;
    await this.#compactor.settled();
  }

  popItem(): Promise<AgentInputItem | undefined> {
    return this.#underlying.popItem();
  }

  async clearSession(): Promise<void> {
    await this.manager.remove(await this.getSessionId());
    await this.#underlying.clearSession();
  }

  /** Compacts now: the `/compact` of a chat. */
  async compact(note?: string): Promise<CompactResult<AgentInputItem>> {
    const items = (await this.#named()).map(canonicalAgentsItem);
    const sessionId = await this.getSessionId();
    const result = await this.manager.manualCompact(sessionId, items, note ? { note } : {});
    this.#unpaid.push(...(result.summaryUsage ?? []));
    return result;
  }

  /** What the model still sees, in readable form. */
  async remember(): Promise<Remembered> {
    await this.getItems();
    return this.manager.remember(await this.getSessionId());
  }

  /** Undoes the newest compaction: the next run starts with the list before it. */
  async undo(): Promise<UndoResult<AgentInputItem>> {
    const items = (await this.#named()).map(canonicalAgentsItem);
    return this.manager.undo(await this.getSessionId(), items);
  }

  /**
   * Called by the SDK when a run ends. Adds the cost of summaries to the usage of the run; with `force`, compacts
   * first. Never fails, because the run already has its answer.
   */
  async runCompaction(args?: OpenAIResponsesCompactionArgs): Promise<OpenAIResponsesCompactionResult | null> {
    if (args?.force) await this.compact().catch(() => undefined);
    const entries = summaryEntries(this.#unpaid);
    this.#unpaid = [];
    const [first] = entries;
    if (!first) return null;
    const total = (key: "inputTokens" | "outputTokens" | "totalTokens"): number =>
      entries.reduce((sum, entry) => sum + entry[key], 0);
    return {
      usage: {
        ...first,
        inputTokens: total("inputTokens"),
        outputTokens: total("outputTokens"),
        totalTokens: total("totalTokens"),
      },
    };
  }

  /**
   * Waits for background work, then releases store and exporters. The session underneath is its owner's, and so is a
   * decorator.
   */
  async close(): Promise<void> {
    await this.settled();
    if (!this.#isShared) await this.#compactor.close();
  }
}
