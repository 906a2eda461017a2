import type { CompactConfig } from "../engine/compact-config.js";
import { POLICY_PRESETS } from "../config/policy-presets.js";
import type { Settings, StorageSettings } from "../config/settings.js";
import { createRedactor } from "../redaction/create-redactor.js";
import { extractiveSummarizer } from "../summarizers/extractive/extractive-summarizer.js";
import { modelSummarizer } from "../summarizers/model-summarizer.js";
import type { Summarizer } from "../summarizers/summarizer.js";
import { artifactKeysFrom } from "./artifact-keys-from.js";
import { exportersFromSettings } from "./exporters-from-settings.js";
import { storageFromSettings } from "./storage-from-settings.js";
import { heuristicEstimator } from "../tokens/heuristic-estimator.js";
import type { PriceOverrides } from "../tokens/prices.js";

/** Options from code; they override the settings. */
export interface ManagerOverrides<W extends object> extends Partial<CompactConfig<W>> {
  /** Where the keys of a summarizer model, of the artifacts and of the summaries are looked up. @default process.env */
  readonly environment?: Environment;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The configuration of a manager as the settings describe it.
 *
 * @throws CompactError `INVALID_CONFIG` if the settings leave a part to the code (`custom`) and the code has none.
 */
export function configFromSettings<W extends object = object>(
  settings: Settings,
  overrides: ManagerOverrides<W> = {},
): CompactConfig<W> {
  const { environment = process.env, ...config } = overrides;
  const { telemetry } = settings;
  const summaryKey = environment[settings.storage.summaryKeyEnv];
  return {
    model: settings.model,
    ...(settings.maxContextTokens === undefined ? {} : { maxContextTokens: settings.maxContextTokens }),
    storage: config.storage ?? storageFromSettings(settings.storage, environment),
    retentionDays: settings.storage.retentionDays,
    artifactRetentionDays: settings.storage.artifactRetentionDays,
    ...(settings.storage.tenant === undefined ? {} : { tenant: settings.storage.tenant }),
    ...(summaryKey ? { summaryKey } : {}),
    exporters: config.exporters ?? exportersFromSettings(telemetry),
    ...originalsKeyFrom(settings.storage, environment),
    redactor: createRedactor(settings.redaction),
    summarizer: summarizerFromSettings(settings, environment),
    ...(settings.summarizer.fallback === "none" ? { fallbackSummarizer: "none" } : {}),
    timeLimits: settings.timeLimits,
    models: settings.models,
    prices: pricesFromSettings(settings.models),
    ...(settings.tokens.estimator === "heuristic" ? { estimator: heuristicEstimator } : {}),
    ...config,
    policy: { ...settings.policy, ...POLICY_PRESETS[config.policy?.preset ?? "none"], ...config.policy },
  };
}

/** The artifact key opens the originals too: whoever may read the one may read the other. */
function originalsKeyFrom(
  settings: StorageSettings,
  environment: Environment,
): Pick<CompactConfig, "originalsKey"> {
  const originalsKey = artifactKeysFrom(settings, environment);
  return originalsKey ? { originalsKey } : {};
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

function summarizerFromSettings(settings: Settings, environment: Environment): Summarizer {
  const { kind, api, baseUrl, model, apiKeyEnv, timeoutMs, output, maxInputTokens, seed } =
    settings.summarizer;
  if (kind === "extractive") return extractiveSummarizer();
  const apiKey = environment[apiKeyEnv];
  const { maxContextTokens } = settings;
  const own = model === undefined && maxContextTokens !== undefined;
  const models = own
    ? {
        ...settings.models,
        [settings.model]: { ...settings.models[settings.model], contextWindow: maxContextTokens },
      }
    : settings.models;
  return modelSummarizer({
    api,
    baseUrl,
    model: model ?? settings.model,
    timeoutMs,
    output,
    ...(maxInputTokens === undefined ? {} : { maxInputTokens }),
    models,
    seed,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
}
