import type { CompactConfig } from "../compaction/compact-config.js";
import { CompactManager } from "../compaction/manager.js";
import type { Settings, StorageSettings } from "../config/settings.js";
import { consoleExporter } from "../events/console-exporter.js";
import { createRedactor } from "../redaction/create-redactor.js";
import { fileStorage } from "../stores/file-storage.js";
import { memoryStorage } from "../stores/memory-storage.js";
import { sqliteStorage } from "../stores/sqlite-storage.js";
import type { StorageAdapter } from "../stores/storage-adapter.js";
import { extractiveSummarizer } from "../summarizers/extractive/extractive-summarizer.js";
import { modelSummarizer } from "../summarizers/model-summarizer.js";
import type { Summarizer } from "../summarizers/summarizer.js";
import { heuristicEstimator } from "../tokens/heuristic-estimator.js";
import type { PriceOverrides } from "../tokens/prices.js";

/** What code says beside the settings; it wins over them. */
export interface ManagerOverrides<W extends object> extends Partial<CompactConfig<W>> {
  /** Where the key of a summarizer model is looked up. @default process.env */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** The store that the settings name. */
export function storageFromSettings(settings: StorageSettings): StorageAdapter {
  switch (settings.adapter) {
    case "fs":
      return fileStorage({ path: settings.path });
    case "sqlite":
      return sqliteStorage({ path: settings.path });
    default:
      return memoryStorage();
  }
}

/** A manager as the settings describe it. */
export function managerFromSettings<W extends object = object>(
  settings: Settings,
  overrides: ManagerOverrides<W> = {},
): CompactManager<W> {
  const { environment = process.env, ...config } = overrides;
  const { telemetry } = settings;
  return new CompactManager<W>({
    model: settings.model,
    ...(settings.maxContextTokens === undefined ? {} : { maxContextTokens: settings.maxContextTokens }),
    storage: config.storage ?? storageFromSettings(settings.storage),
    retentionDays: settings.storage.retentionDays,
    exporters: telemetry.exporter === "console" ? [consoleExporter({ level: telemetry.level })] : [],
    redactor: createRedactor(settings.redaction),
    summarizer: summarizerFromSettings(settings, environment),
    ...(settings.summarizer.fallback === "extractive" ? { fallbackSummarizer: extractiveSummarizer() } : {}),
    models: settings.models,
    prices: pricesFromSettings(settings.models),
    ...(settings.tokens.estimator === "heuristic" ? { estimator: heuristicEstimator } : {}),
    ...config,
    policy: { ...settings.policy, ...config.policy },
  });
}

function pricesFromSettings(models: Settings["models"]): PriceOverrides {
  const prices = Object.entries(models).map(([name, model]) => {
    const { inputPrice, cachedInputPrice, cacheWritePrice, outputPrice } = model;
    const given = {
      input: inputPrice,
      cachedInput: cachedInputPrice,
      cacheWrite: cacheWritePrice,
      output: outputPrice,
    };
    return [name, Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))];
  });
  return Object.fromEntries(prices) as PriceOverrides;
}

function summarizerFromSettings(
  settings: Settings,
  environment: Readonly<Record<string, string | undefined>>,
): Summarizer {
  const { kind, api, baseUrl, model, apiKeyEnv, timeoutMs, maxInputTokens, seed } = settings.summarizer;
  if (kind === "extractive") return extractiveSummarizer();
  const apiKey = environment[apiKeyEnv];
  return modelSummarizer({
    api,
    baseUrl,
    model: model ?? settings.model,
    timeoutMs,
    maxInputTokens,
    seed,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
}
