/** What the API accepts for a model, by its name in the API reference. */
export interface ClaudeRules {
  /** Values of `thinking.type`. */
  readonly thinking: readonly string[];
  /** Values of `output_config.effort`; none: the field is refused. */
  readonly efforts: readonly string[];
  /** Thinks where `thinking` is absent. */
  readonly thinksByDefault: boolean;
  /** `temperature` and `top_p` may be set. */
  readonly sampling: boolean;
  /** The last message may be the assistant's. */
  readonly prefill: boolean;
  /** Checks that nothing before a thinking block has changed. */
  readonly boundThinking: boolean;
  readonly structuredOutput: boolean;
  /** Refuses a prompt that leaves no room for `max_tokens`. */
  readonly sharedWindow: boolean;
}

const OLD: ClaudeRules = {
  thinking: ["enabled", "disabled"],
  efforts: [],
  thinksByDefault: false,
  sampling: true,
  prefill: true,
  boundThinking: false,
  structuredOutput: false,
  sharedWindow: true,
};
const OF_4_5: ClaudeRules = { ...OLD, structuredOutput: true };
const OF_4_6: ClaudeRules = {
  ...OF_4_5,
  thinking: ["enabled", "adaptive", "disabled"],
  efforts: ["low", "medium", "high", "max"],
  prefill: false,
  sharedWindow: false,
};
const OF_4_7: ClaudeRules = {
  ...OF_4_6,
  thinking: ["adaptive", "disabled"],
  efforts: ["low", "medium", "high", "xhigh", "max"],
  sampling: false,
};
const OF_5: ClaudeRules = { ...OF_4_7, thinksByDefault: true };
const ALWAYS_THINKING: ClaudeRules = { ...OF_5, thinking: ["adaptive"] };
const NEWEST: ClaudeRules = { ...ALWAYS_THINKING, boundThinking: true };

/** By the beginning of the name, the longest first. */
const BY_NAME: readonly (readonly [string, ClaudeRules])[] = [
  ["claude-3-5", { ...OLD, thinking: [] }],
  ["claude-3-7", OLD],
  ["claude-sonnet-4-5", OF_4_5],
  ["claude-haiku-4-5", OF_4_5],
  ["claude-opus-4-5", OF_4_5],
  ["claude-opus-4-6", OF_4_6],
  ["claude-sonnet-4-6", OF_4_6],
  ["claude-opus-4-7", OF_4_7],
  ["claude-opus-4-8", OF_4_7],
  ["claude-sonnet-4", OLD],
  ["claude-opus-4", OLD],
  ["claude-opus-5-5", NEWEST],
  ["claude-sonnet-5-5", NEWEST],
  ["claude-haiku-5-5", NEWEST],
  ["claude-fable-5-1", NEWEST],
  ["claude-fable-5-2", NEWEST],
  ["claude-mythos-5-1", NEWEST],
  ["claude-mythos-5-2", NEWEST],
  ["claude-fable-5", ALWAYS_THINKING],
  ["claude-mythos-5", ALWAYS_THINKING],
  ["claude-opus-5", OF_5],
  ["claude-sonnet-5", OF_5],
];

/** The rules of a model; undefined if the API does not know it. */
export function claudeRules(model: string): ClaudeRules | undefined {
  return BY_NAME.find(([name]) => model.startsWith(name))?.[1];
}
