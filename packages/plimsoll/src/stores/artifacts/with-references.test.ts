import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { referencedIds, withoutReferences, withReferences } from "./with-references.js";

const ID = `art_${"0123456789abcdef".repeat(2)}`;
const MARKED = `plimsoll-artifact:${ID}`;
const text = fc.oneof(
  fc.string(),
  fc.constantFrom("payload", MARKED, `plimsoll-artifact:${MARKED}`, "plimsoll-artifact:", ID),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    text,
    fc.integer(),
    fc.constant(null),
    fc.array(tie("any")),
    fc.dictionary(fc.oneof(fc.string(), fc.constant("__proto__")), tie("any")),
  ),
})).any;

describe("references to artifacts", () => {
  it("give back any value as it was, also one that holds what looks like a reference", () => {
    fc.assert(
      fc.property(value, (original) => {
        const stored = withReferences(original, (part) => (part === "payload" ? ID : undefined));
        expect(withoutReferences(stored, () => "payload")).toEqual(original);
        expect(JSON.stringify(stored)).not.toContain('"payload"');
      }),
      { numRuns: scaled(1000) },
    );
  });

  it("leave a value without payloads the very same object", () => {
    const item = { role: "user", content: [{ text: "hello" }] };
    expect(withReferences(item, () => undefined)).toBe(item);
  });

  it("stand in what an object of a class is in JSON", () => {
    class Message {
      readonly internal = true;
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
      toJSON(): object {
        return { kind: "message", text: this.text };
      }
    }
    const stored = withReferences(new Message("payload"), (part) => (part === "payload" ? ID : undefined));
    expect(stored).toEqual({ kind: "message", text: MARKED });
    const other = new Message("hello");
    expect(withReferences(other, () => undefined)).toBe(other);
  });

  it("name each artifact once, and no text that only looks like one", () => {
    const stored = withReferences({ a: "payload", b: ["payload", MARKED] }, (part) =>
      part === "payload" ? ID : undefined,
    );
    expect(referencedIds(stored)).toEqual([ID]);
  });
});
