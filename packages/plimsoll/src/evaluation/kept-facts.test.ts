import { describe, expect, it } from "vitest";
import { keptFacts } from "./kept-facts.js";
import type { SessionFact } from "./session-facts.js";

const fact = (text: string, state: SessionFact["state"], last = 0): SessionFact => ({ text, state, last });
const facts = [
  fact("Never push to main on Fridays", "stands", 90),
  fact("write the release notes", "open", 5),
  fact("the login test fails", "closed", 10),
];

describe("the facts that a window keeps", () => {
  it("finds them however the line around them is worded", () => {
    const window = ["Rules:\n- never push to main on Fridays (user)\nWork:\n[ ] write the release notes"];
    expect(keptFacts(facts, window, 100)).toEqual({
      newest: { kept: 1, all: 1 },
      open: { kept: 1, all: 1 },
      closed: { kept: 1, all: 1 },
    });
  });

  it("misses what is only half there", () => {
    expect(keptFacts(facts, ["push to the notes"], 100)).toMatchObject({
      newest: { kept: 0, all: 1 },
      open: { kept: 0, all: 1 },
    });
  });

  it.each([
    { line: "Error: the login test fails", kept: 0 },
    { line: "[x] the login test fails", kept: 1 },
    { line: "the login test fails (resolved by item 12)", kept: 1 },
  ])("wants settled matters gone or told as settled: $line", ({ line, kept }) => {
    expect(keptFacts(facts, [line], 100).closed).toEqual({ kept, all: 1 });
  });
});
