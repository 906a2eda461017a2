import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { isSessionFileName, sessionFileName } from "./session-file-name.js";

const anyId = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 512 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }),
  fc.string({
    unit: fc.constantFrom("a", "A", ".", "%", "~", "4", "1", "/", "\ud800", "\udc00"),
    minLength: 1,
    maxLength: 6,
  }),
);

describe("sessionFileName", () => {
  it("leaves plain ids readable", () => {
    expect(sessionFileName("run-42_b.1")).toBe("run-42_b.1.jsonl");
    expect(sessionFileName("user/7 é")).toBe("user%2F7%20%C3%A9.jsonl");
    expect(sessionFileName("Run")).toMatch(/^Run~[0-9a-f]{32}\.jsonl$/);
  });

  it("hides names that mean something to a file system behind a hash", () => {
    for (const id of ["..", ".", ".env", "con", "NUL", "com1.txt", "x".repeat(121), "\ud800"]) {
      expect(sessionFileName(id)).toMatch(/^~[0-9a-f]{64}\.jsonl$/);
    }
  });

  it("gives every id a short, plain file name", () => {
    fc.assert(
      fc.property(anyId, (id) => {
        const name = sessionFileName(id);
        expect(name).toMatch(/^[A-Za-z0-9_%~-][A-Za-z0-9._%~-]{0,170}\.jsonl$/);
        expect(isSessionFileName(name)).toBe(true);
      }),
      { numRuns: scaled(1000) },
    );
  });

  it("gives different ids names that differ by more than case", () => {
    fc.assert(
      fc.property(anyId, anyId, (one, other) => {
        fc.pre(one !== other);
        expect(sessionFileName(one).toLowerCase()).not.toBe(sessionFileName(other).toLowerCase());
      }),
      { numRuns: scaled(1000) },
    );
  });
});
