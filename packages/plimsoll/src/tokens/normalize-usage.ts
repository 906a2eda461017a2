/** Usage of one request, whatever the provider calls it. Cached tokens are part of the input tokens. */
export interface NormalizedUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** One shape of usage: the fields to sum, and where cached tokens are; the first present one wins. */
interface UsageShape {
  readonly input: readonly string[];
  readonly output: readonly string[];
  readonly cached: readonly string[];
}

// The first field of `input` must be present for a shape to apply.
const SHAPES: readonly UsageShape[] = [
  {
    // Anthropic counts what came from or went to the cache apart; Responses and LangChain do not have these fields.
    input: ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"],
    output: ["output_tokens"],
    cached: [
      "cache_read_input_tokens",
      "input_tokens_details.cached_tokens",
      "input_token_details.cache_read",
    ],
  },
  {
    input: ["prompt_tokens"],
    output: ["completion_tokens"],
    cached: ["prompt_tokens_details.cached_tokens", "prompt_cache_hit_tokens", "cached_tokens"],
  },
  {
    input: ["promptTokenCount", "toolUsePromptTokenCount"],
    output: ["candidatesTokenCount", "thoughtsTokenCount"],
    cached: ["cachedContentTokenCount"],
  },
  {
    input: ["inputTokens"],
    output: ["outputTokens"],
    cached: [
      "cachedInputTokens",
      "inputTokenDetails.cacheReadTokens",
      "inputTokensDetails.cached_tokens",
      "inputTokens.cacheRead",
    ],
  },
  { input: ["inputTokens.total"], output: ["outputTokens.total"], cached: ["inputTokens.cacheRead"] },
  { input: ["promptTokens"], output: ["completionTokens"], cached: [] },
];

const WRAPPERS = ["usage", "usageMetadata", "usage_metadata"] as const;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function tokensAt(fields: Fields, path: string): number | undefined {
  let value: unknown = fields;
  for (const key of path.split(".")) value = isFields(value) ? value[key] : undefined;
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

function sum(fields: Fields, paths: readonly string[]): number {
  return paths.reduce((total, path) => total + (tokensAt(fields, path) ?? 0), 0);
}

function readShape(fields: Fields, shape: UsageShape): NormalizedUsage | undefined {
  const [required = ""] = shape.input;
  if (tokensAt(fields, required) === undefined) return undefined;
  const inputTokens = sum(fields, shape.input);
  if (inputTokens === 0) return undefined;
  const cachedPath = shape.cached.find((path) => tokensAt(fields, path) !== undefined);
  const cached = cachedPath === undefined ? 0 : sum(fields, [cachedPath]);
  return {
    inputTokens,
    outputTokens: sum(fields, shape.output),
    cachedTokens: Math.min(cached, inputTokens),
  };
}

function readFields(fields: Fields): NormalizedUsage | undefined {
  for (const shape of SHAPES) {
    const usage = readShape(fields, shape);
    if (usage !== undefined) return usage;
  }
  return undefined;
}

/**
 * Reads the usage of OpenAI Responses and Chat, Anthropic, Gemini, the AI SDK, the Agents SDK or LangChain, alone
 * or inside its response. `undefined` for anything else, and for usage without input tokens: a missing
 * count is not a count of zero.
 */
export function normalizeUsage(usage: unknown): NormalizedUsage | undefined {
  if (!isFields(usage)) return undefined;
  const own = readFields(usage);
  if (own !== undefined) return own;
  for (const wrapper of WRAPPERS) {
    const inner = usage[wrapper];
    const found = isFields(inner) ? readFields(inner) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
