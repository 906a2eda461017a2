import { describe, expect, it } from "vitest";
import { environmentOverrides } from "./environment-overrides.js";

describe("environmentOverrides", () => {
  it("reads numbers, flags, lists, texts and models in the shape of the file", () => {
    const { values, origins, problems } = environmentOverrides({
      HOME: "/root",
      PLIMSOLL_CONFIG: "x.yaml",
      PLIMSOLL_TEST_SERVER: "1",
      PLIMSOLL_MODEL: "5",
      PLIMSOLL_MAX_CONTEXT_TOKENS: "128000",
      PLIMSOLL_POLICY__TRIGGER_PCT: "0.8",
      PLIMSOLL_POLICY__SUMMARIZE: "0",
      PLIMSOLL_POLICY__ROLES_NEVER_PRUNE: "system, user",
      PLIMSOLL_REDACTION__PATTERNS: '["a{1,2}"]',
      PLIMSOLL_REDACTION__ENABLED: "TRUE",
      PLIMSOLL_STORAGE__PATH: "",
      PLIMSOLL_MODELS: '{"a": {"context_window": 9}}',
    });
    expect(problems).toEqual([]);
    expect(values).toEqual({
      model: "5",
      max_context_tokens: 128_000,
      policy: { trigger_pct: 0.8, summarize: false, roles_never_prune: ["system", "user"] },
      redaction: { patterns: ["a{1,2}"], enabled: true },
      models: { a: { context_window: 9 } },
    });
    expect(origins.get("policy.trigger_pct")).toBe("PLIMSOLL_POLICY__TRIGGER_PCT");
  });

  it("takes a bracketed pattern that is not JSON as a pattern", () => {
    const { values } = environmentOverrides({ PLIMSOLL_REDACTION__PATTERNS: "[a-z]+key" });
    expect(values).toEqual({ redaction: { patterns: ["[a-z]+key"] } });
  });

  it("leaves a value of the wrong type for the checks to refuse", () => {
    const { values } = environmentOverrides({
      PLIMSOLL_POLICY__TRIGGER_PCT: "much",
      PLIMSOLL_POLICY__SUMMARIZE: "maybe",
      PLIMSOLL_MODELS: "{",
    });
    expect(values).toEqual({ policy: { trigger_pct: "much", summarize: "maybe" }, models: "{" });
  });

  it("knows a name again with two letters in the wrong order", () => {
    const [problem] = environmentOverrides({ PLIMSOLL_MODLE: "x" }).problems;
    expect(problem?.message).toContain("Did you mean PLIMSOLL_MODEL?");
  });

  it("names an unknown variable and the one that was meant", () => {
    const { problems } = environmentOverrides({ PLIMSOLL_POLICY_TRIGGER_PCT: "0.8", PLIMSOLL_XYZ: "1" });
    expect(problems.map((problem) => `${problem.path}: ${problem.message}`)).toEqual([
      expect.stringContaining(
        "PLIMSOLL_POLICY_TRIGGER_PCT: unknown environment variable. Did you mean PLIMSOLL_POLICY__TRIGGER_PCT?",
      ),
      expect.stringMatching(/^PLIMSOLL_XYZ: unknown environment variable\. Allowed/),
    ]);
  });
});
