import { itemId } from "../conversation/item-id.js";
import { parsePolicy } from "../config/parse-policy.js";
import { CompactError } from "../errors/compact-error.js";
import { createEventBus, type EventBus, type EventDraft } from "../events/event-bus.js";
import { detectFormat } from "../formats/detect-format.js";
import { findFormat } from "../formats/find-format.js";
import type { Format } from "../formats/format.js";
import { responses } from "../formats/responses.js";
import { dayOf, recordUse } from "../recall/record-use.js";
import { createRedactor } from "../redaction/create-redactor.js";
import { archivedFormat } from "../recall/archived-format.js";
import type { Redactor } from "../redaction/redactor.js";
import type { Archive, Unwritten } from "../stores/archive.js";
import { createArtifactCipher } from "../stores/artifact-cipher.js";
import { GuardedArchive } from "../stores/guarded-archive.js";
import { memoryStorage } from "../stores/memory-storage.js";
import { runAll } from "../stores/run-all.js";
import { extractiveSummarizer } from "../summarizers/extractive/extractive-summarizer.js";
import { limitedSummarizer } from "../summarizers/limited-summarizer.js";
import type { Summarizer } from "../summarizers/summarizer.js";
import { createItemMeter } from "../tokens/create-item-meter.js";
import { loadExactEstimator } from "../tokens/exact-estimator.js";
import type { ItemMeter } from "../tokens/item-meter.js";
import { lookUpModel, type ModelLimits, usableInput } from "../tokens/model-catalogue.js";
import { lookUpPrices } from "../tokens/prices.js";
import type { TokenEstimator } from "../tokens/token-estimator.js";
import type { Call } from "./call.js";
import { checkedItems } from "./check-call.js";
import type { CompactConfig, TimeLimits } from "./compact-config.js";
import type { Degraded } from "./degraded.js";
import type { Engine } from "./engine.js";
import { EventArchive } from "./commit/event-archive.js";
import { Originals } from "./commit/originals.js";
import { limitedRemote, type RemoteCompactor } from "./commit/remote-compactor.js";
import type { SessionState } from "./follow/session-state.js";
import { lexicalSimilarity, limitedSimilarity } from "./plan/similarity.js";
import { SummarySpending } from "./summarize/summary-spending.js";
import { typedError } from "./typed-parts.js";

