import type { JsonRecord } from "../../json/json-record.js";

/** How a model is told to think, or not to. */
export interface ThinkingControl {
  /** It thinks if nothing is said about it. */
  readonly byDefault: boolean;
  /** Fields of the body that switch thinking on. */
  readonly on?: JsonRecord;
  /** Fields of the body that switch it off. Absent: it cannot be switched off. */
  readonly off?: JsonRecord;
  /** Where the effort is said. Absent: nowhere. */
  readonly effortField?: "reasoning_effort" | "reasoning.effort";
  /** The upstream's word for each effort of the Responses API; an effort without one is not sent. */
  readonly efforts?: Readonly<Record<string, string>>;
}

/** How a client's wish for web search is said. */
export type ChatWebSearch =
  | "none"
  | "builtin_function"
  | "glm_tool"
  | "mimo_tool"
  | "openrouter_tool"
  | "enable_search"
  | "web_search_options";

/** What differs between vendors that speak this protocol. */
export interface ChatQuirks {
  /** Who speaks instructions. `user`: the upstream refuses both other roles. */
  readonly systemRole: "system" | "developer" | "user";
  /** `first`: templates take one system message, at the beginning. */
  readonly systemPlace: "anywhere" | "first";
  /** Two messages of one role in a row are written as one: templates of local models refuse them. */
  readonly alternate: boolean;
  readonly images: boolean;
  /** Images may be addresses, which the upstream fetches. Otherwise they must be inline. */
  readonly imageAddresses: boolean;
  readonly imageDetail: boolean;
  /** An image without a text beside it is refused. */
  readonly imageNeedsText: boolean;
  readonly files: boolean;
  readonly audio: boolean;
  readonly maxTokensField: "max_tokens" | "max_completion_tokens";
  /** The bound of the answer is always sent: the upstream's own default is too small. */
  readonly alwaysMaxTokens: boolean;
  /** `temperature` and `top_p` may be sent. */
  readonly sampling: boolean;
  /** `stream_options.include_usage` may be sent. */
  readonly streamUsage: boolean;
  readonly parallelCalls: boolean;
  /** `strict` of tools and of output schemas is known. */
  readonly strictSchemas: boolean;
  /** Every property of a tool's schema needs a `type`. */
  readonly typedSchemas: boolean;
  /** When a forced tool choice is taken. */
  readonly forcedChoice: "always" | "without_thinking" | "never";
  /** A tool can be chosen by its name. Otherwise it is the only one that is offered, and one is required. */
  readonly namedChoice: boolean;
  /** What the upstream can enforce. The rest is said in the prompt. */
  readonly structuredOutput: "json_schema" | "json_schema_only" | "json_object" | "none";
  readonly verbosity: boolean;
  readonly thinking: ThinkingControl;
  /** Which messages of the model carry their reasoning when they are sent back. */
  readonly replay: "never" | "calls" | "always";
  readonly reasoningField: "reasoning_content" | "reasoning";
  /** A call without its reasoning is refused: what was lost is replaced by a blank. */
  readonly strictReplay: boolean;
  /** Reasoning is told in `reasoning_details`, which may be whole only at the end: calls wait for it. */
  readonly lateDetails: boolean;
  /** `<think>` at the beginning of an answer is reasoning. */
  readonly thinkTags: boolean;
  /** A delta may repeat everything that went before. */
  readonly cumulativeDeltas: boolean;
  readonly webSearch: ChatWebSearch;
  /** Where the key of a conversation's prompt cache goes. */
  readonly cacheKey: "none" | "prompt_cache_key" | "x-grok-conv-id";
  /** Sent with every request. */
  readonly extraBody: JsonRecord;
}
