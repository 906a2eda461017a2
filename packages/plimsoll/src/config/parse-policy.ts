import type { CompactPolicy } from "./compact-policy.js";
import { completePolicy } from "./complete-policy.js";
import { type ReadContext, readSection } from "./read-section.js";
import { POLICY_FIELDS } from "./policy-fields.js";
import { configurationError } from "./setting-problem.js";

/** A complete policy from the given part of one, or `INVALID_CONFIG` with every problem in it. */
export function parsePolicy(partial: Partial<CompactPolicy> = {}): CompactPolicy {
  const context: ReadContext = { style: "code", problems: [] };
  const given = readSection(partial, { fields: POLICY_FIELDS, path: "" }, context);
  const policy = completePolicy(given as Partial<CompactPolicy>, "", context);
  if (context.problems.length > 0) throw configurationError(context.problems, "The policy");
  return policy;
}
