// What a manager holds beside the caller's own list. Needs --expose-gc.
import { CompactManager } from "plimsoll";
import { megabytes, row } from "./row.mjs";
import { buildSession, managerSettings } from "./session.mjs";

const ID = "bench";

async function settled() {
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc();
  }
  const { heapUsed, rss } = process.memoryUsage();
  return { heapUsed, rss };
}

export default async function memory({ quick }) {
  const tokens = quick ? 200_000 : 1_000_000;
  const { items, estimator } = await buildSession(tokens);
  const rows = [];
  const start = await settled();
  const list = JSON.parse(JSON.stringify(items));
  const own = await settled();
  const size = own.heapUsed - start.heapUsed;
  const note = async (name) => {
    const now = await settled();
    const heap = now.heapUsed - own.heapUsed;
    const value = `${megabytes(heap)} heap, ${megabytes(now.rss - own.rss)} RSS`;
    rows.push(row({ name, value, ratio: heap / size, against: "the list itself" }));
  };
  rows.push(row({ name: `the caller's list, ${list.length} items`, value: `${megabytes(size)} heap` }));
  const manager = new CompactManager(managerSettings({ estimator }, tokens));
  const watcher = new CompactManager(managerSettings({ estimator }, tokens * 4));
  await watcher.preflight(ID, list);
  await note("a manager after one preflight");
  for (let call = 0; call < 200; call += 1) await watcher.preflight(ID, list);
  await note("after 200 more, same objects");
  for (let call = 0; call < 10; call += 1) await watcher.preflight(ID, structuredClone(list));
  await note("after 10 more over clones (the last clone is held)");
  await watcher.preflight(ID, list);
  await note("after the caller's own objects again");
  const before = await settled();
  const result = await manager.manualCompact(ID, list, { targetTokens: 8000 });
  await manager.preflight(ID, result.items);
  const after = await settled();
  rows.push(
    row({
      name: "another manager, after a compaction to 8,000 tokens, archive in memory",
      value: `${megabytes(after.heapUsed - before.heapUsed)} heap, ${megabytes(after.rss - before.rss)} RSS`,
      ratio: (after.heapUsed - before.heapUsed) / size,
      against: "the list itself",
    }),
  );
  return rows;
}
