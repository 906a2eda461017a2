import { describe, expect, it } from "vitest";
import type { Problem } from "./problem.js";
import { readShape } from "./read-shape.js";
import type { Shape } from "./shape.js";

function read(shape: Shape, value: unknown): { value: unknown; problems: string[] } {
  const problems: Problem[] = [];
  const result = readShape(shape, value, { path: "", problems });
  return { value: result, problems: problems.map(({ path, text }) => `${path} ${text}`.trim()) };
}

const PLAN: Shape = {
  kind: "object",
  fields: {
    name: "text",
    "steps?": { kind: "list", of: { kind: "object", fields: { state: ["open", "done"] } }, max: 3 },
    "tokens?": { kind: "map", of: "count", max: 2 },
    "limit?": { kind: "either", of: ["number", "null"] },
  },
};

describe("readShape", () => {
  it("copies a value that is of its shape", () => {
    const plan = { name: "a", steps: [{ state: "open" }], tokens: { in: 1 }, limit: null };
    const { value, problems } = read(PLAN, plan);
    expect(problems).toEqual([]);
    expect(value).toEqual(plan);
    expect(value).not.toBe(plan);
  });

  it("leaves out what is wrong, and says where it stood, what it was and what belongs there", () => {
    const plan = { name: 3, steps: [{ state: "lost" }, { state: "done" }], tokens: { in: -1, out: 2 } };
    expect(read(PLAN, plan)).toEqual({
      value: { steps: [{}, { state: "done" }], tokens: { out: 2 } },
      problems: [
        "name is 3; it must be a text",
        'steps[0].state is "lost"; it must be one of open, done',
        "tokens.in is -1; it must be a whole number from 0",
      ],
    });
    expect(read(PLAN, {}).problems).toEqual(["name is missing; it must be a text"]);
    expect(read(PLAN, { name: "a", steps: [1, 2, 3, 4] }).problems).toEqual([
      "steps is a list; it must be a list of at most 3 entries",
    ]);
    expect(read(PLAN, { name: "a", limit: "much" }).problems).toEqual([
      'limit is "much"; it must be a number, or null',
    ]);
  });

  it("refuses a key that is not there, unless such keys are left out", () => {
    expect(read(PLAN, { name: "a", step: [] }).problems).toEqual(["step is unknown; did you mean steps?"]);
    const open: Shape = { kind: "object", fields: { name: "text" }, others: "left out" };
    expect(read(open, { name: "a", step: [] })).toEqual({ value: { name: "a" }, problems: [] });
  });

  it("takes keys of a map as they are", () => {
    const map: Shape = { kind: "map", of: "count" };
    const given = JSON.parse('{"__proto__": 1, "what?": 2, "": 3}') as object;
    expect(JSON.stringify(read(map, given).value)).toBe('{"__proto__":1,"what?":2,"":3}');
  });

  it("never throws", () => {
    const trap = {
      get name(): string {
        throw new Error("trap");
      },
    };
    expect(read(PLAN, trap).problems).toEqual(["name cannot be read; it must be a plain value"]);
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    for (const value of [proxy, Symbol("s"), 10n, () => 1, Number.NaN]) {
      expect(read(PLAN, value).problems).toHaveLength(1);
      expect(read(PLAN, { name: "a", steps: [value] }).problems).toHaveLength(1);
    }
    const cyclic: Record<string, unknown> = { name: "a" };
    cyclic["steps"] = [cyclic];
    expect(read(PLAN, cyclic).problems.length).toBeGreaterThan(0);
  });

  it("tells at most fifty problems", () => {
    const list: Shape = { kind: "list", of: "text" };
    const { value, problems } = read(
      list,
      Array.from({ length: 10_000 }, (_, index) => index),
    );
    expect(value).toEqual([]);
    expect(problems).toHaveLength(50);
  });
});
