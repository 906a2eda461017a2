import { describe, expect, it } from "vitest";
import { playCase } from "../scripts/hosts/play-case.mjs";

/** Hosts whose packages the workspace has; `scripts/try-hosts.mjs` plays the same on every supported version. */
const HOSTS = ["openai", "openai-agents", "anthropic", "google-genai"];

describe("a session with parallel calls on a provider that refuses what real ones refuse", () => {
  it.each(HOSTS)(
    "is played to its end by %s, with every API of its client, streamed and not",
    async (host) => {
      const played = await playCase(host);
      expect(played.length).toBeGreaterThanOrEqual(2);
      for (const { api, streams, problem } of played)
        expect({ api, streams, problem }).toEqual({ api, streams, problem: "" });
    },
  );
});
