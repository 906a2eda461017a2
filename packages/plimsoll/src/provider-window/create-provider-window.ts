import type { TimeLimits } from "../engine/compact-config.js";
import { CompactManager } from "../engine/compact-manager.js";
import { EventArchive } from "../engine/commit/event-archive.js";
import { CompactError } from "../errors/compact-error.js";
import { createEventBus } from "../events/event-bus.js";
import type { Exporter } from "../events/exporter.js";
import { responses } from "../formats/responses/responses.js";
import { createRedactor } from "../redaction/create-redactor.js";
import type { Redactor } from "../redaction/redactor.js";
import { createArtifactCipher } from "../stores/artifacts/artifact-cipher.js";
import type { ArtifactKeys } from "../stores/keys/key-service.js";
import type { StoreTrouble } from "../stores/guard/degradation.js";
import { withFallback } from "../stores/guard/fallback-storage.js";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import { runAll } from "../stores/run-all.js";
import type { StorageAdapter } from "../stores/storage-adapter.js";
import { timedStorage } from "../stores/guard/timed-storage.js";
import { createItemMeter } from "../tokens/create-item-meter.js";
import { loadExactEstimator } from "../tokens/load-exact-estimator.js";
import { lookUpModel, type ModelOverrides } from "../tokens/look-up-model.js";
import type { TokenEstimator } from "../tokens/token-estimator.js";
import {
  type BackOffOptions,
  DEFAULT_BACK_OFF,
  type Sleep,
  timerSleep,
} from "./transport/back-off-options.js";
import type { LocalCompactor } from "./local-compactor.js";
import { checkedWindowOptions } from "./checked-window-options.js";
import { managerCompactor } from "./manager-compactor.js";
import { OpenWindow } from "./open-window.js";
import type { ProviderWindow } from "./provider-window.js";
import type { ResponsesAnswer, ResponsesEvent, ResponsesTransport } from "./transport/responses-transport.js";
import { WindowLog } from "./window/window-log.js";
import type { OnCompactionFailure, RemoteMode, WindowSettings } from "./window-parts.js";

/** How a provider window is set up. Everything but the first three has a default. */
export interface ProviderWindowOptions<R = ResponsesAnswer, E = ResponsesEvent> {
  readonly sessionId: string;
  /** `openAITransport(client)` or `fetchTransport({ … })`. */
  readonly transport: ResponsesTransport<R, E>;
  /** Decides the window, the encoding and the name in events; a request may name another. */
  readonly model: string;
  /** The window in tokens; overrides the catalogue. No request to another model may be larger either. */
  readonly maxContextTokens?: number;
  /** Corrections and additions to the model catalogue. */
  readonly models?: ModelOverrides;
  /** How the provider is asked to compact. @default "standalone" */
  readonly mode?: RemoteMode;
  /** Compact when a request reaches this share of the window. @default 0.8 */
  readonly triggerPct?: number;
  /** The threshold that the server is given in the mode `server`. @default `triggerPct` of the window, at least 1000 */
  readonly compactThreshold?: number;
  /** @default "local" */
  readonly onFailure?: OnCompactionFailure;
  /** Compacts locally if the provider cannot. @default a `CompactManager` with the embedded summarizer */
  readonly local?: LocalCompactor;
  /** @default in memory */
  readonly storage?: StorageAdapter;
  readonly exporters?: readonly Exporter[];
  /** @default the built-in deny-list */
  readonly redactor?: Redactor;
  /**
   * With this key the archive also holds what redaction changed, sealed with AES-256-GCM: a window with a secret in it can then
   * be resumed by another process whatever list that sends. The same keys as a manager's. @default none
   */
  readonly originalsKey?: ArtifactKeys;
  /** @default the exact tokenizer of the model's encoding */
  readonly estimator?: TokenEstimator;
  readonly backOff?: BackOffOptions;
  /** @default the process's timer */
  readonly sleep?: Sleep;
  /** Milliseconds since the epoch. @default Date.now */
  readonly clock?: () => number;
  /**
   * After which parts that do not answer are given up: stores, exporters, and with `summarizerMs` a compaction
   * with all its attempts, remote or local.
   */
  readonly timeLimits?: TimeLimits;
}

const DEFAULT_TRIGGER_PCT = 0.8;
const DEFAULT_STORE_MS = 10_000;
const DEFAULT_COMPACTION_MS = 120_000;
/** Servers accept no smaller threshold. */
const LEAST_THRESHOLD = 1000;

