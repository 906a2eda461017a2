import { describe, expect, it } from "vitest";
import { CompactError } from "../errors/compact-error.js";
import { DEFAULT_POLICY } from "./compact-policy.js";
import { parsePolicy } from "./parse-policy.js";
import { parseSettings } from "./parse-settings.js";
import { DEFAULT_SETTINGS } from "./settings.js";

function problemsOf(action: () => unknown): string[] {
  try {
    action();
  } catch (error) {
    if (!CompactError.isInstance(error) || error.code !== "INVALID_CONFIG") throw error;
    return error.message
      .split("\n")
      .slice(1)
      .map((line) => line.trim());
  }
  return [];
}

const problems = (raw: unknown): string[] => problemsOf(() => parseSettings(raw));

describe("parseSettings", () => {
  it("gives the defaults for nothing, null and empty sections", () => {
    expect(parseSettings({})).toEqual(DEFAULT_SETTINGS);
    expect(parseSettings(undefined)).toEqual(DEFAULT_SETTINGS);
    expect(parseSettings({ policy: null, storage: {}, models: null })).toEqual(DEFAULT_SETTINGS);
  });

  it("reads every section under its camelCase names", () => {
    const settings = parseSettings({
      model: "acme",
      max_context_tokens: 64_000,
      policy: { keep_tool_io_pairs: 2, roles_never_prune: ["system"], soft_trigger_pct: 0.7 },
      telemetry: { exporter: "console", level: "debug", decisions: true },
      storage: { adapter: "sqlite", path: "a.db", retention_days: 0 },
      redaction: { enabled: false, patterns: ["x+"], allow: ["y"], defaults: false, sets: ["pii"] },
      summarizer: { kind: "model", base_url: "http://localhost:1/v1", api_key_env: "MY_KEY", model: "small" },
      tokens: { estimator: "heuristic" },
      models: {
        acme: { context_window: 64_000, max_output: 8000, effective_share: 0.9, encoding: "cl100k_base" },
      },
    });
    expect(settings).toEqual({
      ...DEFAULT_SETTINGS,
      model: "acme",
      maxContextTokens: 64_000,
      policy: { ...DEFAULT_POLICY, keepToolIoPairs: 2, rolesNeverPrune: ["system"], softTriggerPct: 0.7 },
      telemetry: { exporter: "console", level: "debug", decisions: true },
      storage: { ...DEFAULT_SETTINGS.storage, adapter: "sqlite", path: "a.db", retentionDays: 0 },
      redaction: { enabled: false, patterns: ["x+"], allow: ["y"], defaults: false, sets: ["pii"] },
      summarizer: {
        ...DEFAULT_SETTINGS.summarizer,
        kind: "model",
        baseUrl: "http://localhost:1/v1",
        apiKeyEnv: "MY_KEY",
        model: "small",
      },
      tokens: { estimator: "heuristic" },
      models: {
        acme: { contextWindow: 64_000, maxOutput: 8000, effectiveShare: 0.9, encoding: "cl100k_base" },
      },
    });
  });

  it("reports every problem at once, each with key, value and what is allowed", () => {
    const raw = {
      model: 5,
      policy: {
        trigger_pct: 85,
        keep_recent_turns: 0,
        strategy: "best",
        summarize: "yes",
        min_gain_pct: null,
      },
      storage: "fs",
      redaction: { patterns: ["ok", "(?=x)"] },
      summarizer: { base_url: "ftp://x", seed: 1.5 },
      models: { acme: { context_window: 10, max_output: 20 } },
    };
    const found = problems(raw);
    expect(found).toEqual([
      "model: 5; allowed: text of 1 to 200 characters",
      "policy.trigger_pct: 85; allowed: number above 0, at most 1",
      "policy.keep_recent_turns: 0; allowed: whole number from 1 to 10000",
      'policy.strategy: "best"; allowed: one of task_state, brief, decision_log, step_ledger, requirements_ledger, code_delta, remote',
      'policy.summarize: "yes"; allowed: true or false',
      "policy.min_gain_pct: null; allowed: number from 0 to 1",
      'storage: "fs"; allowed: a mapping with the keys adapter, path, url, schema, bucket, endpoint, region, prefix, server_side_encryption, kms_key_id, retention_days, artifact_retention_days, artifact_key_env, key_ring, summary_key_env, tenant',
      expect.stringMatching(/^redaction\.patterns: \["ok","\(\?=x\)"\]; allowed: .*"\(\?=x\)".*lookaround/),
      'summarizer.base_url: "ftp://x"; allowed: an http or https address',
      "summarizer.seed: 1.5; allowed: whole number from 0 to 2147483647",
      "models.acme.max_output: 20; allowed: at most its context_window, which is 10",
    ]);
  });

  it.each([
    [{ polcy: {} }, "polcy: unknown key. Did you mean policy?"],
    [{ policy: { triger_pct: 0.8 } }, "policy.triger_pct: unknown key. Did you mean policy.trigger_pct?"],
    [{ policy: { triggerPct: 0.8 } }, "policy.triggerPct: unknown key. Did you mean policy.trigger_pct?"],
    [{ trigger_pct: 0.8 }, "trigger_pct: unknown key. Did you mean policy.trigger_pct?"],
    [
      { summarizer: { api_key: "x" } },
      "summarizer.api_key: unknown key. Did you mean summarizer.api_key_env?",
    ],
    [{ models: { a: { window: 1 } } }, "models.a.window: unknown key."],
    [{ zzzzzzzz: 1 }, "zzzzzzzz: unknown key. Allowed: model, max_context_tokens, policy"],
    [JSON.parse('{"__proto__": {"model": "x"}}'), "__proto__: unknown key."],
  ])("explains the unknown key of %j", (raw, start) => {
    expect(problems(raw)).toEqual([expect.stringContaining(start)]);
  });

  it.each([
    [
      { policy: { target_pct: 0.9 } },
      "policy.target_pct: 0.9; allowed: a number below policy.trigger_pct, which is 0.85",
    ],
    [
      { policy: { soft_trigger_pct: 0.9 } },
      "policy.soft_trigger_pct: 0.9; allowed: a number below policy.trigger_pct, which is 0.85",
    ],
    [
      { policy: { soft_trigger_pct: 0.6, target_pct: 0.6 } },
      "policy.target_pct: 0.6; allowed: a number below policy.soft_trigger_pct, which is 0.6",
    ],
    [
      { max_context_tokens: 1000, policy: { hard_cap_buffer: 1000 } },
      "policy.hard_cap_buffer: 1000; allowed: a whole number below max_context_tokens, which is 1000",
    ],
    [
      { max_context_tokens: 1000, policy: { trigger_tokens_left: 2000 } },
      "policy.trigger_tokens_left: 2000; allowed: a whole number below max_context_tokens, which is 1000",
    ],
  ])("refuses what contradicts itself: %j", (raw, problem) => {
    expect(problems(raw)).toEqual([problem]);
  });

  it("lowers defaults that the given values leave no room for", () => {
    expect(parseSettings({ policy: { trigger_pct: 0.5 } }).policy.targetPct).toBeCloseTo(0.3);
    expect(parseSettings({ policy: { soft_trigger_pct: 0.4 } }).policy.targetPct).toBeCloseTo(0.24);
    expect(parseSettings({ max_context_tokens: 1000 }).policy.hardCapBuffer).toBe(125);
  });

  it("names the source, and does not repeat a key that was pasted into the wrong place", () => {
    const raw = { summarizer: { api_key_env: "sk-proj-Ab12Cd34Ef56Gh78Ij90Kl12Mn34" } };
    expect(() => parseSettings(raw, { source: "a.yaml" })).toThrow(/^a\.yaml has 1 problem:\n/);
    expect(problems(raw)).toEqual([
      'summarizer.api_key_env: "[REDACTED:openai-key]"; allowed: the name of an environment variable',
    ]);
  });

  it.each([["text"], [[1]], [7]])("refuses %j as a whole", (raw) => {
    expect(problems(raw)).toEqual([`(root): ${JSON.stringify(raw)}; allowed: a mapping of settings`]);
  });
});

