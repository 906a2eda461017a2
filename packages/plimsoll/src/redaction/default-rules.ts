import { AI_SERVICE_RULES } from "./rules/ai-service-rules.js";
import { ASSIGNED_RULES } from "./rules/assigned-rules.js";
import { BUSINESS_SERVICE_RULES } from "./rules/business-service-rules.js";
import { CLOUD_RULES } from "./rules/cloud-rules.js";
import { CODE_HOSTING_RULES } from "./rules/code-hosting-rules.js";
import { FORMAT_RULES } from "./rules/format-rules.js";
import { HEADER_RULES } from "./rules/header-rules.js";
import type { SecretRule } from "./secret-rule.js";

/**
 * The built-in rules, used unless `redaction.defaults` is false. The order decides if two rules claim the same
 * text.
 */
export const DEFAULT_RULES: readonly SecretRule[] = [
  ...AI_SERVICE_RULES,
  ...CODE_HOSTING_RULES,
  ...CLOUD_RULES,
  ...BUSINESS_SERVICE_RULES,
  ...FORMAT_RULES,
  ...HEADER_RULES,
  ...ASSIGNED_RULES,
];

/** Every kind that the built-in rules find, cards included. */
export const DEFAULT_KINDS: readonly string[] = [
  ...new Set([...DEFAULT_RULES.map((rule) => rule.kind), "card-number"]),
];