/** Events that belong to no session are recorded under this id. */
const EVERY_SESSION = "*";
const MILLISECONDS_A_DAY = 86_400_000;
const DEFAULT_RETENTION_DAYS = 30;
/** An event names at most this many sessions. */
const MAX_NAMED = 100;
/** No date lies further from the epoch, in milliseconds. */
const MAX_TIME = 8.64e15;
const MAX_CLEAN_IDS = 16_384;
const DEFAULT_TIME_LIMITS: Required<TimeLimits> = {
  summarizerMs: 120_000,
  storeMs: 10_000,
  exporterMs: 5000,
};

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
  readonly #limits: Required<TimeLimits>;
  readonly #guarded: GuardedArchive;
  readonly #archive = new EventArchive();
  readonly #originals: Originals;
  readonly #shared: Omit<Engine<W>, "format" | "meter" | "estimator">;
  readonly #meters = new Map<string, ItemMeter<W>>();
  #announced = false;
  #swept = false;
  #closing: Promise<void> | undefined;

  constructor(config: CompactConfig<W>) {
    this.#config = config;
    this.#model = lookUpModel(config.model, config.models);
    this.#limits = { ...DEFAULT_TIME_LIMITS, ...config.timeLimits };
    const redactor = config.redactor ?? createRedactor();
    const clock = clockOf(config);
    const now = (): string => new Date(clock()).toISOString();
    this.#events = createEventBus({
      exporters: config.exporters ?? [],
      redactor,
      clock,
      model: config.model,
      exporterMs: this.#limits.exporterMs,
      onRecord: (event) => this.#archive.record(event),
    });
    this.#guarded = new GuardedArchive({
      storage: config.storage ?? memoryStorage(),
      artifacts: config.artifacts,
      tenant: config.tenant,
      milliseconds: this.#limits.storeMs,
      now,
      onDegraded: (error, operation) => this.#degraded(error, operation),
    });
    this.storage = this.#guarded.archive;
    this.#originals = this.#openOriginals();
    const policy = parsePolicy(config.policy ?? {});
    this.#shared = {
      policy,
      model: config.model,
      max: usableWindow(config, this.#model),
      redactor,
      events: this.#events,
      storage: this.storage,
      degraded: () => this.degraded,
      summarizer: this.#limited(config.summarizer ?? extractiveSummarizer()),
      ...this.#fallback(config),
      ...(policy.strategy === "remote"
        ? { remote: limitedRemote(remoteOf(config), this.#failing("remote compactor")) }
        : {}),
      similarity: config.similarity
        ? limitedSimilarity(config.similarity, this.#failing("similarity"))
        : lexicalSimilarity,
      spending: this.spending,
      ...(config.summaryKey === undefined ? {} : { summaryKey: config.summaryKey }),
      originals: this.#originals,
      redacted: redactOnce(redactor),
      archiveEvents: (sessionId) => this.archiveEvents(sessionId),
      pricesOf: (model) => lookUpPrices(model, config.prices),
      now,
    };
  }

  /** That the archive fails; every result says so as long as it does. */
  get degraded(): Degraded | undefined {
    const { trouble } = this.#guarded;
    if (!trouble) return undefined;
    const [first] = trouble.stores;
    return {
      store: [...new Set(trouble.stores.map(({ store }) => store))].join(", "),
      since: trouble.stores.map(({ since = "" }) => since).sort()[0] ?? "",
      reason: first?.reason ?? "",
      keptInMemory: trouble.entries,
      artifactsInMemory: trouble.artifacts,
    };
  }

  /** What the archive could not write, also after it was closed. */
  unwritten(): Promise<Unwritten> {
    return this.#guarded.unwritten();
  }

  #limited(summarizer: Summarizer): Summarizer {
    return limitedSummarizer(summarizer, this.#limits.summarizerMs);
  }

  /** The embedded summarizer takes over from one that fails, unless another is named or none is wanted. */
  #fallback({
    summarizer,
    fallbackSummarizer: named,
  }: CompactConfig<W>): Pick<Engine<W>, "fallbackSummarizer"> {
    if (named === "none" || (named === undefined && summarizer === undefined)) return {};
    return { fallbackSummarizer: this.#limited(named ?? extractiveSummarizer()) };
  }

  /** A part that fails is a warning: another way is taken. */
  #failing(part: string): { readonly milliseconds: number; onFailure(reason: string): void } {
    return {
      milliseconds: this.#limits.summarizerMs,
      onFailure: (reason) =>
        void this.#events.emit(EVERY_SESSION, { event: "compact.part_failed", part, reason }),
    };
  }

  get compactsAtProvider(): boolean {
    return this.#shared.remote !== undefined;
  }

  /** The engine for a session's wire format, which is looked at anew where an item does not fit it. */
  async engineFor(session: SessionState<W>, call: Partial<Call<W>>): Promise<Engine<W>> {
    const { items } = call;
    if (items) checkedItems(items, seenLength(session, items));
    this.#introduce(session.sessionId);
    const format = items?.length ? this.#formatOf(session, items) : await this.#formatOfNone(session);
    // Only items decide: a call that has none would take a guess for what the session is.
    if (items?.length && session.format !== format) {
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
      throw typedError(error);
    }
  }

  announce(sessionId: string, event: EventDraft): void {
    this.#events.emit(sessionId, event);
  }

  /** Archives events where many have gathered; tries a failing archive again, and says so while it fails. */
  async settle(sessionId: string): Promise<void> {
    if (this.#guarded.trouble) await this.#guarded.retry();
    const { degraded } = this;
    if (degraded) {
      this.#events.emit(sessionId, {
        event: "compact.store_degraded",
        operation: this.#guarded.trouble?.stores[0]?.operation ?? "append",
        reason: degraded.reason,
        store: degraded.store,
        since: degraded.since,
        kept_entries: degraded.keptInMemory,
        kept_artifacts: degraded.artifactsInMemory,
      });
    }
    if (this.#archive.isFull(sessionId)) await this.archiveEvents(sessionId);
  }

  archiveEvents(sessionId: string): Promise<void> {
    return this.#archive.flush(sessionId, this.storage);
  }

  /** What is used is not idle: a session that has an archive is marked once a day, so that no sweep deletes it. */
  async markUsed(session: SessionState<W>): Promise<void> {
    const time = clockOf(this.#config)();
    const today = dayOf(time);
    const isNew = session.usedOn === undefined && !session.isTakenUp;
    if (session.usedOn === today) return;
    session.usedOn = today;
    if (isNew || this.#guarded.trouble) return;
    const { sessionId } = session;
    await recordUse(this.storage, { sessionId, operation: "session", time, model: this.#config.model });
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
    // Payloads that are to live as long as their sessions do so; a shorter time is the operator's wish.
    if (expired !== undefined && (before === undefined || expired <= before))
      await this.#renewPayloads(expired);
    const payloads = expired === undefined ? 0 : ((await artifacts?.sweep(expired, { tenant })) ?? 0);
    if (removed.length > 0 || payloads > 0) {
      this.#events.emit(EVERY_SESSION, {
        event: "compact.swept",
        severity: removed.length > 0 ? "warning" : "info",
        removed: removed.length,
        artifacts: payloads,
        sessions: removed.slice(0, MAX_NAMED),
      });
    }
    return removed;
  }

  /** Payloads of sessions that were used since are not idle, however long ago they were stored: reading renews them. */
  async #renewPayloads(expired: string): Promise<void> {
    const { artifacts, tenant } = this.storage;
    if (!artifacts) return;
    const limit = Date.parse(expired);
    const used = (await this.storage.sessions()).filter(({ lastTs }) => Date.parse(lastTs) >= limit);
    for (const { sessionId } of used) {
      const scope = { tenant, sessionId };
      for (const { id, lastTs } of await artifacts.list(scope))
        if (Date.parse(lastTs) < limit) await artifacts.get(scope, id);
    }
  }

  /** The time that lies a retention back; `undefined` for a retention without end. */
  #daysAgo(days: number = DEFAULT_RETENTION_DAYS): string | undefined {
    if (days === 0) return undefined;
    return new Date(clockOf(this.#config)() - days * MILLISECONDS_A_DAY).toISOString();
  }

  /** Closes everything that can be closed. @throws CompactError `STORE_UNAVAILABLE` where something was not written. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
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

  async #close(): Promise<void> {
    await this.#archive.flushAll(this.storage);
    const unarchived = unarchivedEvents(this.#archive.waiting);
    await runAll([
      () =>
        this.#guarded.close().catch((error: unknown) => {
          this.#degraded(error, "close");
          throw error;
        }),
      () => this.#events.close(),
      () => unarchived && Promise.reject(unarchived),
    ]);
  }

  #degraded(error: unknown, operation: string): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#events.emit(EVERY_SESSION, { event: "compact.store_degraded", operation, reason });
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

  /** A list that goes on keeps its format as long as that fits; every other one is looked at anew. */
  #formatOf(session: SessionState<W>, items: readonly W[]): Format<W> {
    if (this.#config.format) return this.#config.format;
    const known = session.format ?? storedFormat<W>(session);
    const seen = session.seenLength(items);
    if (known && seen > 0 && items.slice(seen).every((item) => known.matches(item))) return known;
    return detectAgain(items, known);
  }

  /** The format where a call has no items: as the session's items had it, or as its archive says. */
  async #formatOfNone(session: SessionState<W>): Promise<Format<W>> {
    const known = this.#config.format ?? session.format ?? storedFormat<W>(session);
    if (known) return known;
    const archived = archivedFormat(this.storage.transcript, session.sessionId);
    return (await archived.catch(() => responses)) as unknown as Format<W>;
  }

  async #estimator(): Promise<TokenEstimator> {
    return this.#config.estimator ?? (await loadExactEstimator(this.#model.encoding));
  }
}

