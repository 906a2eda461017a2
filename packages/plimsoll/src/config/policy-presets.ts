import type { CompactPolicy, PolicyPreset } from "./compact-policy.js";

/**
 * What a named policy sets where nothing else is said. `codex`: what Codex does by itself on a model that cannot compact
 * remotely. The user's own messages stay, the newest up to 20,000 tokens, the oldest of them cut; everything else gives
 * way to one summary, a message of the user's that says what it is.
 */
export const POLICY_PRESETS: Readonly<Record<PolicyPreset, Readonly<Partial<CompactPolicy>>>> = Object.freeze(
  {
    none: Object.freeze({}),
    codex: Object.freeze({
      triggerPct: 0.9,
      pruning: "user_messages",
      keepUserTokens: 20_000,
      summaryRole: "user",
      summaryHandover: true,
      maskMinTokens: 0,
    }),
  },
);
