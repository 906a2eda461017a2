import { TEMPLATE_NAMES, type TemplateName } from "../summarizers/template-name.js";

export const PRUNING_POLICIES = ["stage_aware", "recency", "fifo", "semantic", "user_messages"] as const;
/**
 * Which blocks stay. `stage_aware`: the recent turns and the last tool pairs. `recency`: the recent turns.
 * `fifo`: everything but the oldest, as much as fits. `semantic`: the recent turns, then the blocks most similar
 * to the newest request. `user_messages`: only the user's messages, the newest up to `keepUserTokens`. In all others
 * the user's earlier messages stay beside these, within their share.
 */
export type PruningPolicy = (typeof PRUNING_POLICIES)[number];

export const SUMMARY_ROLES = ["assistant", "user", "system", "developer"] as const;
export type SummaryRole = (typeof SUMMARY_ROLES)[number];

export const OUTPUT_NOTES = ["header", "artifact"] as const;
/** What the evidence of an output says of it: one line, or also a note with ids, size, paths and addresses. */
export type OutputNote = (typeof OUTPUT_NOTES)[number];

export const PRESET_NAMES = ["none", "codex", "codex-app-transfer"] as const;
/** A named policy: it sets defaults that every other setting overrides. */
export type PolicyPreset = (typeof PRESET_NAMES)[number];

/** What replaces removed items: a summary by one of the templates, or the provider's own compaction. */
export type Strategy = TemplateName | "remote";
export const STRATEGIES: readonly Strategy[] = [...TEMPLATE_NAMES, "remote"];

export const COST_MODES = ["off", "advice", "decide"] as const;
/**
 * What to do with the price of a compaction. `off`: nothing. `advice`: report it. `decide`: percentage and soft
 * triggers wait if compacting now costs more than it saves.
 */
export type CostMode = (typeof COST_MODES)[number];

/** When to compact, how far, and what stays. File keys are the same in snake_case. */
export interface CompactPolicy {
  /** @default "none" */
  readonly preset: PolicyPreset;
  /** Compact when the estimate reaches this share of the window. @default 0.85 */
  readonly triggerPct: number;
  /** Compact when fewer tokens than this are left; 0 switches it off. @default 0 */
  readonly triggerTokensLeft: number;
  /** Compact from this share on, but only when a new turn begins; 0 disables it. @default 0 */
  readonly softTriggerPct: number;
  /** Tokens that always stay free below the window: the hard limit is `window - hardCapBuffer`. @default 1500 */
  readonly hardCapBuffer: number;
  /** Compact down to this share of the window, so that the next turn does not compact again. @default 0.5 */
  readonly targetPct: number;
  /** A compaction that would free less than this share of the window waits, until the hard limit. @default 0.05 */
  readonly minGainPct: number;
  /** @default 6 */
  readonly keepRecentTurns: number;
  /** @default 4 */
  readonly keepToolIoPairs: number;
  /** @default ["system", "developer"] */
  readonly rolesNeverPrune: readonly string[];
  /** The key in an item's metadata that protects it. @default "protected" */
  readonly protectedFlag: string;
  /** The summary template; `remote` has the provider compact, and falls back on `task_state`. @default "task_state" */
  readonly strategy: Strategy;
  /** @default "stage_aware" */
  readonly pruning: PruningPolicy;
  /**
   * Tokens of the user's earlier messages that stay whole, within their share of the room; 0 leaves them to the
   * summary. For `pruning: "user_messages"` only these stay, and the oldest of them is cut. @default 20000
   */
  readonly keepUserTokens: number;
  /** @default "assistant" */
  readonly summaryRole: SummaryRole;
  /**
   * Start the summary message with a sentence that explains what it is, for models that mistake it for a request.
   * @default false
   */
  readonly summaryHandover: boolean;
  /**
   * Behind the words of a model, fill the room that they leave in the summary with extracts by the embedded summarizer, and
   * leave them half of a large one. @default true
   */
  readonly summaryExtracts: boolean;
  /** Upper bound of the summary; 0 means one sixteenth of the window, from 1024 to 16384. @default 0 */
  readonly summaryMaxTokens: number;
  /** Tool results above this are bounded as they arrive: evidence in the window, the payload in the archive; 0 switches it off. @default 10000 */
  readonly toolOutputMaxTokens: number;
  /** The same bound in bytes, of the result and of its evidence; 0 switches it off. @default 0 */
  readonly toolOutputMaxBytes: number;
  /**
   * What the evidence of a large result says of it. `header`: one line. `artifact`: also a note with the ids of the artifact and of the
   * call, its size, and the paths and addresses that it names. @default "header"
   */
  readonly toolOutputNote: OutputNote;
  /** The share of the window that the evidence of large results may fill together before the oldest becomes shorter; 0 switches it off. @default 0.5 */
  readonly toolOutputTotalPct: number;
  /**
   * Mask old tool outputs instead of summarizing if that frees at least this many tokens; 0 disables it. @default
   * 20000
   */
  readonly maskMinTokens: number;
  /** The newest tool outputs, up to this many tokens, are never masked. @default 40000 */
  readonly maskProtectTokens: number;
  /** False prunes without a summary; one message states what must not be lost. @default true */
  readonly summarize: boolean;
  /** @default "advice" */
  readonly cost: CostMode;
  /** The coming turns over which a compaction is to pay. @default 10 */
  readonly costHorizonTurns: number;
}

export const DEFAULT_POLICY: CompactPolicy = Object.freeze({
  preset: "none",
  triggerPct: 0.85,
  triggerTokensLeft: 0,
  softTriggerPct: 0,
  hardCapBuffer: 1500,
  targetPct: 0.5,
  minGainPct: 0.05,
  keepRecentTurns: 6,
  keepToolIoPairs: 4,
  rolesNeverPrune: Object.freeze(["system", "developer"]),
  protectedFlag: "protected",
  strategy: "task_state",
  pruning: "stage_aware",
  keepUserTokens: 20_000,
  summaryRole: "assistant",
  summaryHandover: false,
  summaryExtracts: true,
  summaryMaxTokens: 0,
  toolOutputMaxTokens: 10_000,
  toolOutputMaxBytes: 0,
  toolOutputNote: "header",
  toolOutputTotalPct: 0.5,
  maskMinTokens: 20_000,
  maskProtectTokens: 40_000,
  summarize: true,
  cost: "advice",
  costHorizonTurns: 10,
});
