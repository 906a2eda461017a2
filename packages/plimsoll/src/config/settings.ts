import type { Severity } from "../events/severities.js";
import { type CompactPolicy, DEFAULT_POLICY } from "./compact-policy.js";

export interface TelemetrySettings {
  /** `otlp`: to the OpenTelemetry SDK. `custom`: the exporters are passed in code. */
  readonly exporter: "console" | "none" | "otlp" | "custom";
  readonly level: Severity;
  /** True: the console shows every decision, whatever the level. */
  readonly decisions: boolean;
}

export interface StorageSettings {
  /** The name of a store, as `STORE_NAMES` of `plimsoll/node` lists them, or `custom` for one that is passed in code. */
  readonly adapter: string;
  /** A folder for `fs`, a database file for `sqlite`. */
  readonly path: string;
  /** The address of the database of `postgres`; absent for that of the PG variables. */
  readonly url?: string;
  /** The schema of `postgres`. */
  readonly schema?: string;
  /** The bucket of `s3`. */
  readonly bucket?: string;
  /** The address of another service than AWS for `s3`. */
  readonly endpoint?: string;
  /** The region of `s3`. */
  readonly region?: string;
  /** What the names of all objects of `s3` begin with. */
  readonly prefix?: string;
  /** How the server of `s3` encrypts. */
  readonly serverSideEncryption?: "AES256" | "aws:kms";
  /** The key of the key service for `aws:kms`. */
  readonly kmsKeyId?: string;
  /** 0 keeps sessions forever. */
  readonly retentionDays: number;
  /** 0 keeps the payloads of large tool outputs forever. */
  readonly artifactRetentionDays: number;
  /** The name of the environment variable that holds the key; payloads are encrypted if it is set. */
  readonly artifactKeyEnv: string;
  /** The file of a local key ring; everything at rest is sealed by data keys that it wraps. */
  readonly keyRing?: string;
  /** The environment variable that holds the key by which summaries are sealed. */
  readonly summaryKeyEnv: string;
  /** Whose sessions these are, in a store that several tenants share. */
  readonly tenant?: string;
}

export interface RedactionSettings {
  readonly enabled: boolean;
  readonly patterns: readonly string[];
  readonly allow: readonly string[];
  readonly defaults: boolean;
  /** Sets of rules that are off unless they are named here. */
  readonly sets: readonly "pii"[];
}

export interface SummarizerSettings {
  readonly kind: "extractive" | "model";
  readonly api: "chat" | "responses";
  readonly baseUrl: string;
  /** The model that writes summaries; absent for the conversation's own. */
  readonly model?: string;
  /** The name of the environment variable that holds the key, never the key. */
  readonly apiKeyEnv: string;
  readonly timeoutMs: number;
  /**
   * What the model writes: the changes to the state, which code merges and renders, or the summary in its own
   * words.
   */
  readonly output: "delta" | "prose";
  /** By default derived from the window of the summarizing model. */
  readonly maxInputTokens?: number;
  readonly seed: number;
  /** What replaces a model that failed twice; `none` continues without a summary. */
  readonly fallback: "none" | "extractive";
}

export interface TokenSettings {
  readonly estimator: "exact" | "heuristic";
}

/** How long to wait for a part before the run continues without it, in milliseconds; 0 waits forever. */
export interface TimeLimitSettings {
  readonly summarizerMs: number;
  readonly storeMs: number;
  readonly exporterMs: number;
}

/** Corrections and additions to the model catalogue. */
export interface ModelSettings {
  readonly contextWindow?: number;
  readonly maxOutput?: number;
  readonly effectiveShare?: number;
  readonly encoding?: "o200k_base" | "cl100k_base";
  /** Dollars per million tokens. */
  readonly inputPrice?: number;
  readonly cachedInputPrice?: number;
  readonly cacheWritePrice?: number;
  readonly outputPrice?: number;
}

/** The whole configuration, complete and checked. The file has the same keys in snake_case. */
export interface Settings {
  readonly model: string;
  /** The window in tokens; by default from the model catalogue. */
  readonly maxContextTokens?: number;
  readonly policy: CompactPolicy;
  readonly telemetry: TelemetrySettings;
  readonly storage: StorageSettings;
  readonly redaction: RedactionSettings;
  readonly summarizer: SummarizerSettings;
  readonly tokens: TokenSettings;
  readonly timeLimits: TimeLimitSettings;
  readonly models: Readonly<Record<string, ModelSettings>>;
}

export const DEFAULT_SETTINGS: Settings = Object.freeze({
  model: "unknown",
  policy: DEFAULT_POLICY,
  telemetry: Object.freeze({ exporter: "none", level: "info", decisions: false }),
  storage: Object.freeze({
    adapter: "memory",
    path: "./.compact/archive",
    retentionDays: 30,
    artifactRetentionDays: 30,
    artifactKeyEnv: "PLIMSOLL_ARTIFACT_KEY",
    summaryKeyEnv: "PLIMSOLL_SUMMARY_KEY",
  }),
  redaction: Object.freeze({
    enabled: true,
    patterns: Object.freeze([]),
    allow: Object.freeze([]),
    defaults: true,
    sets: Object.freeze([]),
  }),
  summarizer: Object.freeze({
    kind: "extractive",
    api: "chat",
    baseUrl: "https://api.openai.com/v1",
    apiKeyEnv: "OPENAI_API_KEY",
    timeoutMs: 60_000,
    output: "delta",
    seed: 1,
    fallback: "extractive",
  }),
  tokens: Object.freeze({ estimator: "exact" }),
  timeLimits: Object.freeze({ summarizerMs: 120_000, storeMs: 10_000, exporterMs: 5000 }),
  models: Object.freeze({}),
});