/** Opens the window of a session: a new one, or the one that its archive holds. */
export async function createProviderWindow<R = ResponsesAnswer, E = ResponsesEvent>(
  given: ProviderWindowOptions<R, E>,
): Promise<ProviderWindow<R, E>> {
  const options = checkedWindowOptions<ProviderWindowOptions<R, E>>(given);
  const { sessionId, transport, model, clock = Date.now, originalsKey } = options;
  const settings = settingsOf(options);
  const redactor = options.redactor ?? createRedactor();
  const events = new EventArchive();
  const exporters = options.exporters ?? [];
  const onRecord = events.record.bind(events);
  const { exporterMs } = options.timeLimits ?? {};
  const limit = exporterMs === undefined ? {} : { exporterMs };
  const bus = createEventBus({ exporters, redactor, clock, model, onRecord, ...limit });
  const now = (): string => new Date(clock()).toISOString();
  const storeMs = options.timeLimits?.storeMs ?? DEFAULT_STORE_MS;
  const timed = timedStorage(options.storage ?? memoryStorage(), storeMs);
  const storage = withFallback(timed, {
    now,
    onDegraded: (error, operation) => {
      const reason = error instanceof Error ? error.message : String(error);
      bus.emit(sessionId, { event: "compact.store_degraded", operation, reason });
    },
  });
  const estimator =
    options.estimator ?? (await loadExactEstimator(lookUpModel(model, options.models).encoding));
  const parts = {
    sessionId,
    transport,
    storage,
    settings,
    redactor,
    now,
    meter: createItemMeter(responses, estimator),
    backOff: { ...DEFAULT_BACK_OFF, ...options.backOff },
    sleep: options.sleep ?? timerSleep,
    limitMilliseconds: options.timeLimits?.summarizerMs ?? DEFAULT_COMPACTION_MS,
    local: options.local ?? localManager({ ...options, redactor, estimator, clock, storage }, settings),
    log: new WindowLog({
      sessionId,
      storage,
      redactor,
      now,
      ...(originalsKey === undefined ? {} : { cipher: createArtifactCipher(originalsKey) }),
    }),
    emit: (event: Parameters<typeof bus.emit>[1]): void => void bus.emit(sessionId, event),
    archiveEvents: async () => {
      await storage.retry();
      const { trouble } = storage;
      if (trouble) bus.emit(sessionId, { event: "compact.store_degraded", ...toldTrouble(trouble) });
      await events.flush(sessionId, storage);
    },
  };
  return new OpenWindow<R, E>(parts, async () => {
    timed.insist();
    await events.flush(sessionId, storage);
    await runAll([() => storage.close(), () => bus.close()]);
  });
}

/** The event fields for a failing store. */
const toldTrouble = ({ operation, reason, store, since, entries, artifacts }: StoreTrouble) => ({
  operation,
  reason,
  store,
  kept_entries: entries,
  kept_artifacts: artifacts,
  ...(since === undefined ? {} : { since }),
});

function settingsOf<R, E>(options: ProviderWindowOptions<R, E>): WindowSettings {
  const { model, maxContextTokens, triggerPct = DEFAULT_TRIGGER_PCT, mode = "standalone" } = options;
  if (!(triggerPct > 0 && triggerPct <= 1)) throw invalid("triggerPct", triggerPct, "a share from 0 to 1");
  const inCatalogue = (name: string): number => {
    const { maxInput, contextWindow, effectiveShare } = lookUpModel(name, options.models);
    return Math.floor((maxInput ?? contextWindow) * effectiveShare);
  };
  const maxTokens = maxContextTokens ?? inCatalogue(model);
  const maxTokensOf = (name: unknown): number =>
    typeof name !== "string" || name === model
      ? maxTokens
      : Math.min(maxContextTokens ?? Number.POSITIVE_INFINITY, inCatalogue(name));
  if (!Number.isInteger(maxTokens) || maxTokens <= 0)
    throw invalid("maxContextTokens", maxTokens, "a positive whole number of tokens");
  const compactThreshold =
    options.compactThreshold ?? Math.max(LEAST_THRESHOLD, Math.floor(maxTokens * triggerPct));
  if (!Number.isInteger(compactThreshold) || compactThreshold < LEAST_THRESHOLD)
    throw invalid(
      "compactThreshold",
      compactThreshold,
      `a whole number of at least ${LEAST_THRESHOLD} tokens`,
    );
  return {
    mode,
    triggerPct,
    maxTokens,
    maxTokensOf,
    compactThreshold,
    onFailure: options.onFailure ?? "local",
  };
}

function invalid(key: string, value: unknown, allowed: string): CompactError {
  return new CompactError("INVALID_CONFIG", `${key} is ${String(value)}; it must be ${allowed}.`, {
    details: { key, value },
  });
}

/** Made when it is needed first: most windows never are compacted here. */
function localManager<R, E>(
  options: ProviderWindowOptions<R, E> & { readonly storage: StorageAdapter },
  { maxTokens }: WindowSettings,
): LocalCompactor {
  const { model, redactor, estimator, clock, storage, exporters, timeLimits, originalsKey } = options;
  let made: LocalCompactor | undefined;
  return {
    compact(sessionId, request) {
      made ??= managerCompactor(
        new CompactManager({
          model,
          maxContextTokens: maxTokens,
          format: responses,
          storage,
          retentionDays: 0,
          ...(exporters ? { exporters } : {}),
          ...(redactor ? { redactor } : {}),
          ...(originalsKey === undefined ? {} : { originalsKey }),
          ...(estimator ? { estimator } : {}),
          ...(clock ? { clock } : {}),
          ...(timeLimits ? { timeLimits } : {}),
        }),
      );
      return made.compact(sessionId, request);
    },
  };
}
