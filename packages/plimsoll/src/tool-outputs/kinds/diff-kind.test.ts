import { describe, expect, it } from "vitest";
import { evidenceOf } from "./recorded-outputs-test-support.js";

describe("evidence of a diff", () => {
  it("names every file of git show with what was added and removed", () => {
    const text = evidenceOf(["diff", "git-show"], 250, "git show --stat -p");
    expect(text).toContain("8 files, +8 -8");
    for (const file of ["docs/architecture.md +2 -2", "engine/codex-preset.test.ts +1 -1"])
      expect(text).toContain(file);
  });

  it("shows the hunks and the changed lines of diff -u, and marks what is left out", () => {
    const text = evidenceOf(["diff", "diff-u"], 250);
    expect(text).toContain("compact-manager.ts +6 -13");
    expect(text).toContain("@@ -9,13 +9,6 @@");
    expect(text).toContain("+  public #config: CompactConfig<W>;");
    expect(text).toContain("\n…\n");
  });
});
