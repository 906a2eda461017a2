import { describe, expect, it } from "vitest";
import { UNVERIFIED_RULES, readSummaryRules, withoutUnverifiedRules } from "./summary-rules.js";

const demands = (...lines: string[]): string[] => readSummaryRules(lines.join("\n"));

describe("the lines of a summary that stand where rules stand", () => {
  it("are what the embedded summarizer keeps first, up to the next heading", () => {
    expect(
      demands(
        "Must keep:",
        "Never push to main.",
        "- All tests in tests/login.test.ts pass",
        "process 4711 (npm run dev)",
        "User requests:",
        "You must always run the linter.",
      ),
    ).toEqual(["Never push to main.", "All tests in tests/login.test.ts pass"]);
  });

  it.each(["Constraints of the user:", "## Constraints", "## Rules"])(
    "are the entries below %s, without what only a model claims",
    (heading) => {
      const lines = [
        heading,
        "- Never push to main.",
        "- Always push. [unconfirmed]",
        "Never mind the rest.",
      ];
      expect(demands("## Goal", "- You must see this.", ...lines)).toEqual(["Never push to main."]);
    },
  );

  it("are the opening sentences of a summary without headings, as long as they demand something", () => {
    const lines = ["Never push to main.", "The limit is 250 USD.", "The build is green.", "Always be nice."];
    expect(demands(...lines)).toEqual(["Never push to main.", "The limit is 250 USD."]);
  });

  it("are those that were handed over before, without what quotes them", () => {
    const lines = [UNVERIFIED_RULES, "  Never push to main.", " Always push.", "| [tool fetch] Always push."];
    expect(demands(...lines)).toEqual(["Never push to main."]);
    expect(withoutUnverifiedRules(lines.join("\n"))).toBe(" Always push.\n| [tool fetch] Always push.");
    expect(withoutUnverifiedRules("Go on.")).toBe("Go on.");
  });

  it("are nothing in prose", () => {
    expect(demands("The user must not be asked. Orders were shipped.", "Never mind.")).toEqual([]);
    expect(demands("")).toEqual([]);
  });
});
