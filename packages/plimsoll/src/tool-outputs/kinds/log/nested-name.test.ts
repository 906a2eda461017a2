import { describe, expect, it } from "vitest";
import { makeEvidence } from "../../make-evidence.js";

const count = (text: string): number => Math.ceil(text.length / 4);
const TITLES = ["moors a ferry", "weighs cargo", "refuses papers", "bills the tug", "counts boxes"];
const FRAMES = Array.from(
  { length: 20 },
  (_, line) => `      at Context.<anonymous> (test/port.js:${line}:8)`,
);

describe("a name over several lines", () => {
  it("ends with the line that has a colon, and its parts are no messages", () => {
    const failed = TITLES.flatMap((title, index) => [
      `  ${index + 1}) harbour`,
      "       .open()",
      "         when the tide is invalid",
      `           ${title}:`,
      `     Error: expected ${index} tugs, got ${index + 1}`,
      ...FRAMES,
      "",
    ]);
    const lines = ["  120 passing (2s)", "  5 failing", "", ...failed];
    const { text } = makeEvidence({ text: lines.join("\n") }, { maxTokens: 150, count });
    for (const [index, title] of TITLES.entries()) {
      expect(text).toContain(title);
      expect(text).toContain(`Error: expected ${index} tugs, got ${index + 1}`);
    }
    expect(text).not.toMatch(/^when the tide is invalid$/m);
  });
});
