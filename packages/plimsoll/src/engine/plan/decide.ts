import type { CompactPolicy } from "../../config/compact-policy.js";
import type { CostReport } from "./cost-report.js";
import type { Measurement } from "../follow/measure.js";

/** What triggered a compaction, or did not. */
export type Trigger =
  | "none"
  | "percentage"
  | "tokens_left"
  | "soft"
  | "hard"
  | "overflow"
  | "manual"
  | "programmatic"
  | "held";

/** Made on every call, even if the answer is no. */
export interface Decision {
  readonly action: "none" | "compact";
  readonly trigger: Trigger;
  /** One sentence with the numbers in it. */
  readonly reason: string;
  readonly tokens: number;
  readonly max: number;
  /** The number of tokens that the estimate was compared with. */
  readonly limit: number;
  /** The target of a compaction, in tokens of the whole request. */
  readonly target: number;
  /** The maximum size of a request. */
  readonly hardLimit: number;
  /** Costs and savings of compacting; present if a compaction was planned and `cost` is not off. */
  readonly cost?: CostReport;
}

export interface DecideInput {
  readonly measurement: Measurement;
  readonly policy: CompactPolicy;
  /** A new turn begins: the last item is the user's and no call waits. */
  readonly atTurnBoundary: boolean;
  readonly manual?: boolean;
  /** The provider refused the request as too long. */
  readonly overflow?: boolean;
  /** The caller's own rule: a reason to compact now. */
  readonly programmatic?: string;
  /** The last compaction was undone: only the hard limit compacts again. */
  readonly held?: boolean;
  /** A compaction is being prepared: only the hard limit compacts until it is. */
  readonly preparing?: boolean;
}

interface Rule {
  readonly trigger: Trigger;
  readonly limit: number;
  readonly applies: boolean;
  readonly because: string;
}

/** A buffer that is not below the window becomes an eighth of it; otherwise nothing could be sent. */
const bufferOf = (buffer: number, max: number): number => (buffer < max ? buffer : Math.floor(max / 8));

/** Decides whether to compact now: the first rule that applies, from the strongest to the mildest. */
export function decide(input: DecideInput): Decision {
  const { measurement, policy } = input;
  const { tokens, max } = measurement;
  const hardLimit = Math.max(1, max - bufferOf(policy.hardCapBuffer, max));
  const target = Math.max(1, Math.min(Math.floor(max * policy.targetPct), hardLimit));
  const base = { tokens, max, target, hardLimit };
  const rules = listRules(input, hardLimit);
  const hit = rules.find((rule) => rule.applies);
  if (!hit) {
    const limit = Math.min(Math.floor(max * policy.triggerPct), hardLimit);
    return {
      action: "none",
      trigger: "none",
      limit,
      ...base,
      reason: `${share(tokens, max)}; compacts at ${limit}.`,
    };
  }
  const action = hit.trigger === "held" ? "none" : "compact";
  return {
    action,
    trigger: hit.trigger,
    limit: hit.limit,
    ...base,
    reason: `${share(tokens, max)}; ${hit.because}.`,
  };
}

function listRules(input: DecideInput, hardLimit: number): Rule[] {
  const { policy } = input;
  const { tokens, max } = input.measurement;
  const percentage = Math.floor(max * policy.triggerPct);
  const soft = Math.floor(max * policy.softTriggerPct);
  const leftLimit = max - policy.triggerTokensLeft;
  return [
    { trigger: "manual", limit: 0, applies: input.manual === true, because: "requested by the caller" },
    {
      trigger: "overflow",
      limit: max,
      applies: input.overflow === true,
      because: "the provider refused the request as too long",
    },
    {
      trigger: "hard",
      limit: hardLimit,
      applies: tokens > hardLimit,
      because: `over the hard limit of ${hardLimit}`,
    },
    {
      trigger: "held",
      limit: hardLimit,
      applies: input.held === true,
      because: `held below ${hardLimit} after an undo`,
    },
    {
      trigger: "held",
      limit: hardLimit,
      applies: input.preparing === true,
      because: `held below ${hardLimit} while a compaction is prepared`,
    },
    {
      trigger: "tokens_left",
      limit: leftLimit,
      applies: policy.triggerTokensLeft > 0 && tokens > leftLimit,
      because: `fewer than ${policy.triggerTokensLeft} tokens left`,
    },
    {
      trigger: "percentage",
      limit: percentage,
      applies: tokens >= percentage,
      because: `at or over the trigger of ${percentage}`,
    },
    {
      trigger: "soft",
      limit: soft,
      applies: policy.softTriggerPct > 0 && tokens >= soft && input.atTurnBoundary,
      because: `over the soft trigger of ${soft} at the start of a turn`,
    },
    {
      trigger: "programmatic",
      limit: tokens,
      applies: input.programmatic !== undefined,
      because: input.programmatic ?? "",
    },
  ];
}

const share = (tokens: number, max: number): string =>
  `${tokens} of ${max} tokens (${Math.round((tokens / max) * 100)} %)`;
