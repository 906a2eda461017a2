import * as fc from "fast-check";
import { expect } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import type { StorageAdapter } from "./storage-adapter.js";

const SCOPE = { tenant: "t", sessionId: "s" };
const TS = "2026-03-01T10:00:00.000Z";

const codeUnit = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));
const troublesome = fc.constantFrom("\u0000", "\ud800", "\udc00", "\ufeff", "\ufffd", "\n", '"', "\\", "👻");
const anyText = fc.string({ unit: fc.oneof(codeUnit, troublesome), maxLength: 40 });

/** Any UTF-16 text comes back as it is, with an id of its own. */
export async function checkAnyText(store: StorageAdapter): Promise<void> {
  const textOf = new Map<string, string>();
  await fc.assert(
    fc.asyncProperty(fc.array(anyText, { maxLength: 4 }), async (texts) => {
      const inputs = texts.map((text) => ({ text, kind: text, label: text, ts: TS }));
      const stored = await store.putArtifacts(SCOPE, inputs);
      for (const [position, { id, characters }] of stored.entries()) {
        const text = texts[position] ?? "";
        expect(textOf.get(id) ?? text).toBe(text);
        textOf.set(id, text);
        expect(characters).toBe(text.length);
        expect(await store.getArtifact(SCOPE, id)).toMatchObject({ id, text, kind: text, label: text });
      }
    }),
    { numRuns: scaled(25) },
  );
  await store.close();
}
