import { normalizeModelName } from "./normalize-model-name.js";

/** The prices of a model, in dollars per million tokens. */
export interface ModelPrices {
  readonly input: number;
  /** Input that the provider has in its cache. */
  readonly cachedInput: number;
  /** Input written to the cache, if that costs more than `input`. */
  readonly cacheWrite?: number;
  /** Absent if it is unknown; only a summary that the model writes needs it. */
  readonly output?: number;
}

/** Corrections and additions to the price table, by the exact name of a model. */
export type PriceOverrides = Readonly<Record<string, Partial<ModelPrices>>>;

const openai = (input: number, cachedInput: number, output: number): ModelPrices => ({
  input,
  cachedInput,
  output,
});

/** A read from Anthropic's cache costs a tenth of the input, a write a quarter more than it. */
const claude = (input: number, output: number): ModelPrices => ({
  input,
  cachedInput: input / 10,
  cacheWrite: input * 1.25,
  output,
});

/**
 * List prices by model, standard service and the shorter of two context tiers, as of 2026-11. A name covers its dated and
 * preview variants, no other version and no other size: a wrong price is worse than none.
 */
export const PRICES: Readonly<Record<string, ModelPrices>> = {
  "gpt-5": openai(1.25, 0.125, 10),
  "gpt-5-chat": openai(1.25, 0.125, 10),
  "gpt-5-codex": openai(1.25, 0.125, 10),
  "gpt-5-mini": openai(0.25, 0.025, 2),
  "gpt-5-nano": openai(0.05, 0.005, 0.4),
  "gpt-5.1": openai(1.25, 0.125, 10),
  "gpt-5.1-codex": openai(1.25, 0.125, 10),
  "gpt-5.2": openai(1.75, 0.175, 14),
  "gpt-5.4": openai(2.5, 0.25, 15),
  "gpt-5.4-mini": openai(0.75, 0.075, 4.5),
  "gpt-5.4-nano": openai(0.2, 0.02, 1.25),
  "gpt-5.5": openai(5, 0.5, 30),
  "gpt-4.1": openai(2, 0.5, 8),
  "gpt-4.1-mini": openai(0.4, 0.1, 1.6),
  "gpt-4.1-nano": openai(0.1, 0.025, 0.4),
  "gpt-4o": openai(2.5, 1.25, 10),
  "gpt-4o-mini": openai(0.15, 0.075, 0.6),
  "gpt-4-turbo": openai(10, 10, 30),
  "gpt-3.5-turbo": openai(0.5, 0.5, 1.5),
  o1: openai(15, 7.5, 60),
  o3: openai(2, 0.5, 8),
  "o3-mini": openai(1.1, 0.55, 4.4),
  "o4-mini": openai(1.1, 0.275, 4.4),
  "codex-mini": openai(1.5, 0.375, 6),

  "claude-3-5-haiku": claude(0.8, 4),
  "claude-3-5-sonnet": claude(3, 15),
  "claude-3-7-sonnet": claude(3, 15),
  "claude-haiku-4-5": claude(1, 5),
  "claude-sonnet-4": claude(3, 15),
  "claude-sonnet-4-5": claude(3, 15),
  "claude-sonnet-4-6": claude(3, 15),
  "claude-sonnet-5": claude(2, 10),
  "claude-opus-4": claude(15, 75),
  "claude-opus-4-1": claude(15, 75),
  "claude-opus-4-5": claude(5, 25),
  "claude-opus-4-6": claude(5, 25),
  "claude-opus-4-7": claude(5, 25),
  "claude-opus-5": claude(5, 25),

  "gemini-2.5-pro": openai(1.25, 0.125, 10),
  "gemini-2.5-flash": openai(0.3, 0.03, 2.5),
  "gemini-2.5-flash-lite": openai(0.1, 0.01, 0.4),
  "gemini-3-pro": openai(2, 0.2, 12),
};

const TABLE: ReadonlyMap<string, ModelPrices> = new Map(
  Object.entries(PRICES).map(([name, prices]) => [normalizeModelName(name), prices]),
);
const SEPARATOR = /[-@:_]/;
const SAME_PRICE: ReadonlySet<string> = new Set(["latest", "preview", "thinking"]);

/**
 * True for the suffix of a snapshot (`-2026-03-01`, `-preview-05-06`, `-v1:0`), not of another version or size.
 */
function isSnapshot(suffix: string): boolean {
  const [, first = "", ...rest] = suffix.split(SEPARATOR);
  if (!/^\d{4,8}$/.test(first) && !/^v\d$/.test(first) && !SAME_PRICE.has(first)) return false;
  return rest.every((part) => /^v?\d{1,8}$/.test(part) || SAME_PRICE.has(part));
}

function findPrices(name: string): ModelPrices | undefined {
  for (let end = name.length; end > 0; end--) {
    const prices = TABLE.get(name.slice(0, end));
    if (prices === undefined || (end < name.length && !SEPARATOR.test(name.charAt(end)))) continue;
    return end === name.length || isSnapshot(name.slice(end)) ? prices : undefined;
  }
  return undefined;
}

/**
 * The prices of a model: overrides first, then the table; undefined if input has no price. By default
 * cached input costs the same as input.
 */
export function lookUpPrices(name: string, overrides: PriceOverrides = {}): ModelPrices | undefined {
  const normalized = normalizeModelName(name);
  const override = Object.hasOwn(overrides, name)
    ? overrides[name]
    : Object.entries(overrides).find(([key]) => normalizeModelName(key) === normalized)?.[1];
  const given = Object.fromEntries(Object.entries(override ?? {}).filter(([, value]) => value !== undefined));
  const { input, output, cachedInput, cacheWrite }: Partial<ModelPrices> = {
    ...findPrices(normalized),
    ...given,
  };
  if (input === undefined) return undefined;
  return {
    input,
    ...(output === undefined ? {} : { output }),
    cachedInput: cachedInput ?? input,
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  };
}
