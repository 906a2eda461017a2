import type { JsonRecord } from "../../json/json-record.js";
import type { TranslatedRequest } from "../../translation/translated-request.js";
import type { AnthropicQuirks } from "./anthropic-quirks.js";

/** What a request says about thinking. */
export interface ThinkingPlan {
  /** The field `thinking`; absent: not said. */
  readonly config?: JsonRecord;
  /** The field `output_config.effort`. */
  readonly effort?: string;
  /** True if the model may think, so that earlier thinking is sent back. */
  readonly replays: boolean;
}

interface ThinkingWish {
  readonly request: TranslatedRequest;
  readonly quirks: AnthropicQuirks;
  readonly maxTokens: number;
}

/** The field `thinking.block_binding`. */
export const LOOSE_BINDING = { prefix_mismatch_behavior: "drop_block" } as const;

const LEAST_BUDGET = 1024;
/** Of the answer's tokens: the rest is for what is said. */
const LARGEST_SHARE = 0.75;
const BUDGETS: Readonly<Record<string, number>> = {
  minimal: 1024,
  low: 4096,
  medium: 12_288,
  high: 24_576,
  xhigh: 32_000,
  max: 64_000,
};

/** Decides how a model is asked to think, by the effort that the client wants. */
export function planThinking({ request, quirks, maxTokens }: ThinkingWish): ThinkingPlan {
  const { effort } = request;
  if (quirks.thinking === "none") return { replays: false };
  if (effort === "none") return withoutThinking(quirks);
  if (effort === undefined && !quirks.thinksByItself) return { replays: false };
  if (quirks.thinking === "budget") return budgetPlan(effort ?? "medium", maxTokens);
  return adaptivePlan(effort, quirks);
}

/** No thinking in this request, or as little as the model can. */
export function withoutThinking(quirks: AnthropicQuirks): ThinkingPlan {
  switch (quirks.thinkingOff) {
    case "omit":
      return { replays: false };
    case "disabled":
      return { config: { type: "disabled" }, replays: false };
    case "impossible":
      return adaptivePlan("low", quirks);
  }
}

/** Says that thinking which no longer fits its conversation is to be dropped instead of refused. */
export function withLooseBinding(plan: ThinkingPlan): ThinkingPlan {
  return { ...plan, config: { ...plan.config, block_binding: LOOSE_BINDING } };
}

function adaptivePlan(effort: string | undefined, quirks: AnthropicQuirks): ThinkingPlan {
  const known = effort === undefined ? undefined : knownEffort(effort, quirks.efforts);
  return {
    config: { type: "adaptive", display: "summarized" },
    ...(known === undefined ? {} : { effort: known }),
    replays: true,
  };
}

function budgetPlan(effort: string, maxTokens: number): ThinkingPlan {
  const wanted = BUDGETS[effort] ?? BUDGETS["medium"] ?? LEAST_BUDGET;
  const budget = Math.min(wanted, Math.floor(maxTokens * LARGEST_SHARE));
  if (budget < LEAST_BUDGET) return { replays: false };
  return { config: { type: "enabled", budget_tokens: budget }, replays: true };
}

const ORDER = ["minimal", "low", "medium", "high", "xhigh", "max"];

/** The highest effort that the model knows and that is not above the wanted one. */
function knownEffort(effort: string, known: readonly string[]): string | undefined {
  const wanted = ORDER.indexOf(effort);
  const fitting = known.filter((level) => ORDER.indexOf(level) <= wanted);
  return wanted < 0 ? undefined : (fitting.at(-1) ?? known[0]);
}
