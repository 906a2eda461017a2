import { checkedOptions } from "../validation/checked-options.js";
import { methodsShape } from "../validation/methods-shape.js";
import { MILLISECONDS_SHAPE } from "../validation/milliseconds-shape.js";
import type { NumberShape, Shape, TextShape } from "../validation/shape.js";
import { shownValue } from "../validation/shown-value.js";
import { POLICY_FIELDS } from "../config/policy-fields.js";
import { isRecord } from "../text/is-record.js";
import { CompactError } from "../errors/compact-error.js";
import type { CompactConfig, TimeLimits } from "./compact-config.js";

/** A hundred years. */
const MAX_DAYS = 36_500;
const NAME: TextShape = { kind: "text", be: 'the name of a model, such as "gpt-5"' };
const DAYS: NumberShape = {
  kind: "number",
  min: 0,
  max: MAX_DAYS,
  be: `a number of days from 0 (kept forever) to ${MAX_DAYS}`,
};
const KEY_SERVICE = methodsShape("a key service", "wrap", "unwrap", "currentKeyId");
const SUMMARIZER = methodsShape("a summarizer", "summarize");

const SUMMARY_KEY: Shape = { kind: "text", min: 16 };

/** The shape of each option. */
export const CONFIG_FIELDS: Readonly<Record<keyof CompactConfig, Shape>> = {
  model: NAME,
  maxContextTokens: { kind: "number", whole: true, min: 1, be: "a positive whole number of tokens" },
  policy: "record",
  format: methodsShape("one of the exported formats (responses, chat, …)", "view", "message", "matches"),
  estimator: methodsShape("a token estimator", "count"),
  summarizer: SUMMARIZER,
  remote: methodsShape("a remote compactor", "compact"),
  fallbackSummarizer: { kind: "either", of: [SUMMARIZER, ["none"]], be: `${SUMMARIZER.be}, or "none"` },
  storage: methodsShape("a store", "append"),
  artifactRetentionDays: DAYS,
  summaryKey: {
    kind: "either",
    of: [SUMMARY_KEY, { kind: "list", of: SUMMARY_KEY }],
    be: "a secret of at least 16 characters, or a list of them",
  },
  tenant: "text",
  retentionDays: DAYS,
  exporters: { kind: "list", of: methodsShape("an exporter", "export") },
  originalsKey: {
    kind: "either",
    of: ["text", KEY_SERVICE, { kind: "list", of: { kind: "either", of: ["text", KEY_SERVICE] } }],
    be: "a key, or a list of keys: 32 bytes as 64 hexadecimal digits or in base64, or a key service",
  },
  redactor: methodsShape("a redactor", "text", "value"),
  similarity: methodsShape("a similarity", "scores"),
  shouldCompact: "function",
  models: "record",
  prices: "record",
  clock: "function",
  timeLimits: "record",
  maxSessions: { kind: "number", whole: true, min: 1, be: "a positive whole number" },
};

const TIME_LIMITS: Readonly<Record<keyof TimeLimits, Shape>> = {
  summarizerMs: MILLISECONDS_SHAPE,
  storeMs: MILLISECONDS_SHAPE,
  exporterMs: MILLISECONDS_SHAPE,
};

/** Options that other libraries name differently, with our name. */
export const CONFIG_ELSEWHERE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.keys(POLICY_FIELDS).map((name) => [name, `policy.${name}`])),
  ...Object.fromEntries(Object.keys(TIME_LIMITS).map((name) => [name, `timeLimits.${name}`])),
  contextWindow: "maxContextTokens",
  maxTokens: "maxContextTokens",
  maxInputTokens: "maxContextTokens",
  contextLength: "maxContextTokens",
  window: "maxContextTokens",
  store: "storage",
  archive: "storage",
  artifacts: "storage: splitStore({ entries, artifacts })",
};

/**
 * Validates the options and returns a plain copy. In code without type checks, this is the first to see a
 * mistyped option.
 *
 * @throws CompactError `INVALID_CONFIG` with the option, its value and what is allowed.
 */
export function checkConfig<W extends object>(given: unknown): CompactConfig<W> {
  const check = { code: "INVALID_CONFIG", elsewhere: CONFIG_ELSEWHERE } as const;
  if (typeof given !== "object" || given === null)
    throw invalid("config", given, 'must be an object with a model: { model: "gpt-5" }');
  const config = checkedOptions<Partial<CompactConfig<W>>>(given, {
    ...check,
    fields: CONFIG_FIELDS,
  });
  if (config.model === undefined) {
    throw invalid("model", undefined, "must be given: it decides the window and how tokens are counted");
  }
  checkPrices(config.prices);
  const timeLimits = checkedOptions<TimeLimits>(config.timeLimits, {
    ...check,
    what: "timeLimits",
    fields: TIME_LIMITS,
  });
  return { ...config, model: config.model, timeLimits };
}

const PRICE_KEYS = ["input", "cachedInput", "cacheWrite", "output"] as const;
const MAX_PRICE = 1_000_000;

/** Without this check, a price that is not a number would only fail in the middle of a compaction. */
function checkPrices(prices: unknown): void {
  for (const [model, given] of Object.entries(isRecord(prices) ? prices : {})) {
    const name = `prices[${JSON.stringify(model.slice(0, 80))}]`;
    if (!isRecord(given)) throw invalid(name, given, `must be an object with ${PRICE_KEYS.join(", ")}`);
    for (const [key, price] of Object.entries(given)) {
      if (!PRICE_KEYS.some((known) => known === key))
        throw invalid(`${name}.${key}`, price, `must be one of ${PRICE_KEYS.join(", ")}`);
      const isPrice = typeof price === "number" && price >= 0 && price <= MAX_PRICE;
      if (price !== undefined && !isPrice)
        throw invalid(`${name}.${key}`, price, `must be dollars per million tokens, from 0 to ${MAX_PRICE}`);
    }
  }
}

function invalid(key: string, value: unknown, must: string): CompactError {
  return new CompactError("INVALID_CONFIG", `${key} is ${shownValue(value)}; it ${must}.`, {
    details: { key },
  });
}
