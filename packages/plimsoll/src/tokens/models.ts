import type { Encoding } from "./load-exact-estimator.js";

/** The catalogue's data about a model or a family of models. */
export interface ModelData {
  /** Input and output together, in tokens. */
  readonly contextWindow: number;
  /** The maximum input of one request, if the provider limits it separately from the window. */
  readonly maxInput?: number;
  readonly maxOutput: number;
  /**
   * Share of the window that may be used; lower if answers are known to get worse before it is full. @default
   * 0.95
   */
  readonly effectiveShare?: number;
  /** The nearest encoding that can be counted; exact for OpenAI's models only. @default "o200k_base" */
  readonly encoding?: Encoding;
}

const GPT_5: ModelData = { contextWindow: 400_000, maxInput: 272_000, maxOutput: 128_000 };
const GPT_5_LONG: ModelData = { contextWindow: 1_050_000, maxInput: 922_000, maxOutput: 128_000 };
const CLAUDE_LONG: ModelData = { contextWindow: 1_000_000, maxOutput: 128_000 };
const CLAUDE: ModelData = { contextWindow: 200_000, maxOutput: 64_000 };
// The quality of answers falls well before the window is full; some 600,000 tokens are usable.
const GEMINI: ModelData = { contextWindow: 1_048_576, maxOutput: 65_536, effectiveShare: 0.57 };
const KIMI_K2: ModelData = { contextWindow: 262_144, maxOutput: 32_768 };
const QWEN_LONG: ModelData = { contextWindow: 1_000_000, maxInput: 991_808, maxOutput: 65_536 };

/**
 * Models by name. A name is also a family: it covers its dated and suffixed variants unless a longer name does.
 * Dots and dashes are the same. Source: models.dev (2026-07-02) and the litellm price table (2026-08-08), both MIT;
 * vendors' pages where the two disagree. Not checked against either: gpt-6, gpt-5-chat, gpt-5.4-nano, gpt-4 and older,
 * o1, codex-mini, claude up to 4.1, gemini-2.0, and the maximum output of shared windows (Kimi, Moonshot, gpt-oss).
 */
export const MODELS: Readonly<Record<string, ModelData>> = {
  "gpt-6": GPT_5,
  "gpt-5": GPT_5,
  "gpt-5-chat": { contextWindow: 128_000, maxOutput: 16_384 },
  "gpt-5.4": GPT_5_LONG,
  "gpt-5.4-mini": GPT_5,
  "gpt-5.4-nano": GPT_5,
  "gpt-5.5": GPT_5_LONG,
  "gpt-5.6": GPT_5_LONG,
  "gpt-oss": { contextWindow: 131_072, maxOutput: 32_768 },
  "gpt-4.1": { contextWindow: 1_047_576, maxOutput: 32_768 },
  "gpt-4o": { contextWindow: 128_000, maxOutput: 16_384 },
  "chatgpt-4o": { contextWindow: 128_000, maxOutput: 16_384 },
  "gpt-4": { contextWindow: 8_192, maxOutput: 4_096, encoding: "cl100k_base" },
  "gpt-4-32k": { contextWindow: 32_768, maxOutput: 4_096, encoding: "cl100k_base" },
  "gpt-4-turbo": { contextWindow: 128_000, maxOutput: 4_096, encoding: "cl100k_base" },
  "gpt-3.5-turbo": { contextWindow: 16_385, maxOutput: 4_096, encoding: "cl100k_base" },
  o1: { contextWindow: 200_000, maxOutput: 100_000 },
  "o1-mini": { contextWindow: 128_000, maxOutput: 65_536 },
  o3: { contextWindow: 200_000, maxOutput: 100_000 },
  "o4-mini": { contextWindow: 200_000, maxOutput: 100_000 },
  "codex-mini": { contextWindow: 200_000, maxOutput: 100_000 },

  claude: { contextWindow: 200_000, maxOutput: 4_096 },
  "claude-3-5": { contextWindow: 200_000, maxOutput: 8_192 },
  "claude-3-7": CLAUDE,
  "claude-haiku-4-5": CLAUDE,
  "claude-sonnet-4": CLAUDE,
  "claude-sonnet-4-5": CLAUDE,
  "claude-sonnet-4-6": { contextWindow: 1_000_000, maxOutput: 64_000 },
  "claude-sonnet-5": CLAUDE_LONG,
  "claude-opus-4": { contextWindow: 200_000, maxOutput: 32_000 },
  "claude-opus-4-5": CLAUDE,
  "claude-opus-4-6": CLAUDE_LONG,
  "claude-opus-4-7": CLAUDE_LONG,
  "claude-opus-5": CLAUDE_LONG,

  "gemini-2.0": { ...GEMINI, maxOutput: 8_192 },
  "gemini-2.5": GEMINI,
  "gemini-3": GEMINI,

  "kimi-k2": { contextWindow: 131_072, maxOutput: 32_768 },
  "kimi-k2-thinking": KIMI_K2,
  "kimi-k2.5": KIMI_K2,
  "kimi-k2.6": KIMI_K2,
  "kimi-k2.7": KIMI_K2,
  "kimi-k3": { contextWindow: 1_000_000, maxOutput: 131_072 },
  "moonshot-v1-8k": { contextWindow: 8_192, maxOutput: 4_096 },
  "moonshot-v1-32k": { contextWindow: 32_768, maxOutput: 8_192 },
  "moonshot-v1-128k": { contextWindow: 131_072, maxOutput: 8_192 },
  "deepseek-v4": { contextWindow: 1_000_000, maxOutput: 384_000 },
  "deepseek-v3": { contextWindow: 131_072, maxOutput: 8_192 },
  "deepseek-chat": { contextWindow: 131_072, maxOutput: 8_192 },
  "deepseek-reasoner": { contextWindow: 131_072, maxOutput: 65_536 },
  "minimax-m2": { contextWindow: 204_800, maxOutput: 131_072 },
  "minimax-m3": { contextWindow: 1_000_000, maxOutput: 128_000 },
  "glm-4.7": { contextWindow: 204_800, maxOutput: 128_000 },
  "glm-5": { contextWindow: 200_000, maxOutput: 128_000 },
  // Known to lose the thread from some 100,000 tokens on.
  "glm-5.1": { contextWindow: 200_000, maxOutput: 128_000, effectiveShare: 0.5 },
  "glm-5.2": { contextWindow: 1_000_000, maxOutput: 128_000 },
  "mimo-v2.5": { contextWindow: 1_048_576, maxOutput: 131_072 },
  "mimo-v2-flash": { contextWindow: 262_144, maxOutput: 131_072 },
  "qwen3.7-max": QWEN_LONG,
  "qwen3.6-plus": QWEN_LONG,
  "qwen3-coder-plus": QWEN_LONG,
  "qwen3-max": { contextWindow: 262_144, maxInput: 258_048, maxOutput: 65_536 },
};

/** The assumption for a model that is not in the catalogue: small enough for nearly all models in use. */
export const UNKNOWN_MODEL: ModelData = { contextWindow: 128_000, maxOutput: 4_096, effectiveShare: 0.9 };
