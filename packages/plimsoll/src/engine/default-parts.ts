import { parsePolicy } from "../config/parse-policy.js";
import type { CompactPolicy } from "../config/compact-policy.js";
import { CompactError } from "../errors/compact-error.js";
import { consoleWarnings } from "../events/console-warnings.js";
import { createEventBus, type EventBus } from "../events/event-bus.js";
import type { CompactEvent } from "../events/compact-event.js";
import { defaultRedactor } from "../redaction/default-redactor.js";
import type { Redactor } from "../redaction/redactor.js";
import type { Archive } from "../stores/archive.js";
import { createArtifactCipher } from "../stores/artifacts/artifact-cipher.js";
import { GuardedArchive } from "../stores/guard/guarded-archive.js";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import { runAll } from "../stores/run-all.js";
import { limitedSummarizer } from "../summarizers/limited-summarizer.js";
import type { Summarizer } from "../summarizers/summarizer.js";
import { loadExactEstimator } from "../tokens/load-exact-estimator.js";
import type { Encoding } from "../tokens/load-exact-estimator.js";
import type { TokenEstimator } from "../tokens/token-estimator.js";
import { Originals } from "./commit/originals.js";
import { limitedRemote, type RemoteCompactor } from "./commit/remote-compactor.js";
import type { CompactConfig, TimeLimits } from "./compact-config.js";
import { lexicalSimilarity, limitedSimilarity, type Similarity } from "./plan/similarity.js";

/** Events that belong to no session are recorded under this id. */
export const EVERY_SESSION = "*";

const DEFAULT_TIME_LIMITS: Required<TimeLimits> = {
  summarizerMs: 120_000,
  storeMs: 10_000,
  exporterMs: 5000,
};

export interface DefaultPartsOptions<W extends object> {
  readonly config: CompactConfig<W>;
  /** The encoding to count tokens with if the configuration names no estimator. */
  readonly encoding: Encoding;
  /** Milliseconds since the epoch. */
  clock(): number;
  /** Sees every event before it is exported. */
  onEvent(event: CompactEvent): void;
  onStoreFailure(error: unknown, operation: string): void;
}

/** The parts that a manager works with. */
export interface DefaultParts<W extends object> {
  readonly policy: CompactPolicy;
  readonly redactor: Redactor;
  readonly events: EventBus;
  readonly stores: GuardedArchive;
  readonly originals: Originals;
  readonly summarizer: Summarizer;
  readonly fallbackSummarizer?: Summarizer;
  readonly extracts: Summarizer;
  /** The summarizers of a call that brings its own. */
  summarizersWith(given: Summarizer): Pick<DefaultParts<W>, "summarizer" | "fallbackSummarizer">;
  readonly remote?: RemoteCompactor<W>;
  limitRemote(remote: RemoteCompactor<W>): RemoteCompactor<W>;
  readonly similarity: Similarity;
  /** Loaded on first use. */
  estimator(): Promise<TokenEstimator>;
}

/**
 * The parts of a configuration: a default for each part that it does not name, and a time limit for each that it
 * does. The only file that names concrete parts; each has its own factory function.
 */
export function defaultParts<W extends object>(options: DefaultPartsOptions<W>): DefaultParts<W> {
  const { config } = options;
  const limits = { ...DEFAULT_TIME_LIMITS, ...config.timeLimits };
  const redactor = config.redactor ?? defaultRedactor();
  const events = makeEvents(options, redactor, limits);
  const stores = makeStores(options, limits);
  const policy = parsePolicy(config.policy ?? {});
  const onFailure =
    (part: string) =>
    (reason: string): void =>
      void events.emit(EVERY_SESSION, { event: "compact.part_failed", part, reason });
  const limited = (part: string) => ({ milliseconds: limits.summarizerMs, onFailure: onFailure(part) });
  const limitRemote = (remote: RemoteCompactor<W>): RemoteCompactor<W> =>
    limitedRemote(remote, limited("remote compactor"));
  return {
    policy,
    redactor,
    events,
    stores,
    originals: makeOriginals(config, stores.archive, events),
    ...makeSummarizers(config, limits),
    summarizersWith(given) {
      const { extracts: _, ...own } = makeSummarizers({ ...config, summarizer: given }, limits);
      return own;
    },
    limitRemote,
    ...(policy.strategy === "remote" ? { remote: limitRemote(chosenRemote(config)) } : {}),
    similarity: config.similarity
      ? limitedSimilarity(config.similarity, limited("similarity"))
      : lexicalSimilarity,
    estimator: () => chosenEstimator(config, options.encoding),
  };
}

