import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { encodeEntries } from "./encode-entries.js";
import { packEntry } from "./pack-entry.js";

describe("packEntry", () => {
  it("gives the text back character by character, lone surrogates and all", () => {
    const texts = fc.array(
      fc.oneof(fc.string({ unit: "binary" }), fc.constant("\ud800 \u65e5\u672c \ufeff")),
      {
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(texts, (data) => {
        const [entry] = encodeEntries([{ kind: "item", id: "i", ts: "2026-01-01T00:00:00.000Z", data }]);
        if (!entry) throw new Error("nothing was encoded");
        const { kind, id, ts, json } = packEntry(entry);
        expect({ kind, id, ts, json }).toEqual({ ...entry });
      }),
      { numRuns: scaled(300) },
    );
  });
});
