import { describe, expect, it } from "vitest";
import { classifyOutput } from "../../classify-output.js";
import { makeEvidence } from "../../make-evidence.js";
import { evidenceOf } from "../recorded-outputs-test-support.js";

const count = (text: string): number => Math.ceil(text.length / 4);

describe("evidence of a search", () => {
  it("shows what grep found under its file, with the line number", () => {
    const text = evidenceOf(["search", "grep-rn"], 250, "grep -rn CompactError packages");
    expect(text).toContain("70 matches in 23 files");
    expect(text).toMatch(/^packages\/\S+\.ts\n\d+: .*CompactError/m);
  });

  it("shows as many files as fit before a second match of one", () => {
    const text = evidenceOf(["search", "grep-rn"], 400, "grep -rn CompactError packages");
    const files = text.split("\n").filter((line) => /^packages\/\S+\.ts$/.test(line));
    expect(files.length).toBeGreaterThan(8);
    expect(new Set(files).size).toBe(files.length);
  });

  it("takes no findings of a linter, which names its rule behind the place, for lines of files", () => {
    const rules = ["name[missing]: All tasks should be named.", "command-instead-of-module: systemctl used"];
    const findings = Array.from({ length: 80 }, (_, index) => `site.yml:${index + 2}: ${rules[index % 2]}`);
    expect(classifyOutput({ text: findings.join("\n") })).toBe("command");
  });

  it("counts what was found, not files that could not be read, and has what the program counted", () => {
    const found = Array.from(
      { length: 90 },
      (_, index) => `src/part-${index % 9}.ts:${index}:  // TODO: part ${index}`,
    );
    const failed = "src/gone.ts: No such file or directory (os error 2)";
    const told = ["", "91 matches", "90 matched lines", "9 files contained matches", "160 files searched"];
    const { kind, text } = makeEvidence(
      { text: [failed, ...found, ...told].join("\n") },
      { maxTokens: 250, count },
    );
    expect(kind).toBe("search");
    expect(text).toContain("; 90 matches in 9 files;");
    for (const line of [failed, "91 matches", "9 files contained matches"])
      expect(text).toContain(`${line}\n`);
  });
});
