/** What differs between vendors that speak this protocol, and between the generations of Claude. */
export interface AnthropicQuirks {
  /** How the model is asked to think: by an effort, by a budget of tokens, or not at all. */
  readonly thinking: "adaptive" | "budget" | "none";
  /** True if the model thinks where a request says nothing about it. */
  readonly thinksByItself: boolean;
  /** How it is told not to think: by saying nothing, by `disabled`, or not at all. */
  readonly thinkingOff: "omit" | "disabled" | "impossible";
  /** The efforts that an adaptive model knows, the lowest first. */
  readonly efforts: readonly string[];
  /** True if thinking is refused once anything before it has changed, unless the request says to drop it. */
  readonly boundThinking: boolean;
  /** `temperature` and `top_p` are accepted. */
  readonly sampling: boolean;
  /** `output_config.format` is accepted. */
  readonly outputFormat: boolean;
  /** The vendor searches the web by itself (`web_search_20250305`). */
  readonly webSearch: boolean;
  /** The vendor caches prompts where `cache_control` says so. */
  readonly cacheMarks: boolean;
  /** What the vendor does by itself where `context_management` says so: all, no more than clearing, or nothing. */
  readonly contextManagement: "all" | "clearing" | "none";
}
