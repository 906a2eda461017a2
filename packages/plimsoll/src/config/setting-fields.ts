import type { Role } from "../conversation/item-view.js";
import { SEVERITIES } from "../events/severities.js";
import {
  type CompactPolicy,
  COST_MODES,
  PRESET_NAMES,
  PRUNING_POLICIES,
  STRATEGIES,
  SUMMARY_ROLES,
} from "./compact-policy.js";
import type { SettingField } from "./setting-field.js";
import type { ModelSettings, Settings } from "./settings.js";

type Fields<T> = { readonly [Key in keyof Required<T>]: SettingField };
type SectionName = "policy" | "telemetry" | "storage" | "redaction" | "summarizer" | "tokens" | "timeLimits";

const MAX_TOKENS = 1_000_000_000;
const ROLES: readonly Role[] = ["system", "developer", "user", "assistant", "tool"];

const share: SettingField = { kind: "number", min: 0, max: 1, integer: false };
const shareAboveZero: SettingField = { kind: "number", min: 0, max: 1, integer: false, above: true };
const price: SettingField = { kind: "number", min: 0, max: 1_000_000, integer: false };
const flag: SettingField = { kind: "flag" };

function whole(min: number, max: number = MAX_TOKENS): SettingField {
  return { kind: "number", min, max, integer: true };
}

function text(maxLength: number): SettingField {
  return { kind: "text", maxLength };
}

function choice(choices: readonly string[]): SettingField {
  return { kind: "choice", choices };
}

/** No timer waits longer. */
const milliseconds = whole(0, 2_147_483_647);

/** The settings outside any section. */
export const ROOT_FIELDS: Fields<Pick<Settings, "model" | "maxContextTokens">> = {
  model: text(200),
  maxContextTokens: whole(1),
};

export const POLICY_FIELDS: Fields<CompactPolicy> = {
  preset: choice(PRESET_NAMES),
  triggerPct: shareAboveZero,
  triggerTokensLeft: whole(0),
  softTriggerPct: share,
  hardCapBuffer: whole(0),
  targetPct: shareAboveZero,
  minGainPct: share,
  keepRecentTurns: whole(1, 10_000),
  keepToolIoPairs: whole(1, 10_000),
  rolesNeverPrune: { kind: "list", entries: ROLES },
  protectedFlag: text(100),
  strategy: choice(STRATEGIES),
  pruning: choice(PRUNING_POLICIES),
  keepUserTokens: whole(0),
  summaryRole: choice(SUMMARY_ROLES),
  summaryHandover: flag,
  summaryMaxTokens: whole(0),
  toolOutputMaxTokens: whole(0),
  toolOutputTotalPct: share,
  maskMinTokens: whole(0),
  maskProtectTokens: whole(0),
  summarize: flag,
  cost: choice(COST_MODES),
  costHorizonTurns: whole(1, 1000),
};

export const SECTION_FIELDS: { readonly [Name in SectionName]: Fields<Settings[Name]> } = {
  policy: POLICY_FIELDS,
  telemetry: { exporter: choice(["console", "none"]), level: choice(SEVERITIES) },
  storage: {
    adapter: choice(["memory", "fs", "sqlite"]),
    path: text(4096),
    retentionDays: whole(0, 36_500),
    artifactRetentionDays: whole(0, 36_500),
    artifactKeyEnv: { kind: "text", maxLength: 200, form: "variable" },
    summaryKeyEnv: { kind: "text", maxLength: 200, form: "variable" },
    tenant: text(128),
  },
  redaction: {
    enabled: flag,
    patterns: { kind: "list", entries: "pattern" },
    allow: { kind: "list", entries: "pattern" },
    defaults: flag,
  },
  summarizer: {
    kind: choice(["extractive", "model"]),
    api: choice(["chat", "responses"]),
    baseUrl: { kind: "text", maxLength: 2000, form: "url" },
    model: text(200),
    apiKeyEnv: { kind: "text", maxLength: 200, form: "variable" },
    timeoutMs: whole(1, 3_600_000),
    output: choice(["delta", "prose"]),
    maxInputTokens: whole(1000),
    seed: whole(0, 2_147_483_647),
    fallback: choice(["none", "extractive"]),
  },
  tokens: { estimator: choice(["exact", "heuristic"]) },
  timeLimits: { summarizerMs: milliseconds, storeMs: milliseconds, exporterMs: milliseconds },
};

/** The settings of one entry of `models`. */
export const MODEL_FIELDS: Fields<ModelSettings> = {
  contextWindow: whole(1),
  maxOutput: whole(1),
  effectiveShare: shareAboveZero,
  encoding: choice(["o200k_base", "cl100k_base"]),
  inputPrice: price,
  cachedInputPrice: price,
  cacheWritePrice: price,
  outputPrice: price,
};

export type FieldTable = Readonly<Record<string, SettingField>>;
