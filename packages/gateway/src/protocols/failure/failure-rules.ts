import type { FailureCode } from "../../answers/upstream-failure.js";

/** What tells one kind of refusal, whoever sends it. */
export interface FailureRule {
  readonly code: FailureCode;
  /** Codes and types of error objects, in lower case. */
  readonly codes: readonly string[];
  /** Codes in MiniMax's `base_resp`. */
  readonly baseCodes: readonly number[];
  readonly pattern: RegExp;
  /** Where it may be found; absent: anywhere. */
  readonly statuses?: readonly number[];
}

/**
 * In order: the first rule that fits decides. GLM's codes are those of docs.z.ai: 1000–1004 keys, 1112–1113 balance, 1211 model,
 * 1302–1305 rate and load, 1308–1310 limits of a plan.
 */
export const FAILURE_RULES: readonly FailureRule[] = [
  {
    code: "insufficient_quota",
    codes: [
      "insufficient_quota",
      "exceeded_current_quota_error",
      "billing_error",
      "access_terminated_error",
      "insufficient_balance",
      "1112",
      "1113",
      "1308",
      "1309",
      "1310",
    ],
    baseCodes: [1008],
    pattern:
      /insufficient (?:balance|credits?|funds)|exceeded your current quota|usage limit for this billing cycle|only available for coding agents|account is suspended|credit balance is too low|余额不足/iu,
  },
  {
    code: "server_is_overloaded",
    codes: [
      "overloaded_error",
      "server_is_overloaded",
      "slow_down",
      "engine_overloaded",
      "engine_overloaded_error",
      "1305",
    ],
    baseCodes: [1024],
    pattern:
      /engine is currently overloaded|server (?:is )?(?:currently )?overloaded|at capacity|访问量过大/iu,
  },
  {
    code: "rate_limit_exceeded",
    codes: [
      "rate_limit_exceeded",
      "rate_limit_error",
      "rate_limit_reached_error",
      "too_many_requests",
      "1302",
      "1303",
    ],
    baseCodes: [1002, 1039, 1041],
    pattern: /rate limit|too many requests|requests per minute|tokens per minute|throttl/iu,
  },
  {
    code: "authentication_error",
    codes: [
      "authentication_error",
      "invalid_api_key",
      "invalid_authentication_error",
      "incorrect_api_key_error",
      "permission_error",
      "permission_denied_error",
      "1000",
      "1001",
      "1002",
      "1003",
      "1004",
    ],
    baseCodes: [1004, 2049],
    pattern: /invalid (?:api key|authentication|proxy token)|incorrect api key|api key (?:is )?invalid/iu,
  },
  {
    code: "model_not_found",
    codes: ["model_not_found", "model_not_exist", "resource_not_found_error", "not_found_error", "1211"],
    baseCodes: [],
    pattern: /model.{0,80}(?:not (?:exist|found)|does not exist|unknown)|unknown model|not found the model/iu,
    statuses: [200, 400, 404, 422],
  },
  {
    code: "invalid_prompt",
    codes: ["content_filter", "content_policy_violation", "data_inspection_failed", "1301"],
    baseCodes: [1026, 1027, 2013],
    pattern: /data_inspection_failed|content exists risk|inappropriate content/iu,
    statuses: [200, 400, 403],
  },
];