/** The estimator of a configuration; else the exact tokenizer of the model's encoding. */
async function chosenEstimator<W extends object>(
  config: CompactConfig<W>,
  encoding: Encoding,
): Promise<TokenEstimator> {
  return config.estimator ?? (await loadExactEstimator(encoding));
}

/** Runs every step, even if earlier ones fail. @throws their errors */
export const closeParts: typeof runAll = runAll;

function makeEvents<W extends object>(
  { config, clock, onEvent }: DefaultPartsOptions<W>,
  redactor: Redactor,
  { exporterMs }: Required<TimeLimits>,
): EventBus {
  return createEventBus({
    exporters: config.exporters ?? [consoleWarnings()],
    redactor,
    clock: () => clock(),
    model: config.model,
    exporterMs,
    onRecord: (event) => onEvent(event),
  });
}

function makeStores<W extends object>(
  { config, clock, onStoreFailure }: DefaultPartsOptions<W>,
  { storeMs }: Required<TimeLimits>,
): GuardedArchive {
  return new GuardedArchive({
    storage: config.storage ?? memoryStorage(),
    tenant: config.tenant,
    milliseconds: storeMs,
    now: () => new Date(clock()).toISOString(),
    onDegraded: (error, operation) => onStoreFailure(error, operation),
  });
}

function makeOriginals<W extends object>(
  { originalsKey }: CompactConfig<W>,
  archive: Archive,
  events: EventBus,
): Originals {
  return new Originals({
    archive,
    ...(originalsKey === undefined ? {} : { cipher: createArtifactCipher(originalsKey) }),
    onUnreadable: (sessionId, itemId, error) =>
      events.emit(sessionId, {
        event: "compact.original_unreadable",
        item_id: itemId,
        reason: error instanceof Error ? error.message : String(error),
      }),
  });
}

/** The embedded summarizer, loaded when it is first asked. */
const EMBEDDED: Summarizer = {
  name: "extractive",
  async summarize(request) {
    const { extractiveSummarizer } = await import("../summarizers/extractive/extractive-summarizer.js");
    return extractiveSummarizer().summarize(request);
  },
};

/**
 * The embedded summarizer replaces one that fails, unless another or none is configured. It runs in this process,
 * so no time limit could end it sooner.
 */
function makeSummarizers<W extends object>(
  { summarizer, fallbackSummarizer: named }: CompactConfig<W>,
  { summarizerMs }: Required<TimeLimits>,
): Pick<DefaultParts<W>, "summarizer" | "fallbackSummarizer" | "extracts"> {
  const limited = (given: Summarizer | undefined): Summarizer =>
    given ? limitedSummarizer(given, summarizerMs) : limitedSummarizer(EMBEDDED, 0);
  const hasFallback = named !== "none" && (named !== undefined || summarizer !== undefined);
  return {
    summarizer: limited(summarizer),
    extracts: limited(undefined),
    ...(hasFallback ? { fallbackSummarizer: limited(named) } : {}),
  };
}

function chosenRemote<W extends object>({ remote }: CompactConfig<W>): RemoteCompactor<W> {
  if (remote) return remote;
  throw new CompactError(
    "INVALID_CONFIG",
    'policy.strategy is "remote" and nothing says how to reach the provider; give `remote`, such as remoteCompactor({ transport }).',
    { details: { key: "policy.strategy", value: "remote" } },
  );
}
