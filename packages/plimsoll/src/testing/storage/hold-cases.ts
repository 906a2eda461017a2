import assert from "node:assert/strict";
import type { LegalHolds } from "../../stores/holds/legal-hold.js";
import type { StorageAdapter } from "../../stores/storage-adapter.js";
import { entry } from "./entry-cases.js";
import { minuteTs, onStore, onTenants, putAll, scope, type StorageCase } from "./storage-case.js";

const NOTE = { ts: minuteTs(30), by: "counsel", reason: "case 12" };

function holdsOf(store: StorageAdapter): LegalHolds {
  assert.ok(store.holds, "a store has legal holds; a store without becomes one by withHolds()");
  return store.holds;
}

const isHeld = (hold: string) => (error: unknown) => {
  const { code, message } = error as { code?: unknown; message?: string };
  return code === "LEGAL_HOLD" && message?.includes(hold) === true;
};

/** A store without a tenant of its own keeps its entries for the default one. */
const tenantOf = (store: StorageAdapter): string => store.tenant ?? "default";

async function fill(store: StorageAdapter, sessions: readonly string[]): Promise<void> {
  for (const sessionId of sessions) {
    await store.append(sessionId, [entry("item", "1")]);
    await putAll(store, [`payload of ${sessionId}`], scope(sessionId, tenantOf(store)));
  }
}

const idsOf = async (store: StorageAdapter): Promise<string[]> =>
  (await store.sessions()).map(({ sessionId }) => sessionId).sort();

/** Legal holds, which every deletion respects. */
export const HOLD_CASES: readonly StorageCase[] = [
  {
    name: "keeps a held session from being deleted, also after it was opened again, until it is released",
    async run(subject) {
      let store = await subject.create();
      const tenant = tenantOf(store);
      await fill(store, ["held", "free"]);
      const { id } = await holdsOf(store).place({ tenant, sessionId: "held" }, NOTE);
      if (subject.reopen) {
        await store.close();
        store = await subject.reopen();
      }
      await assert.rejects(store.remove("held"), isHeld(id));
      await assert.rejects(store.removeArtifacts(scope("held", tenant)), isHeld(id));
      assert.deepEqual(await store.sweep(minuteTs(50)), ["free"]);
      assert.equal(await store.sweepArtifacts(minuteTs(50), { tenant }), 1);
      assert.deepEqual(await idsOf(store), ["held"]);
      assert.equal((await store.listArtifacts(scope("held", tenant))).length, 1);
      const released = { ts: minuteTs(40), by: "counsel", reason: "settled" };
      await holdsOf(store).release(id, released);
      assert.deepEqual(await holdsOf(store).list(), []);
      assert.deepEqual(await holdsOf(store).list({ all: true }), [
        { id, tenant, sessionId: "held", placed: NOTE, released },
      ]);
      assert.equal(await store.removeArtifacts(scope("held", tenant)), 1);
      assert.equal(await store.remove("held"), true);
      assert.deepEqual(await idsOf(store), []);
      await store.close();
    },
  },
  onStore("keeps everything of a held tenant", async (store) => {
    const tenant = tenantOf(store);
    await fill(store, ["a", "b"]);
    const { id } = await holdsOf(store).place({ tenant }, { ts: minuteTs(30) });
    assert.deepEqual(await store.sweep(minuteTs(50)), []);
    assert.equal(await store.sweepArtifacts(minuteTs(50)), 0);
    await assert.rejects(store.remove("a"), isHeld(id));
    await store.append("a", [entry("item", "2")]);
    assert.equal((await store.read("a")).length, 2);
  }),
  onTenants("keeps the artifacts of the held tenant only", async (store) => {
    await putAll(store, ["one"], scope("s", "t"));
    await putAll(store, ["two"], scope("s", "u"));
    await holdsOf(store).place({ tenant: "t", sessionId: "s" }, NOTE);
    assert.equal(await store.sweepArtifacts(minuteTs(50)), 1);
    assert.equal((await store.listArtifacts(scope("s", "t"))).length, 1);
    assert.equal((await store.listArtifacts(scope("s", "u"))).length, 0);
  }),
  onStore("refuses to release what is not in force, and what nobody can hold", async (store) => {
    const invalid = (error: unknown): boolean => (error as { code?: unknown }).code === "INVALID_INPUT";
    const holds = holdsOf(store);
    await assert.rejects(holds.release("hold_none", NOTE), invalid);
    await assert.rejects(holds.place({ tenant: "" }, NOTE), invalid);
    await assert.rejects(holds.place({ tenant: tenantOf(store) }, { ts: "soon" }), invalid);
    assert.deepEqual(await holds.list({ all: true }), []);
  }),
];
