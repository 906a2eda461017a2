import { nearestName } from "../config/nearest-name.js";
import { isRecord } from "../conversation/is-record.js";
import { CompactError } from "../errors/compact-error.js";
import type { CompactConfig } from "./compact-config.js";

interface Demand {
  /** What belongs there, as in "… must be a function". */
  readonly be: string;
  holds(value: unknown): boolean;
}

const hasMethod = (value: unknown, method: string): boolean =>
  typeof value === "object" && value !== null && typeof Reflect.get(value, method) === "function";

const methods = (what: string, ...names: readonly string[]): Demand => ({
  be: `${what}, an object with ${names.map((name) => `${name}()`).join(", ")}`,
  holds: (value) => names.every((name) => hasMethod(value, name)),
});
const TEXT: Demand = { be: "a text", holds: (value) => typeof value === "string" };
const NAME: Demand = {
  be: 'the name of a model, such as "gpt-5"',
  holds: (value) => typeof value === "string",
};
const FUNCTION: Demand = { be: "a function", holds: (value) => typeof value === "function" };
const RECORD: Demand = { be: "an object", holds: isRecord };
const DAYS: Demand = {
  be: "a number of days, 0 or more",
  holds: (value) => typeof value === "number" && value >= 0,
};
const COUNT: Demand = {
  be: "a positive whole number",
  holds: (value) => Number.isInteger(value) && Number(value) > 0,
};
const SUMMARIZER = methods("a summarizer", "summarize");

/** What each option must be where it is given. */
const DEMANDS: Readonly<Record<keyof CompactConfig, Demand>> & Readonly<Partial<Record<string, Demand>>> = {
  model: NAME,
  maxContextTokens: { be: "a positive whole number of tokens", holds: COUNT.holds },
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
  fallbackSummarizer: SUMMARIZER,
  storage: methods("a store", "append"),
  artifacts: methods("an artifact store", "put", "get"),
  artifactRetentionDays: DAYS,
  tenant: TEXT,
  retentionDays: DAYS,
  exporters: {
    be: "a list of exporters, objects with export()",
    holds: (value) => Array.isArray(value) && value.every((one) => hasMethod(one, "export")),
  },
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
  maxSessions: COUNT,
};

/**
 * Refuses a set-up that cannot work, before anything is done with it; where types are not checked this is the first to see
 * a mistyped option.
 *
 * @throws CompactError `INVALID_CONFIG` with the option, its value and what belongs there.
 */
export function checkConfig(config: unknown): void {
  if (!isRecord(config))
    throw invalid("config", config, 'must be an object with a model: { model: "gpt-5" }');
  if (config["model"] === undefined) {
    throw invalid("model", undefined, "must be given: it decides the window and how tokens are counted");
  }
  const names = Object.keys(DEMANDS);
  for (const [name, value] of Object.entries(config)) {
    const demand = Object.hasOwn(DEMANDS, name) ? DEMANDS[name] : undefined;
    if (demand === undefined) refuseMistyped(name, names);
    else if (value !== undefined && !demand.holds(value)) throw invalid(name, value, `must be ${demand.be}`);
  }
  checkPrices(config["prices"]);
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

/** What is far from every option may belong to whoever hands the options on. */
function refuseMistyped(name: string, names: readonly string[]): void {
  const meant = nearestName(name, names);
  if (meant === undefined) return;
  throw new CompactError("INVALID_CONFIG", `The option ${name} is unknown; did you mean ${meant}?`, {
    details: { key: name },
  });
}

function invalid(key: string, value: unknown, must: string): CompactError {
  return new CompactError("INVALID_CONFIG", `${key} is ${shown(value)}; it ${must}.`, { details: { key } });
}

function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 80));
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
