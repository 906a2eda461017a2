import type { CompactPolicy, PolicyPreset } from "./compact-policy.js";

const CODEX: Readonly<Partial<CompactPolicy>> = Object.freeze({
  triggerPct: 0.9,
  pruning: "user_messages",
  keepUserTokens: 20_000,
  summaryRole: "user",
  summaryHandover: true,
  maskMinTokens: 0,
});

/**
 * The defaults of a named policy. `codex`: what Codex does for a model without remote compaction. The user's own
 * messages stay, the newest up to 20,000 tokens, the oldest of them cut. One summary replaces everything else, as
 * a user message that explains what it is. `codex-app-transfer`: the same, and tool outputs are bounded by bytes and
 * carry a note of the kind that users of that proxy know.
 */
export const POLICY_PRESETS: Readonly<Record<PolicyPreset, Readonly<Partial<CompactPolicy>>>> = Object.freeze(
  {
    none: Object.freeze({}),
    codex: CODEX,
    "codex-app-transfer": Object.freeze({
      ...CODEX,
      toolOutputMaxBytes: 5_000,
      toolOutputNote: "artifact",
    }),
  },
);
