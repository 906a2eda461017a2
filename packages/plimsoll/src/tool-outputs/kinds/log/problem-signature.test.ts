import { describe, expect, it } from "vitest";
import { problemSignature } from "./problem-signature.js";

describe("problemSignature", () => {
  it.each([
    [
      "src/a.ts(1,2): error TS2304: Cannot find name 'x'.",
      "lib/b.ts(77,1): error TS2304: Cannot find name 'other'.",
    ],
    [
      'openat(AT_FDCWD, "/etc/a", O_RDONLY) = -1 ENOENT (No such file or directory)',
      'stat("/b") = -1 ENOENT (x)',
    ],
    ["2026-01-01 10:00:01 ERROR read of /a/b took 12 ms", "2026-01-02 11:00:01 ERROR read of /c took 7 ms"],
  ])("is the same for %s and %s", (one, other) => {
    expect(problemSignature(one)).toBe(problemSignature(other));
  });

  it("differs for different messages", () => {
    expect(problemSignature("a.c:1:2: error: expected ';'")).not.toBe(
      problemSignature("a.c:1:2: error: redefinition"),
    );
  });
});
