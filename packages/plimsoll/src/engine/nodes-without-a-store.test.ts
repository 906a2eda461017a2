import { describe, expect, it } from "vitest";
import { itemId } from "../conversation/item-id.js";
import type { PlainMessage } from "../formats/plain/plain.js";
import { sqliteStorage } from "../stores/sqlite/sqlite-storage.js";
import type { StorageAdapter } from "../stores/storage-adapter.js";
import { chatter, setUp } from "./manager-test-support.js";

/** A node on a shared store, which it reaches only while `isUp`. */
function node(shared: StorageAdapter, network: { isUp: boolean }) {
  const append: StorageAdapter["append"] = async (sessionId, entries) => {
    if (!network.isUp) throw new Error("connect ECONNREFUSED");
    await shared.append(sessionId, entries);
  };
  return setUp({ storage: { ...shared, append, close: async () => undefined } }).manager;
}

describe("two nodes that compact one session while its store is away", () => {
  it("store both compactions when it is back: none is lost, and undo takes the one that the list goes on from", async () => {
    const shared = sqliteStorage({ path: ":memory:" });
    const network = { isUp: true };
    const [one, two] = [node(shared, network), node(shared, network)];
    const history = chatter(12);
    for (const manager of [one, two]) await manager.preflight<PlainMessage>("s", [...history]);
    network.isUp = false;
    const [ofOne, ofTwo] = [
      [...history, ...chatter(30, 100)],
      [...history, ...chatter(30, 200)],
    ];
    const first = await one.manualCompact<PlainMessage>("s", ofOne, { targetTokens: 1200 });
    const second = await two.manualCompact<PlainMessage>("s", ofTwo, { targetTokens: 1200 });
    network.isUp = true;
    await one.close();
    await two.close();
    const records = (await shared.read("s", ["compaction"])).map(({ id, data }) => [
      id,
      (data as { readonly version: number }).version,
    ]);
    const made = [first, second].map(({ compaction }) => [compaction?.id, compaction?.version]);
    expect(records).toEqual(made);
    expect(new Set(made.map(([id]) => id)).size).toBe(2);
    const stored = new Set((await shared.read("s", ["item"])).map(({ id }) => id));
    for (const id of [...(first.compaction?.removed ?? []), ...(second.compaction?.removed ?? [])])
      expect(stored).toContain(id);
    for (const [window, list] of [
      [first.items, ofOne],
      [second.items, ofTwo],
    ] as const) {
      const reader = node(shared, network);
      const undone = await reader.undo<PlainMessage>("s", window);
      expect(undone.items.map(itemId)).toEqual(list.map(itemId));
      await reader.redo("s");
      await reader.close();
    }
    const reader = node(shared, network);
    expect((await reader.undo("s")).undone.id).toBe(second.compaction?.id);
    await reader.close();
    await shared.close();
  });
});
