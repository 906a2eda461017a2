import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY } from "../../config/compact-policy.js";
import { type DecideInput, decide } from "./decide.js";
import { measure } from "../follow/measure.js";

const measured = (tokens: number, max = 100_000) =>
  measure({
    items: { system: 0, memory: 0, newInput: 0, total: tokens },
    instructionTokens: 0,
    toolTokens: 0,
    max,
    calibration: 1,
  });

const decided = (tokens: number, more: Partial<DecideInput> = {}) =>
  decide({ measurement: measured(tokens), policy: DEFAULT_POLICY, atTurnBoundary: true, ...more });

describe("decide", () => {
  it("says no with its numbers below every trigger", () => {
    expect(decided(40_000)).toEqual({
      action: "none",
      trigger: "none",
      reason: "40000 of 100000 tokens (40 %); compacts at 85000.",
      tokens: 40_000,
      max: 100_000,
      limit: 85_000,
      target: 50_000,
      hardLimit: 98_500,
    });
  });

  it("compacts at the percentage, and aims below it", () => {
    expect(decided(84_999).action).toBe("none");
    const decision = decided(85_000);
    expect(decision).toMatchObject({ action: "compact", trigger: "percentage", limit: 85_000 });
    expect(decision.target).toBeLessThan(decision.limit);
  });

  it("has a hard limit that something fits below, also in a window that is smaller than the buffer", () => {
    for (const max of [900, 1500])
      expect(decided(100, { measurement: measured(100, max) })).toMatchObject({
        action: "none",
        hardLimit: max - Math.floor(max / 8),
      });
  });

  it("compacts when too few tokens are left", () => {
    const policy = { ...DEFAULT_POLICY, triggerTokensLeft: 40_000 };
    expect(decided(60_000, { policy }).action).toBe("none");
    expect(decided(60_001, { policy })).toMatchObject({ action: "compact", trigger: "tokens_left" });
  });

  it("waits for a turn boundary between the soft and the hard trigger", () => {
    const policy = { ...DEFAULT_POLICY, softTriggerPct: 0.6 };
    expect(decided(70_000, { policy, atTurnBoundary: false }).action).toBe("none");
    expect(decided(70_000, { policy })).toMatchObject({ action: "compact", trigger: "soft" });
    expect(decided(99_000, { policy, atTurnBoundary: false })).toMatchObject({ trigger: "hard" });
  });

  it("obeys the caller, the provider and the caller's own rule", () => {
    expect(decided(10, { manual: true }).trigger).toBe("manual");
    expect(decided(10, { overflow: true }).trigger).toBe("overflow");
    expect(decided(10, { programmatic: "the plan is done" })).toMatchObject({
      action: "compact",
      trigger: "programmatic",
      reason: expect.stringContaining("the plan is done"),
    });
  });

  it("holds still after an undo until the hard limit", () => {
    expect(decided(90_000, { held: true })).toMatchObject({ action: "none", trigger: "held" });
    expect(decided(99_000, { held: true })).toMatchObject({ action: "compact", trigger: "hard" });
  });
});

describe("measure", () => {
  const items = { system: 10, memory: 20, history: 100, newInput: 30, total: 160 };
  const base = { items, instructionTokens: 5, toolTokens: 7, max: 1000, calibration: 1 };

  it("counts every section once", () => {
    const measurement = measure(base);
    expect(measurement).toMatchObject({ tokens: 172, raw: 172, fixed: 12, anchored: false });
    const { sections } = measurement;
    expect(sections).toEqual({ system: 15, tools: 7, memory: 20, history: 100, newInput: 30 });
    expect(Object.values(sections).reduce((sum, part) => sum + part, 0)).toBe(measurement.raw);
  });

  it("stands on reported usage and adds only what is new", () => {
    const measurement = measure({ ...base, calibration: 1.5, anchor: { reported: 300, raw: 152 } });
    expect(measurement).toMatchObject({ tokens: 330, anchored: true });
  });
});
