import { describe, expect, it } from "vitest";
import { evidenceOf } from "../recorded-outputs-test-support.js";

describe("evidence of code", () => {
  it("has the imports, classes and functions of a Python file with their line numbers", () => {
    const text = evidenceOf(["code", "cat-python"], 250);
    expect(text).toContain("10 declarations");
    for (const line of ["4: import json", "30: class Dock:", "53: def read_dock(path: Path) -> Dock:"])
      expect(text).toContain(line);
    expect(text).not.toContain("self._ships.pop");
  });

  it("keeps the numbers that cat -n printed, and adds none to a blank line", () => {
    const text = evidenceOf(["code", "cat-n-typescript"], 250, "cat -n src/diff-kind.ts");
    expect(text).toMatch(/^ +44\tclass DiffReader \{$/m);
    expect(text).not.toMatch(/^\d+: +\d+$/m);
  });

  it("shows the lines that the call looked for with what stands around them", () => {
    const command = "grep -n -A40 hasWholeWord src/find-whole-words.ts";
    expect(evidenceOf(["code", "cat-typescript"], 200, command)).toContain("hasWholeWord(");
  });
});
