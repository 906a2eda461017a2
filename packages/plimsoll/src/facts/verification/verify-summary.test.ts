import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import type { Fact } from "./fact.js";
import { constraint, fact, verify } from "./fact-test-support.js";
import { summaryVerifier } from "./verify-summary.js";

/** What becomes of the first fact. */
const classOf = (
  facts: readonly Fact[],
  summary: string,
  more: Parameters<typeof verify>[2] = {},
): string => {
  const { report } = verify(facts, summary, more);
  return Object.entries(report.counts).find(([, count]) => count > 0)?.[0] ?? "";
};
const instead = (facts: readonly Fact[], summary: string): string | undefined =>
  verify(facts, summary).report.lost[0]?.instead;

const order = fact({ kind: "identifier", value: "#W8492013", meaning: ["order"] });
const file = fact({ kind: "file", value: "memory/checkpoint.ts" });
const port = fact({ kind: "identifier", value: "8080", meaning: ["port"] });

describe("verifySummary calls a constraint", () => {
  it.each([
    ["Never push to main.", "Rules:\n  1. never push\n to main."],
    ["Never push to main", "- Never push to main"],
    ["Never push to main", "The user said: never push to main, and to wait."],
    ["I want at most 3 retries.", "I want at most 3 retries. Other things."],
    ["所有接口必须保持兼容。", "约束：所有接口必须保持兼容。其他。"],
    ["A release must be tagged", "a release must be tagged"],
  ])("retained: %s", (value, summary) => {
    expect(classOf([constraint(value)], summary)).toBe("retained");
  });

  it.each([
    ["Do not push to main.", "Push to main.", "Push to main."],
    [
      "Use at most 5 retries per request",
      "- use at most 50 retries per request",
      "use at most 50 retries per request",
    ],
    ["不要修改数据库的表结构。", "计划：\n- 修改数据库的表结构。", "修改数据库的表结构。"],
    ["Use tabs for indentation.", "Do not use tabs for indentation.", "Do not use tabs for indentation."],
    ["响应时间不超过 200 毫秒。", "响应时间不超过 300 毫秒。", "响应时间不超过 300 毫秒。"],
  ])("mutated, and tells what stands there: %s", (value, summary, found) => {
    expect(classOf([constraint(value)], summary)).toBe("mutated");
    expect(instead([constraint(value)], summary)).toBe(found);
  });

  it("missing where it is cut, weakened or gone, though its item is archived", () => {
    const facts = [constraint("Never push to main")];
    for (const summary of ["Never push to", "Never push to main without asking", "All is well."])
      expect(classOf(facts, summary)).toBe("missing");
  });

  it("stale where only what it superseded stands there", () => {
    const facts = [constraint("Use at most 5 workers instead.", ["Use at most 3 workers."])];
    expect(classOf(facts, "Use at most 3 workers.")).toBe("stale");
    expect(classOf(facts, "Use at most 3 workers. Use at most 5 workers instead.")).toBe("retained");
  });

  it("retained where it stays in the window", () => {
    const { mustKeep } = verify([constraint("Never push to main")], "", {
      window: ["so never push to main ok"],
    });
    expect(mustKeep[0]).toMatchObject({ class: "retained", visibleIn: "window" });
  });

  it("missing, not mutated, beside another one that was really said", () => {
    const facts = [
      constraint("Use at most 3 retries for reads"),
      constraint("Use at most 5 retries for reads"),
    ];
    expect(verify(facts, "- Use at most 5 retries for reads").report.counts).toMatchObject({
      retained: 1,
      missing: 1,
    });
  });
});

