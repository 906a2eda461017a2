import assert from "node:assert/strict";
import type { ArtifactInput, ArtifactScope } from "../stores/artifact-store.js";
import { type ArtifactCase, minuteTs, onStore, payload, putAll, refused, scope } from "./artifact-case.js";

/** What no artifact store takes. */
export const REFUSAL_CASES: readonly ArtifactCase[] = [
  onStore("refuses a scope that is empty, too long or no string", async (store) => {
    const bad = ["", "x".repeat(513), undefined, 7, null].flatMap((value) => [
      { tenant: "t", sessionId: value },
      { tenant: typeof value === "string" ? value.slice(0, 129) : value, sessionId: "s" },
    ]);
    for (const where of [...bad, undefined, null, "s"] as unknown as ArtifactScope[]) {
      await assert.rejects(store.put(where, [payload("x")]), refused);
      await assert.rejects(store.get(where, "art_"), refused);
      await assert.rejects(store.list(where), refused);
      await assert.rejects(store.search(where, ["x"]), refused);
      await assert.rejects(store.remove(where), refused);
    }
    for (const tenant of ["", "x".repeat(129), 7, null] as unknown as string[]) {
      await assert.rejects(store.sessions(tenant), refused);
      await assert.rejects(store.sweep(minuteTs(0), { tenant }), refused);
    }
  }),
  onStore("refuses a whole batch if one of its payloads cannot be stored", async (store) => {
    const bad = [
      { text: 7 },
      { text: undefined },
      { kind: null },
      { label: {} },
      { ts: "yesterday" },
      { ts: undefined },
      { ts: "2026-99-99T00:00:00Z" },
    ];
    for (const fields of bad) {
      const batch = [payload("good"), { ...payload("bad"), ...fields }] as ArtifactInput[];
      await assert.rejects(store.put(scope(), batch), refused);
    }
    await assert.rejects(store.put(scope(), [null as unknown as ArtifactInput]), refused);
    await assert.rejects(store.put(scope(), "text" as unknown as ArtifactInput[]), refused);
    assert.deepEqual(await store.list(scope()), []);
    assert.deepEqual(await store.sessions("t"), []);
  }),
  onStore("refuses ids, words, pages and times that are none", async (store) => {
    await putAll(store, ["x"]);
    for (const id of [undefined, 7, null] as unknown as string[]) {
      await assert.rejects(store.get(scope(), id), refused);
    }
    for (const words of [undefined, "x", [7], ["x", null]] as unknown as string[][]) {
      await assert.rejects(store.search(scope(), words), refused);
    }
    for (const count of [-1, 1.5, Number.NaN, "1"] as unknown as number[]) {
      await assert.rejects(store.list(scope(), { limit: count }), refused);
      await assert.rejects(store.list(scope(), { offset: count }), refused);
      await assert.rejects(store.search(scope(), ["x"], { limit: count }), refused);
    }
    for (const before of ["", "soon", "2026-99-99T00:00:00Z", 7 as unknown as string]) {
      await assert.rejects(store.sweep(before), refused);
    }
    assert.equal((await store.list(scope())).length, 1);
  }),
];
