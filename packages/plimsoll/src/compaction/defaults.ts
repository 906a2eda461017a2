import { itemId } from "../conversation/item-id.js";
import { parsePolicy } from "../config/parse-policy.js";
import { CompactError } from "../errors/compact-error.js";
import { createEventBus, type EventBus, type EventDraft } from "../events/event-bus.js";
import { detectFormat } from "../formats/detect-format.js";
import { findFormat } from "../formats/find-format.js";
import type { Format } from "../formats/format.js";
import { responses } from "../formats/responses.js";
import { createRedactor } from "../redaction/create-redactor.js";
import type { Redactor } from "../redaction/redactor.js";
import type { Archive } from "../stores/archive.js";
import { createArtifactCipher } from "../stores/artifact-cipher.js";
import { createArchive } from "../stores/create-archive.js";
import { withArtifactFallback } from "../stores/fallback-artifacts.js";
import { withFallback } from "../stores/fallback-storage.js";
import { memoryStorage } from "../stores/memory-storage.js";
import { tenantStorage } from "../stores/tenant-storage.js";
import { extractiveSummarizer } from "../summarizers/extractive/extractive-summarizer.js";
import { createItemMeter } from "../tokens/create-item-meter.js";
import { loadExactEstimator } from "../tokens/exact-estimator.js";
import type { ItemMeter } from "../tokens/item-meter.js";
import { lookUpModel, type ModelLimits, usableInput } from "../tokens/model-catalogue.js";
import { lookUpPrices } from "../tokens/prices.js";
import type { TokenEstimator } from "../tokens/token-estimator.js";
import type { Call } from "./call.js";
import { checkCall } from "./check-call.js";
import type { CompactConfig } from "./compact-config.js";
import type { Engine } from "./engine.js";
import { EventArchive } from "./event-archive.js";
import { Originals } from "./originals.js";
import type { RemoteCompactor } from "./remote-compactor.js";
import type { SessionState } from "./session-state.js";
import { lexicalSimilarity } from "./similarity.js";
import { SummarySpending } from "./summary-spending.js";

/** Events that belong to no session are recorded under this id. */
const EVERY_SESSION = "*";
const MILLISECONDS_A_DAY = 86_400_000;
const DEFAULT_RETENTION_DAYS = 30;
const MAX_CLEAN_IDS = 100_000;

/**
 * Everything a manager works with. The one file that names concrete defaults: the embedded summarizer, the store
 * in memory, the exact tokenizer, the built-in deny-list.
 */
export class EngineRoom<W extends object> {
  readonly storage: Archive;
  readonly spending: SummarySpending = new SummarySpending();
  readonly #config: CompactConfig<W>;
  readonly #model: ModelLimits;
  readonly #events: EventBus;
  readonly #archive = new EventArchive();
  readonly #originals: Originals;
  readonly #shared: Omit<Engine<W>, "format" | "meter" | "estimator">;
  readonly #meters = new Map<string, ItemMeter<W>>();
  #announced = false;
  #swept = false;