/** How much of a list need not be looked at again; nothing where it cannot even be compared. */
function seenLength<W extends object>(session: SessionState<W>, items: readonly W[]): number {
  try {
    return session.seenLength(items);
  } catch {
    return 0;
  }
}

/** Events that no store took are kept nowhere. */
function unarchivedEvents(waiting: ReadonlyMap<string, number>): CompactError | undefined {
  const events = [...waiting.values()].reduce((sum, count) => sum + count, 0);
  if (events === 0) return undefined;
  const sessions = [...waiting.keys()];
  return new CompactError(
    "STORE_UNAVAILABLE",
    `${events} events of ${sessions.length} sessions could not be archived.`,
    { details: { entries: events, sessions: sessions.slice(0, MAX_NAMED) } },
  );
}

/** The caller's clock; one that tells no time is an error with a name. */
function clockOf({ clock = Date.now }: Pick<CompactConfig, "clock">): () => number {
  return () => {
    const time: unknown = clock();
    if (typeof time === "number" && Math.abs(time) <= MAX_TIME) return time;
    throw new CompactError(
      "INVALID_CONFIG",
      `clock answered ${String(time).slice(0, 80)}; it must answer milliseconds since the epoch.`,
      { details: { key: "clock" } },
    );
  };
}

const storedFormat = <W extends object>(session: SessionState<W>): Format<W> | undefined =>
  findFormat(session.compactions.standing.at(-1)?.format ?? "") as Format<W> | undefined;

/**
 * The format of a list that does not go on from the last one. Where several fit, the one that the session had; messages
 * without types are Chat messages all the same, which the Responses API takes too, and not the other way round.
 */
function detectAgain<W extends object>(items: readonly W[], known: Format<W> | undefined): Format<W> {
  const isKnown = known !== undefined && items.every((item) => known.matches(item));
  if (isKnown && known.name !== responses.name) return known;
  return detectFormat(items) as unknown as Format<W>;
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
