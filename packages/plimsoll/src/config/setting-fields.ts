import { CompactError } from "../errors/compact-error.js";
import { SEVERITIES } from "../events/severities.js";
import { compilePattern } from "../redaction/compile-pattern.js";
import { CUSTOM_STORE, STORE_NAMES } from "../stores/store-registry.js";
import type { CustomShape } from "../validation/shape.js";
import { POLICY_FIELDS } from "./policy-fields.js";
import { type SettingField, SHARE_ABOVE_ZERO, shortText, wholeNumber } from "./setting-field.js";
import type { ModelSettings, Settings } from "./settings.js";

type FieldsOf<T> = { readonly [Key in keyof Required<T>]: SettingField };
type SectionName = "policy" | "telemetry" | "storage" | "redaction" | "summarizer" | "tokens" | "timeLimits";

interface SettingFields {
  /** The settings outside any section. */
  readonly root: FieldsOf<Pick<Settings, "model" | "maxContextTokens">>;
  readonly sections: { readonly [Name in SectionName]: FieldsOf<Settings[Name]> };
  /** The settings of one entry of `models`. */
  readonly model: FieldsOf<ModelSettings>;
}

const MAX_PATTERNS = 200;
const PRICE: SettingField = { kind: "number", min: 0, max: 1_000_000 };
/** No timer waits longer. */
const MILLISECONDS = wholeNumber(0, 2_147_483_647);
const VARIABLE: SettingField = {
  kind: "text",
  max: 200,
  pattern: /^[A-Za-z_][A-Za-z0-9_]*$/,
  be: "the name of an environment variable",
};
const SCHEMA: SettingField = {
  kind: "text",
  pattern: /^[a-z_][a-z0-9_]{0,62}$/,
  be: "the name of a schema: small letters, digits and _, at most 63",
};
const STORE: CustomShape = {
  kind: "custom",
  be: "the name of a store",
  holds: (value) => typeof value === "string" && (STORE_NAMES.includes(value) || value === CUSTOM_STORE),
  whyNot: (value) =>
    typeof value === "string" && /^\w/.test(value)
      ? `one of ${[...STORE_NAMES, CUSTOM_STORE].join(", ")}`
      : undefined,
};
const ADDRESS: SettingField = {
  kind: "custom",
  be: "an http or https address",
  holds: (value) => typeof value === "string" && value.length <= 2000 && isAddress(value),
};
const PATTERN: CustomShape = {
  kind: "custom",
  be: "an RE2 pattern",
  holds: (value) => typeof value === "string" && patternProblem(value) === undefined,
  whyNot: (value) => (typeof value === "string" ? patternProblem(value) : undefined),
};
const PATTERNS: SettingField = {
  kind: "list",
  of: PATTERN,
  max: MAX_PATTERNS,
  be: `a list of at most ${MAX_PATTERNS} RE2 patterns`,
};

function isAddress(value: string): boolean {
  try {
    return !value.includes("\0") && ["http:", "https:"].includes(new URL(value).protocol);
  } catch {
    return false;
  }
}

function patternProblem(pattern: string): string | undefined {
  try {
    compilePattern(pattern);
    return undefined;
  } catch (error) {
    return CompactError.isInstance(error) ? error.message : String(error);
  }
}

/** The shape of every setting. */
export const SETTING_FIELDS: SettingFields = {
  root: { model: shortText(200), maxContextTokens: wholeNumber(1) },
  sections: {
    policy: POLICY_FIELDS,
    telemetry: { exporter: ["console", "none", "otlp", "custom"], level: SEVERITIES, decisions: "flag" },
    storage: {
      adapter: STORE,
      path: shortText(4096),
      url: shortText(2000),
      schema: SCHEMA,
      bucket: shortText(63),
      endpoint: ADDRESS,
      region: shortText(64),
      prefix: shortText(1000),
      serverSideEncryption: ["AES256", "aws:kms"],
      kmsKeyId: shortText(2048),
      retentionDays: wholeNumber(0, 36_500),
      artifactRetentionDays: wholeNumber(0, 36_500),
      artifactKeyEnv: VARIABLE,
      keyRing: shortText(4096),
      summaryKeyEnv: VARIABLE,
      tenant: shortText(128),
    },
    redaction: {
      enabled: "flag",
      patterns: PATTERNS,
      allow: PATTERNS,
      defaults: "flag",
      sets: { kind: "list", of: ["pii"], max: 16, be: "a list of pii" },
    },
    summarizer: {
      kind: ["extractive", "model"],
      api: ["chat", "responses"],
      baseUrl: ADDRESS,
      model: shortText(200),
      apiKeyEnv: VARIABLE,
      timeoutMs: wholeNumber(1, 3_600_000),
      output: ["delta", "prose"],
      maxInputTokens: wholeNumber(1000),
      seed: wholeNumber(0, 2_147_483_647),
      fallback: ["none", "extractive"],
    },
    tokens: { estimator: ["exact", "heuristic"] },
    timeLimits: { summarizerMs: MILLISECONDS, storeMs: MILLISECONDS, exporterMs: MILLISECONDS },
  },
  model: {
    contextWindow: wholeNumber(1),
    maxOutput: wholeNumber(1),
    effectiveShare: SHARE_ABOVE_ZERO,
    encoding: ["o200k_base", "cl100k_base"],
    inputPrice: PRICE,
    cachedInputPrice: PRICE,
    cacheWritePrice: PRICE,
    outputPrice: PRICE,
  },
};
