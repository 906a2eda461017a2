import assert from "node:assert/strict";
import type { ArtifactInput, ArtifactScope } from "../../stores/artifacts/artifact.js";
import { type StorageCase, minuteTs, onStore, payload, putAll, refused, scope } from "./storage-case.js";

/** Artifacts that every store refuses. */
export const ARTIFACT_REFUSAL_CASES: readonly StorageCase[] = [
  onStore("refuses a scope that is empty, too long or no string", async (store) => {
    const bad = ["", "x".repeat(513), undefined, 7, null].flatMap((value) => [
      { tenant: "t", sessionId: value },
      { tenant: typeof value === "string" ? value.slice(0, 129) : value, sessionId: "s" },
    ]);
    for (const where of [...bad, undefined, null, "s"] as unknown as ArtifactScope[]) {
      await assert.rejects(store.putArtifacts(where, [payload("x")]), refused);
      await assert.rejects(store.getArtifact(where, "art_"), refused);
      await assert.rejects(store.listArtifacts(where), refused);
      await assert.rejects(store.searchArtifacts(where, ["x"]), refused);
      await assert.rejects(store.removeArtifacts(where), refused);
    }
    for (const tenant of ["", "x".repeat(129), 7, null] as unknown as string[]) {
      await assert.rejects(store.artifactSessions(tenant), refused);
      await assert.rejects(store.sweepArtifacts(minuteTs(0), { tenant }), refused);
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
      await assert.rejects(store.putArtifacts(scope(), batch), refused);
    }
    await assert.rejects(store.putArtifacts(scope(), [null as unknown as ArtifactInput]), refused);
    await assert.rejects(store.putArtifacts(scope(), "text" as unknown as ArtifactInput[]), refused);
    assert.deepEqual(await store.listArtifacts(scope()), []);
    assert.deepEqual(await store.artifactSessions("t"), []);
  }),
  onStore("refuses ids, words, pages and times that are none", async (store) => {
    await putAll(store, ["x"]);
    for (const id of [undefined, 7, null] as unknown as string[]) {
      await assert.rejects(store.getArtifact(scope(), id), refused);
    }
    for (const words of [undefined, "x", [7], ["x", null]] as unknown as string[][]) {
      await assert.rejects(store.searchArtifacts(scope(), words), refused);
    }
    for (const count of [-1, 1.5, Number.NaN, "1"] as unknown as number[]) {
      await assert.rejects(store.listArtifacts(scope(), { limit: count }), refused);
      await assert.rejects(store.listArtifacts(scope(), { offset: count }), refused);
      await assert.rejects(store.searchArtifacts(scope(), ["x"], { limit: count }), refused);
    }
    for (const before of ["", "soon", "2026-99-99T00:00:00Z", 7 as unknown as string]) {
      await assert.rejects(store.sweepArtifacts(before), refused);
    }
    assert.equal((await store.listArtifacts(scope())).length, 1);
  }),
];
