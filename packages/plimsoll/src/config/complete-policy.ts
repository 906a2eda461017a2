import { type CompactPolicy, DEFAULT_POLICY } from "./compact-policy.js";
import { POLICY_PRESETS } from "./policy-presets.js";
import type { ReadContext } from "./read-section.js";
import { settingName } from "./setting-name.js";

/** The default target goes down with the trigger, to this share of it. */
const TARGET_OF_TRIGGER = 0.6;

interface Order {
  readonly smaller: "targetPct" | "softTriggerPct";
  readonly larger: "triggerPct" | "softTriggerPct";
}

const ORDERS: readonly Order[] = [
  { smaller: "softTriggerPct", larger: "triggerPct" },
  { smaller: "targetPct", larger: "softTriggerPct" },
  { smaller: "targetPct", larger: "triggerPct" },
];

function withTarget(policy: CompactPolicy, given: Readonly<Partial<CompactPolicy>>): CompactPolicy {
  if (given.targetPct !== undefined) return policy;
  const first = policy.softTriggerPct > 0 ? policy.softTriggerPct : policy.triggerPct;
  return policy.targetPct < first ? policy : { ...policy, targetPct: first * TARGET_OF_TRIGGER };
}

/** Completes a policy with defaults and checks values that depend on each other. */
export function completePolicy(
  given: Readonly<Partial<CompactPolicy>>,
  path: string,
  context: ReadContext,
): CompactPolicy {
  // A preset that does not exist was reported where it was read.
  const preset = POLICY_PRESETS[given.preset ?? DEFAULT_POLICY.preset] ?? {};
  const policy = withTarget({ ...DEFAULT_POLICY, ...preset, ...given }, given);
  const name = (key: string): string => `${path}${settingName(key, context.style)}`;
  const faulty = new Set(context.problems.map((problem) => problem.path));
  for (const { smaller, larger } of ORDERS) {
    // Zero switches the soft trigger off, and a faulty value says nothing about the other one.
    if (policy[smaller] === 0 || policy[larger] === 0) continue;
    if (faulty.has(name(smaller)) || faulty.has(name(larger))) continue;
    if (policy[smaller] < policy[larger]) continue;
    context.problems.push({
      path: name(smaller),
      message: `${policy[smaller]}; allowed: a number below ${name(larger)}, which is ${policy[larger]}`,
    });
  }
  return Object.freeze(policy);
}