  constructor(config: CompactConfig<W>) {
    this.#config = config;
    this.#model = lookUpModel(config.model, config.models);
    const redactor = config.redactor ?? createRedactor();
    const clock = config.clock ?? Date.now;
    this.#events = createEventBus({
      exporters: config.exporters ?? [],
      redactor,
      clock,
      model: config.model,
      onRecord: (event) => this.#archive.record(event),
    });
    this.storage = this.#openArchive();
    this.#originals = this.#openOriginals();
    const policy = parsePolicy(config.policy ?? {});
    this.#shared = {
      policy,
      model: config.model,
      max: usableWindow(config, this.#model),
      redactor,
      events: this.#events,
      storage: this.storage,
      summarizer: config.summarizer ?? extractiveSummarizer(),
      ...(config.fallbackSummarizer ? { fallbackSummarizer: config.fallbackSummarizer } : {}),
      ...(policy.strategy === "remote" ? { remote: remoteOf(config) } : {}),
      similarity: config.similarity ?? lexicalSimilarity,
      spending: this.spending,
      originals: this.#originals,
      redacted: redactOnce(redactor),
      archiveEvents: (sessionId) => this.archiveEvents(sessionId),
      pricesOf: (model) => lookUpPrices(model, config.prices),
      now: () => new Date(clock()).toISOString(),
    };
  }

  get compactsAtProvider(): boolean {
    return this.#shared.remote !== undefined;
  }

  /** The engine for a session's wire format, which is looked at anew where an item does not fit it. */
  async engineFor(session: SessionState<W>, call: Partial<Call<W>>): Promise<Engine<W>> {
    const { items } = call;
    checkCall(call, Array.isArray(items) ? session.seenLength(items) : 0);
    this.#introduce(session.sessionId);
    const format = this.#formatOf(session, items);
    if (session.format !== format) {
      if (session.format) session.forget();
      session.format = format;
    }
    const estimator = await this.#estimator();
    const meter = this.#meters.get(format.name) ?? createItemMeter<W>(format, estimator);
    this.#meters.set(format.name, meter);
    return { ...this.#shared, format, meter, estimator };
  }

  /** Runs a task unless the signal is aborted; an abort on the way becomes `ABORTED`. */
  async guard<T>(signal: AbortSignal | undefined, task: () => Promise<T>): Promise<T> {
    const aborted = (cause: unknown): CompactError =>
      new CompactError("ABORTED", "The call was aborted by its signal; nothing was changed.", { cause });
    if (signal?.aborted) throw aborted(signal.reason);
    try {
      return await task();
    } catch (error) {
      if (signal?.aborted && !CompactError.isInstance(error)) throw aborted(error);
      throw error;
    }
  }

  announce(sessionId: string, event: EventDraft): void {
    this.#events.emit(sessionId, event);
  }

  /** Archives events where many have gathered. */
  async settle(sessionId: string): Promise<void> {
    if (this.#archive.isFull(sessionId)) await this.archiveEvents(sessionId);
  }

  archiveEvents(sessionId: string): Promise<void> {
    return this.#archive.flush(sessionId, this.storage);
  }

  /** Deletes a session from the store, with the events of it that wait in memory. */
  remove(sessionId: string): Promise<boolean> {
    this.#archive.drop(sessionId);
    this.#originals.drop(sessionId);
    this.spending.take(sessionId);
    return this.storage.remove(sessionId);
  }

  /** Applies the retention once in the life of a manager, after its first compaction. Never fails the call. */
  async sweepOnce(): Promise<void> {
    if (this.#swept) return;
    this.#swept = true;
    await this.sweep().catch((error: unknown) => this.#degraded(error, "sweep"));
  }

  async sweep(): Promise<string[]> {
    const { retentionDays, artifactRetentionDays } = this.#config;
    const before = this.#daysAgo(retentionDays);
    const removed = before === undefined ? [] : await this.storage.sweep(before);
    const expired = this.#daysAgo(artifactRetentionDays);
    const { artifacts, tenant } = this.storage;
    const payloads = expired === undefined ? 0 : ((await artifacts?.sweep(expired, { tenant })) ?? 0);
    if (removed.length > 0 || payloads > 0) {
      const told = { event: "compact.swept", removed: removed.length, artifacts: payloads } as const;
      this.#events.emit(EVERY_SESSION, told);
    }
    return removed;
  }

  /** The time that lies a retention back; `undefined` for a retention without end. */
  #daysAgo(days: number = DEFAULT_RETENTION_DAYS): string | undefined {
    if (days === 0) return undefined;
    return new Date((this.#config.clock ?? Date.now)() - days * MILLISECONDS_A_DAY).toISOString();
  }

  /** Transcripts and payloads, each with memory to fall back on when its store fails. */
  #openArchive(): Archive {
    const { storage: given = memoryStorage(), tenant } = this.#config;
    const artifacts = this.#config.artifacts ?? given.artifacts;
    const storage = withFallback(tenant === undefined ? given : tenantStorage(given, tenant), {
      onDegraded: (error, operation) => this.#degraded(error, operation),
    });
    const kept =
      artifacts &&
      withArtifactFallback(artifacts, {
        onDegraded: (error, operation) => this.#degraded(error, `artifacts: ${operation}`),
      });
    return createArchive(storage, {
      ...(kept ? { artifacts: kept } : {}),
      ...(tenant === undefined ? {} : { tenant }),
    });
  }

  #openOriginals(): Originals {
    const { originalsKey } = this.#config;
    return new Originals({
      archive: this.storage,
      ...(originalsKey === undefined ? {} : { cipher: createArtifactCipher(originalsKey) }),
      onUnreadable: (sessionId, itemId, error) =>
        this.#events.emit(sessionId, {
          event: "compact.original_unreadable",
          item_id: itemId,
          reason: error instanceof Error ? error.message : String(error),
        }),
    });
  }

  async close(): Promise<void> {
    await this.#archive.flushAll(this.storage);
    await this.#events.close();
    await this.storage.close();
    // A tenant's view of a store leaves the store open for the others; this manager was given the store itself.
    await this.#config.storage?.close();
  }

  #degraded(error: unknown, operation: string): void {
    this.#events.emit(EVERY_SESSION, { event: "compact.store_degraded", operation, reason: String(error) });
  }

  /** Says once what an operator should know of the set-up. */
  #introduce(sessionId: string): void {
    if (this.#announced) return;
    this.#announced = true;
    const { max, redactor } = this.#shared;
    if (!this.#model.known && this.#config.maxContextTokens === undefined) {
      this.#events.emit(sessionId, { event: "compact.unknown_model", max });
    }
    if (!redactor.enabled) this.#events.emit(sessionId, { event: "compact.redaction_disabled" });
  }

  #formatOf(session: SessionState<W>, items: readonly W[] | undefined): Format<W> {
    if (this.#config.format) return this.#config.format;
    const stored = findFormat(session.compactions.standing.at(-1)?.format ?? "") as Format<W> | undefined;
    const known = session.format ?? stored;
    if (!items) return known ?? (responses as unknown as Format<W>);
    if (known && items.slice(session.seenLength(items)).every((item) => known.matches(item))) return known;
    return detectFormat(items) as unknown as Format<W>;
  }

  async #estimator(): Promise<TokenEstimator> {
    return this.#config.estimator ?? (await loadExactEstimator(this.#model.encoding));
  }
}

function remoteOf<W extends object>({ remote }: CompactConfig<W>): RemoteCompactor<W> {
  if (remote) return remote;
  throw new CompactError(
    "INVALID_CONFIG",
    'policy.strategy is "remote" and nothing says how to reach the provider; give `remote`, such as remoteCompactor({ transport }).',
    { details: { key: "policy.strategy", value: "remote" } },
  );
}

/** Redacts an item once, however often it is asked for; one without secrets also where clones of it are sent. */
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

function usableWindow(
  { maxContextTokens }: Pick<CompactConfig, "maxContextTokens">,
  model: ModelLimits,
): number {
  return maxContextTokens ?? usableInput(model);
}
