/** One message by which a provider reports that a request is longer than the model's window. */
export interface OverflowPattern {
  readonly provider: string;
  /** May name the groups `limit` and `requested`. Every gap is bounded, so matching is linear. */
  readonly pattern: RegExp;
  readonly example: string;
}

const LIMIT = String.raw`(?<limit>\d[\d,._]{0,15})`;
const REQUESTED = String.raw`(?<requested>\d[\d,._]{0,15})`;

function pattern(source: string): RegExp {
  return new RegExp(source, "iu");
}

/** Codes and types that mean nothing but an overflow. */
export const OVERFLOW_CODES: ReadonlySet<string> = new Set([
  "context_length_exceeded",
  "model_context_window_exceeded",
  "exceed_context_size_error",
  "request_too_large",
  "1261", // GLM
]);

/** Refusals that resemble an overflow and are not: no compaction helps against them. */
export const NOT_AN_OVERFLOW: RegExp =
  /rate[ _-]?limit|throttl|too many requests|quota|tokens per (?:min|hour|day)|string_above_max_length/iu;

/** In order: more specific patterns come first. */
export const OVERFLOW_PATTERNS: readonly OverflowPattern[] = [
  {
    provider: "OpenAI Chat, DeepSeek",
    pattern: pattern(
      `maximum context length is ${LIMIT} tokens.{0,20}you requested [^(]{0,40}\\(${REQUESTED} in the messages`,
    ),
    example:
      "This model's maximum context length is 131072 tokens. However, you requested 140210 tokens (132018 in the messages, 8192 in the completion). Please reduce the length of the messages or completion.",
  },
  {
    provider: "OpenAI Chat, OpenRouter, vLLM",
    pattern: pattern(
      `maximum context length is ${LIMIT}(?: tokens)?.{0,40}?(?:resulted in|requested(?: about)?|contains(?: at least)?|has) ${REQUESTED}`,
    ),
    example:
      "This model's maximum context length is 128,000 tokens. However, your messages resulted in 130,412 tokens.",
  },
  {
    provider: "OpenAI and compatible",
    pattern: pattern(`maximum context length is ${LIMIT}`),
    example: "This endpoint's maximum context length is 32768 tokens.",
  },
  {
    provider: "OpenAI Responses, Azure",
    pattern: /exceeds the context window of this model/iu,
    example: "Your input exceeds the context window of this model. Please adjust your input and try again.",
  },
  {
    provider: "vLLM",
    pattern: pattern(
      `(?:length of |length )?(?:\\(?${REQUESTED}\\)? )?is longer than the maximum model length(?: of ${LIMIT})?`,
    ),
    example: "The decoder prompt (length 9000) is longer than the maximum model length of 8192.",
  },
  {
    provider: "Kimi",
    pattern: pattern(`exceeded model token limit: ${LIMIT}(?: \\(requested: ${REQUESTED})?`),
    example: "Your request exceeded model token limit: 262144 (requested: 270001)",
  },
  {
    provider: "Kimi",
    pattern: /input token length too long/iu,
    example: "Invalid request: Input token length too long",
  },
  {
    provider: "MiniMax",
    pattern: /context window exceeds limit/iu,
    example: "invalid params, context window exceeds limit (2013)",
  },
  {
    provider: "GLM",
    pattern: /prompt exceeds max length/iu,
    example: "Prompt exceeds max length",
  },
  {
    provider: "GLM",
    pattern: /tokens in request more than max tokens allowed/iu,
    example: "tokens in request more than max tokens allowed",
  },
  {
    provider: "Qwen",
    pattern: pattern(`range of input length should be \\[1, ?${LIMIT}\\]`),
    example: "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 258048]",
  },
  {
    provider: "Anthropic",
    pattern: pattern(`prompt is too long(?:: ${REQUESTED} tokens > ${LIMIT} maximum)?`),
    example: "prompt is too long: 215,310 tokens > 200,000 maximum",
  },
  {
    provider: "Anthropic",
    pattern: pattern(
      `input length and .max_tokens. exceed context limit(?:: ${REQUESTED} \\+ \\d{1,12} > ${LIMIT})?`,
    ),
    example:
      "input length and `max_tokens` exceed context limit: 198000 + 8192 > 200000, decrease input length",
  },
  {
    provider: "Gemini",
    pattern: pattern(
      `input token count(?: is)?(?: \\(${REQUESTED}\\))? (?:but model only supports up to|exceeds the maximum number of tokens allowed)(?: \\(?${LIMIT})?`,
    ),
    example: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
  },
  {
    provider: "Ollama",
    pattern: /(?:prompt is longer than|input length exceeds) the context length/iu,
    example: "the input length exceeds the context length",
  },
  {
    provider: "llama.cpp",
    pattern: pattern(
      `(?:request \\(${REQUESTED} tokens\\) )?exceeds the available context size(?: \\(${LIMIT} tokens\\))?`,
    ),
    example: "request (9120 tokens) exceeds the available context size (8192 tokens), try increasing it",
  },
  {
    provider: "LM Studio",
    pattern: /greater than the context length/iu,
    example:
      "The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length.",
  },
  {
    provider: "xAI",
    pattern: pattern(`maximum prompt length is ${LIMIT}(?: but the request contains ${REQUESTED})?`),
    example: "This model's maximum prompt length is 256000 but the request contains 301220 tokens.",
  },
  {
    provider: "Cerebras",
    pattern: pattern(`current length is ${REQUESTED} while limit is ${LIMIT}`),
    example:
      "Please reduce the length of the messages or completion. Current length is 70112 while limit is 65536",
  },
  {
    provider: "Groq",
    pattern: /reduce the length of the messages or completion/iu,
    example: "Please reduce the length of the messages or completion.",
  },
  {
    provider: "Mistral",
    pattern: pattern(
      `(?:prompt contains ${REQUESTED} tokens.{0,40}?)?too large for model with ${LIMIT} maximum context length`,
    ),
    example:
      "Prompt contains 140000 tokens and 0 draft tokens, too large for model with 131072 maximum context length",
  },
  {
    provider: "GitHub Copilot",
    pattern: pattern(`token count of ${REQUESTED} exceeds the limit of ${LIMIT}`),
    example: "prompt token count of 135211 exceeds the limit of 128000",
  },
  {
    provider: "Bedrock",
    pattern: /input is too long for requested model/iu,
    example: "ValidationException: Input is too long for requested model.",
  },
  {
    provider: "generic",
    pattern:
      /context[_ ]length[_ ]exceeded|context_window_exceeded|exceed_context_size|request_too_large|too many tokens|token limit exceeded/iu,
    example: "context length exceeded",
  },
];