describe("parsePolicy", () => {
  it("completes a part of a policy", () => {
    expect(parsePolicy()).toEqual(DEFAULT_POLICY);
    const given = { keepRecentTurns: 2, strategy: "brief" } as const;
    expect(parsePolicy(given)).toEqual({ ...DEFAULT_POLICY, ...given });
    expect(parsePolicy({ protectedFlag: undefined } as never)).toEqual(DEFAULT_POLICY);
  });

  it("applies the rules of the file under camelCase names", () => {
    const wrong = { triggerPct: 2, keepToolIoPairs: 0, rolesNeverPrune: ["sytem"], trigger_pct: 1 };
    expect(problemsOf(() => parsePolicy(wrong as never))).toEqual([
      "triggerPct: 2; allowed: number above 0, at most 1",
      "keepToolIoPairs: 0; allowed: whole number from 1 to 10000",
      'rolesNeverPrune: ["sytem"]; allowed: list of system, developer, user, assistant, tool',
      expect.stringContaining("trigger_pct: unknown key. Did you mean triggerPct?"),
    ]);
    expect(problemsOf(() => parsePolicy({ triggerPct: 0.5, targetPct: 0.5 }))).toEqual([
      "targetPct: 0.5; allowed: a number below triggerPct, which is 0.5",
    ]);
  });

  it("does not change when the caller's list changes", () => {
    const roles = ["system"];
    const policy = parsePolicy({ rolesNeverPrune: roles });
    roles.push("user");
    expect(policy.rolesNeverPrune).toEqual(["system"]);
  });
});