describe("verifySummary calls an exact string", () => {
  it("retained where it stands as a word of its own", () => {
    expect(classOf([order], "订单#W8492013已退款")).toBe("retained");
    expect(classOf([file], "see packages/x/src/memory/checkpoint.ts:12")).toBe("retained");
    expect(classOf([order], "#W84920135", { source: ["#W84920135"] })).toBe("recoverable");
  });

  it("recoverable where its item is archived, missing where it is not", () => {
    expect(classOf([order], "nothing")).toBe("recoverable");
    expect(classOf([order], "nothing", { archived: [] })).toBe("missing");
  });

  it.each([
    [order, "Order #W8492018 is open.", "#W8492018"],
    [order, "Order #W8492031 is open.", "#W8492031"],
    [file, "changed src/memory/checkpont.ts", "src/memory/checkpont.ts"],
    [file, "changed src/memories/checkpoint.ts", "src/memories/checkpoint.ts"],
    [file, "changed src/memory/checkpoin", "src/memory/checkpoin"],
    [port, "It listens on port 9090 now", "9090"],
    [fact({ kind: "identifier", value: "1.24.3", meaning: ["version"] }), "at version 1.25.0 now", "1.25.0"],
    [fact({ kind: "handle", value: "48213", meaning: ["proces"] }), "Process 48218 runs", "48218"],
  ])("mutated where a near miss was never said: %#", (wanted, summary, found) => {
    expect(classOf([wanted], summary)).toBe("mutated");
    expect(instead([wanted], summary)).toBe(found);
  });

  it("not mutated where the other one is real", () => {
    expect(classOf([order], "Order #W8492018 is open.", { source: ["order #W8492018"] })).toBe("recoverable");
    expect(classOf([port], "port 9090", { source: ["port 9090"] })).toBe("recoverable");
  });

  it("not visible by a short handle without a word that gives it its meaning", () => {
    const handle = fact({ kind: "handle", value: "42", meaning: ["process"] });
    expect(classOf([handle], "42 tests passed")).toBe("missing");
    expect(classOf([handle], "Process 42 is running")).toBe("retained");
  });
});

describe("the fidelity report", () => {
  it("counts all facts and lists a bounded number, what must be kept first", () => {
    const facts = [
      ...Array.from({ length: 500 }, (_, index) =>
        fact({ kind: "identifier", value: `ID-${10_000 + index}` }),
      ),
      constraint("Never push to main"),
    ];
    const { report } = verify(facts, "ID-10003 and ID-99999");
    expect(report).toMatchObject({
      facts: 501,
      lostOmitted: 300,
      invented: ["ID-99999"],
      inventedOmitted: 0,
    });
    expect(report.counts).toEqual({ retained: 1, recoverable: 499, missing: 1, mutated: 0, stale: 0 });
    expect(report.mustKeep.missing).toBe(1);
    expect(report.lost).toHaveLength(200);
    expect(report.lost[0]?.text).toBe("Never push to main");
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it("does not call invented what a fact says, though its source is long gone", () => {
    const { invented } = verify(
      [fact({ kind: "identifier", value: "OPS-4411" })],
      "OPS-4411 and OPS-4412",
      {},
    );
    expect(invented.map(({ value }) => value)).toEqual(["OPS-4412"]);
  });
});

describe("summaryVerifier", () => {
  it("says of a summary the same whatever was checked before it", () => {
    const input = {
      facts: [constraint("Never push to main."), order, file],
      window: ["port 8080"],
      source: ["see src/memory/checkpoint.ts and 12345ms, order #W8492013", "planWindow in a.planWindow"],
      archived: new Set(["i1"]),
    };
    const sentences = ["Never push to main.", "Push to main.", "#W8492013", "#W8492014", "\n", " "];
    const strings = ["memory/checkpoint.ts", "src/memory/other.ts", "12345", "2345", "98765", "planWindow"];
    const word = fc.constantFrom(...sentences, ...strings, "planWidow", "PlanWindow");
    const summaries = fc.array(
      fc.array(word, { maxLength: 8 }).map((words) => words.join(" ")),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(summaries, (list) => {
        const check = summaryVerifier(input);
        const together = list.map((summary) => check(summary));
        expect(together).toEqual(list.map((summary) => summaryVerifier(input)(summary)));
      }),
      { numRuns: scaled(200) },
    );
  });
});
