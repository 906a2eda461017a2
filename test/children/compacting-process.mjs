// Lives a synthetic session with a store on disk until it is killed. Tells on standard output when an append
// begins, and which items have left the window once a call has returned.
import { writeSync } from "node:fs";
import { CompactManager, heuristicEstimator } from "plimsoll";
import { fileStorage, sqliteStorage } from "plimsoll/node";
import { syntheticTurns } from "plimsoll/testing";

const [kind, path, seed] = process.argv.slice(2);
const tell = (line) => writeSync(1, `${JSON.stringify(line)}\n`);
const store = kind === "fs" ? fileStorage({ path }) : sqliteStorage({ path });
const storage = {
  ...store,
  append: async (sessionId, entries) => {
    tell({ begins: entries[0]?.kind });
    await store.append(sessionId, entries);
  },
};
const manager = new CompactManager({
  model: "gpt-5",
  maxContextTokens: 2500,
  estimator: heuristicEstimator,
  storage,
});
let items = [];
for (const turn of syntheticTurns({
  seed: Number(seed),
  turns: Number.POSITIVE_INFINITY,
  toolDensity: 0.8,
})) {
  const result = await manager.preflight("killed", [...items, ...turn]);
  items = result.items;
  if (result.compaction) tell({ removed: result.compaction.removed, version: result.compaction.version });
}
