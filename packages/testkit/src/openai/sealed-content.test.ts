import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSealer, type SealedKind } from "./sealed-content.js";

const now = (): number => 1_771_352_836_000;
const kinds = fc.constantFrom<SealedKind>("reasoning", "standalone", "trigger", "inline");
const contents = fc.record({ kind: kinds, id: fc.string(), tokens: fc.nat(5000) });

describe("createSealer", () => {
  it("opens what it sealed, and seals it differently each time", () => {
    const sealer = createSealer("a", now);
    fc.assert(
      fc.property(contents, fc.string(), (content, account) => {
        const [first, second] = [sealer.seal(account, content), sealer.seal(account, content)];
        expect(first).not.toBe(second);
        expect(first).toHaveLength(second.length);
        expect(sealer.open(account, first)).toEqual(content);
        expect(sealer.open(account, second)).toEqual(content);
      }),
    );
  });

  it("has the length of real contents, which says little about what they cost", () => {
    const sealed = createSealer("a", now).seal("me", { kind: "inline", id: "cmp_1", tokens: 1690 });
    expect(sealed.length).toBeGreaterThan(38_000);
    expect(sealed.length).toBeLessThan(44_000);
    expect(sealed).toMatch(/^gAAAAABp[\w-]+$/u);
  });

  it("opens no text that it did not seal, whatever the text", () => {
    const sealer = createSealer("a", now);
    const foreign = createSealer("b", now).seal("me", { kind: "inline", id: "cmp_1", tokens: 1 });
    const texts = fc.oneof(fc.string(), fc.base64String(), fc.constant(foreign));
    fc.assert(
      fc.property(texts, (text) => {
        expect(() => sealer.open("me", text)).toThrow("could not be verified");
      }),
    );
  });
});
