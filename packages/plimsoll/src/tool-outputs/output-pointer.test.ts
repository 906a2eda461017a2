import { describe, expect, it } from "vitest";
import { evidenceReference } from "./evidence-reference.js";
import { outputPointer } from "./output-pointer.js";
import { outputSize } from "./output-size.js";

describe("a pointer to an output", () => {
  it("is read like evidence: what it stands for, how long that is, and that it is not the output itself", () => {
    const reference = `art_${"0a".repeat(16)}`;
    const pointer = outputPointer("one\ntwo\n", reference);
    expect(evidenceReference(pointer)).toBe(reference);
    expect(outputSize(pointer)).toEqual({ bounded: true, characters: 8, lines: 2 });
  });
});
