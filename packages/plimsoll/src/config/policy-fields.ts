import type { Role } from "../conversation/item-view.js";
import {
  type CompactPolicy,
  COST_MODES,
  OUTPUT_NOTES,
  PRESET_NAMES,
  PRUNING_POLICIES,
  STRATEGIES,
  SUMMARY_ROLES,
} from "./compact-policy.js";
import { type SettingField, SHARE, SHARE_ABOVE_ZERO, shortText, wholeNumber } from "./setting-field.js";

const ROLES: readonly Role[] = ["system", "developer", "user", "assistant", "tool"];

export const POLICY_FIELDS: { readonly [Key in keyof CompactPolicy]: SettingField } = {
  preset: PRESET_NAMES,
  triggerPct: SHARE_ABOVE_ZERO,
  triggerTokensLeft: wholeNumber(0),
  softTriggerPct: SHARE,
  hardCapBuffer: wholeNumber(0),
  targetPct: SHARE_ABOVE_ZERO,
  minGainPct: SHARE,
  keepRecentTurns: wholeNumber(1, 10_000),
  keepToolIoPairs: wholeNumber(1, 10_000),
  rolesNeverPrune: { kind: "list", of: ROLES, max: 200, be: `a list of ${ROLES.join(", ")}` },
  protectedFlag: shortText(100),
  strategy: STRATEGIES,
  pruning: PRUNING_POLICIES,
  keepUserTokens: wholeNumber(0),
  summaryRole: SUMMARY_ROLES,
  summaryHandover: "flag",
  summaryExtracts: "flag",
  summaryMaxTokens: wholeNumber(0),
  toolOutputMaxTokens: wholeNumber(0),
  toolOutputMaxBytes: wholeNumber(0),
  toolOutputNote: OUTPUT_NOTES,
  toolOutputTotalPct: SHARE,
  maskMinTokens: wholeNumber(0),
  maskProtectTokens: wholeNumber(0),
  summarize: "flag",
  cost: COST_MODES,
  costHorizonTurns: wholeNumber(1, 1000),
};
