import { checkedOptions, type Demand, shownArgument } from "../errors/checked-options.js";
import { FUNCTION, listOf, methods, MILLISECONDS, RECORD, TEXT, whole } from "../config/demands.js";
import { POLICY_FIELDS } from "../config/setting-fields.js";
import { isRecord } from "../text/is-record.js";
import { CompactError } from "../errors/compact-error.js";
import type { CompactConfig, TimeLimits } from "./compact-config.js";

/** A hundred years. */
const MAX_DAYS = 36_500;
const NAME: Demand = {
  be: 'the name of a model, such as "gpt-5"',
  holds: (value) => typeof value === "string",
};
const DAYS: Demand = {
  be: `a number of days from 0 (kept for ever) to ${MAX_DAYS}`,
  holds: (value) => typeof value === "number" && value >= 0 && value <= MAX_DAYS,
};
const SUMMARIZER = methods("a summarizer", "summarize");

/** What each option must be where it is given. */
export const CONFIG_DEMANDS: Readonly<Record<keyof CompactConfig, Demand>> = {
  model: NAME,
  maxContextTokens: whole(1, "a positive whole number of tokens"),
  policy: RECORD,
  format: methods(
    "one of the formats, which are exported (responses, chat, …)",
    "view",
    "message",
    "matches",
  ),
  estimator: methods("a token estimator", "count"),
  summarizer: SUMMARIZER,
  remote: methods("a remote compactor", "compact"),
  fallbackSummarizer: {
    be: `${SUMMARIZER.be}, or "none"`,
    holds: (value) => value === "none" || SUMMARIZER.holds(value),
  },
  storage: methods("a store", "append"),
  artifacts: methods("an artifact store", "put", "get"),
  artifactRetentionDays: DAYS,
  summaryKey: {
    be: "a text of at least 16 characters",
    holds: (value) => typeof value === "string" && value.length >= 16,
  },
  tenant: TEXT,
  retentionDays: DAYS,
  exporters: listOf("exporters", "export"),
  originalsKey: {
    be: "a key, or a list of keys: 32 bytes as 64 hexadecimal digits or in base64",
    holds: (value) =>
      typeof value === "string" || (Array.isArray(value) && value.every((key) => typeof key === "string")),
  },
  redactor: methods("a redactor", "text", "value"),
  similarity: methods("a similarity", "scores"),
  shouldCompact: FUNCTION,
  models: RECORD,
  prices: RECORD,
  clock: FUNCTION,
  timeLimits: RECORD,
  maxSessions: whole(1, "a positive whole number"),
};

const TIME_LIMITS: Readonly<Record<keyof TimeLimits, Demand>> = {
  summarizerMs: MILLISECONDS,
  storeMs: MILLISECONDS,
  exporterMs: MILLISECONDS,
};

/** Where what is named so elsewhere is said here. */
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
};

/**
 * A plain copy of a set-up that can work, before anything is done with it; where types are not checked this is the first
 * to see a mistyped option.
 *
 * @throws CompactError `INVALID_CONFIG` with the option, its value and what belongs there.
 */
export function checkConfig<W extends object>(given: unknown): CompactConfig<W> {
  const check = { code: "INVALID_CONFIG", elsewhere: CONFIG_ELSEWHERE } as const;
  if (typeof given !== "object" || given === null)
    throw invalid("config", given, 'must be an object with a model: { model: "gpt-5" }');
  const config = checkedOptions<Partial<CompactConfig<W>>>(given, {
    ...check,
    demands: CONFIG_DEMANDS,
  });
  if (config.model === undefined) {
    throw invalid("model", undefined, "must be given: it decides the window and how tokens are counted");
  }
  checkPrices(config.prices);
  const timeLimits = checkedOptions<TimeLimits>(config.timeLimits, {
    ...check,
    what: "timeLimits",
    demands: TIME_LIMITS,
  });
  return { ...config, model: config.model, timeLimits };
}

const PRICE_KEYS = ["input", "cachedInput", "cacheWrite", "output"] as const;
const MAX_PRICE = 1_000_000;

/** A price that is no number would only come to light in the middle of a compaction. */
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
  return new CompactError("INVALID_CONFIG", `${key} is ${shownArgument(value)}; it ${must}.`, {
    details: { key },
  });
}
