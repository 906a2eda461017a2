import assert from "node:assert/strict";
import { ARTIFACT_CASES } from "./storage/artifact-cases.js";
import { ENTRY_CASES, entry } from "./storage/entry-cases.js";
import { HOLD_CASES } from "./storage/hold-cases.js";
import { RECALL_CASES } from "./storage/recall-cases.js";
import { minuteTs, onStore, payload, putAll, scope, type StorageCase } from "./storage/storage-case.js";

export type { StorageSubject } from "./storage/storage-case.js";

const BOTH: readonly StorageCase[] = [
  onStore("deletes entries without the artifacts, and artifacts without the entries", async (store) => {
    await store.append("a", [entry("item", "1")]);
    await putAll(store, ["text"], scope("a"));
    await store.append("b", [entry("item", "1")]);
    await putAll(store, ["text"], scope("b"));
    assert.equal(await store.remove("a"), true);
    assert.equal((await store.listArtifacts(scope("a"))).length, 1);
    assert.equal(await store.removeArtifacts(scope("b")), 1);
    assert.equal((await store.read("b")).length, 1);
    assert.deepEqual(
      (await store.sessions()).map(({ sessionId }) => sessionId),
      ["b"],
    );
    assert.deepEqual(
      (await store.artifactSessions("t")).map(({ sessionId }) => sessionId),
      ["a"],
    );
  }),
  onStore("sweeps entries and artifacts each by their own times", async (store) => {
    await store.append("s", [entry("item", "1", { minute: 5 })]);
    await store.putArtifacts(scope(), [payload("old", { minute: 1 }), payload("new", { minute: 9 })]);
    assert.deepEqual(await store.sweep(minuteTs(5)), []);
    assert.equal(await store.sweepArtifacts(minuteTs(5), { tenant: "t" }), 1);
    assert.deepEqual(await store.sweep(minuteTs(6)), ["s"]);
    assert.equal((await store.listArtifacts(scope())).length, 1);
  }),
];

const named = (part: string, cases: readonly StorageCase[]): StorageCase[] =>
  cases.map(({ name, run }) => ({ name: `${part}: ${name}`, run }));

/** The behaviour of every `StorageAdapter`. Run each case with a fresh subject. */
export const storageContract: readonly StorageCase[] = [
  ...named("entries", ENTRY_CASES),
  ...named("artifacts", ARTIFACT_CASES),
  ...named("both", BOTH),
  ...named("holds", HOLD_CASES),
  ...named("recall", RECALL_CASES),
];
