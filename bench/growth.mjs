// What a session of 500 and of 1,000 turns leaves in its archive and on the heap, against what was said in it. Tool outputs
// are real text. Needs --expose-gc.
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompactManager, memoryStorage } from "plimsoll";
import { fileStorage, sqliteStorage } from "plimsoll/node";
import { syntheticTurns } from "plimsoll/testing";
import { realText } from "./real-text.mjs";
import { megabytes, row } from "./row.mjs";

const SHAPE = {
  turns: Number.POSITIVE_INFINITY,
  format: "chat",
  toolDensity: 0.7,
  cjk: 0.03,
  reasoning: 0.2,
  giantOutputs: { probability: 0.02, characters: 20_000 },
};
/** So much of a tool's output is real text: shorter ones are made this long. */
const LEAST_OUTPUT = 2500;
const MOST = 4;
/** Twice the turns say not quite twice as much, or a little more. */
const LINEAR = 2.3;
/** While SQLite's file is open, its journal has a bound of its own, some 4 MB. What is left after it was closed counts. */
const JOURNAL = /-(?:wal|shm)$/;

const STORES = {
  memory: () => memoryStorage(),
  fs: (folder) => fileStorage({ path: join(folder, "files") }),
  sqlite: (folder) => sqliteStorage({ path: join(folder, "archive.db") }),
};

async function settled() {
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc();
  }
  return process.memoryUsage().heapUsed;
}

async function folderBytes(folder, passOver) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  let bytes = 0;
  for (const entry of entries)
    if (entry.isFile() && !passOver?.test(entry.name))
      bytes += (await stat(join(entry.parentPath ?? entry.path, entry.name))).size;
  return bytes;
}

function conversation(seed, take) {
  const turns = syntheticTurns({ ...SHAPE, seed });
  const withText = (item) =>
    item.role === "tool" ? { ...item, content: take(Math.max(item.content.length, LEAST_OUTPUT)) } : item;
  // Copies, so that no text is a slice that holds the whole of what it was cut from.
  return () => turns.next().value.map((item) => JSON.parse(JSON.stringify(withText(item))));
}

/** Takes a session through `turns`; what it has left at half of them and at the end. */
async function grow({ kind, window, turns, take }) {
  const folder = await mkdtemp(join(tmpdir(), "plimsoll-growth-"));
  const nextTurn = conversation(20261116, take);
  const start = await settled();
  const storage = STORES[kind](folder);
  const manager = new CompactManager({
    model: "gpt-5",
    storage,
    ...(window === undefined ? {} : { maxContextTokens: window }),
  });
  const sizes = [];
  let history = [];
  let said = 0;
  let compactions = 0;
  try {
    for (let turn = 1; turn <= turns; turn += 1) {
      for (const item of nextTurn()) {
        said += Buffer.byteLength(JSON.stringify(item));
        history.push(item);
      }
      const result = await manager.preflight("bench", history);
      if (result.compaction) compactions += 1;
      history = result.items;
      if (turn === turns / 2 || turn === turns)
        sizes.push({
          said,
          heap: (await settled()) - start,
          archive: await folderBytes(folder, JOURNAL),
          compactions,
        });
    }
    await manager.close();
    sizes[1].archive = await folderBytes(folder);
    return sizes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function rowsOf(name, [half, whole], turns) {
  const rowOf = (what, part) => {
    const count = turns.toLocaleString("en");
    return [
      row({
        name: `${name}: ${what} after ${count} turns, ${whole.compactions} compactions`,
        value: megabytes(whole[part]),
        ratio: whole[part] / whole.said,
        against: `what was said (${megabytes(whole.said)})`,
        goal: ["at most", MOST],
      }),
      row({
        name: `${name}: ${what}, ${count} turns`,
        value: `${megabytes(half[part])} → ${megabytes(whole[part])}`,
        ratio: whole[part] / half[part],
        against: "half as many turns",
        goal: ["at most", LINEAR],
      }),
    ];
  };
  return [...(whole.archive > 0 ? rowOf("archive", "archive") : []), ...rowOf("heap", "heap")];
}

export default async function growth({ quick }) {
  const turns = quick ? 100 : 1000;
  const take = realText();
  // What is loaded and compiled once is no growth.
  await grow({ kind: "memory", window: 16_000, turns: 60, take });
  const rows = [];
  for (const kind of Object.keys(STORES)) {
    for (const window of [undefined, 16_000]) {
      const sizes = await grow({ kind, window, turns, take });
      const name = `${kind}, ${window === undefined ? "default window" : `${window.toLocaleString("en")} tokens`}`;
      rows.push(...rowsOf(name, sizes, turns));
    }
  }
  return rows;
}
