import { describe, expect, it } from "vitest";
import { normalizePath } from "./normalize-path.js";

describe("normalizePath", () => {
  it.each([
    [["./src//a.ts"], "src/a.ts"],
    [["/repo/src/../lib/a.ts"], "/repo/lib/a.ts"],
    [["a.ts", "", "/repo"], "/repo/a.ts"],
    [["a.ts", "src", "/repo/"], "/repo/src/a.ts"],
    [["/etc/hosts", "src", "/repo"], "/etc/hosts"],
    [["../a.ts"], "../a.ts"],
    [["../../a.ts", "/repo/src/deep"], "/repo/a.ts"],
    [["C:\\code\\a.ts"], "C:/code/a.ts"],
    [["file:///repo/a.ts"], "/repo/a.ts"],
  ])("writes %j as %s", ([path = "", ...folders], expected) => {
    expect(normalizePath(path, ...folders)).toBe(expected);
  });

  it("knows no path in an address, in nothing and in a text of several lines", () => {
    for (const text of ["https://example.com/a", "", "/", "a\nb", "x".repeat(5_000)])
      expect(normalizePath(text)).toBeUndefined();
  });
});
