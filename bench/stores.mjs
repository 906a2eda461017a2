// Appending 10,000 items, ten at a time, to every store; against plain appends of the same JSON lines to a file.
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryStorage } from "plimsoll";
import { itemId } from "plimsoll/formats";
import { fileStorage, sqliteStorage } from "plimsoll/node";
import { syntheticHistory } from "plimsoll/testing";
import { costs, row } from "./row.mjs";
import { interleave } from "./timing.mjs";

const BATCH = 10;

function entriesOf(count) {
  const items = [];
  for (let seed = 1; items.length < count; seed += 1) {
    items.push(...syntheticHistory({ seed, turns: 200, format: "chat" }));
  }
  const ts = "2026-01-01T00:00:00.000Z";
  return items.slice(0, count).map((data) => ({ kind: "item", id: itemId(data), ts, data }));
}

async function appendAll(storage, entries) {
  for (let start = 0; start < entries.length; start += BATCH) {
    await storage.append("bench", entries.slice(start, start + BATCH));
  }
  await storage.close();
}

/** The least that a store on disk has to do. */
const plainFile = (path) => ({
  append: (_, entries) =>
    appendFile(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""), { flush: true }),
  close: async () => {},
});

const STORES = {
  memory: () => memoryStorage(),
  fs: (path) => fileStorage({ path }),
  sqlite: (path) => sqliteStorage({ path: join(path, "archive.sqlite") }),
};

export default async function stores({ quick }) {
  const entries = entriesOf(quick ? 1000 : 10_000);
  const bytes = entries.reduce((sum, entry) => sum + Buffer.byteLength(JSON.stringify(entry)), 0);
  const root = await mkdtemp(join(tmpdir(), "plimsoll-bench-"));
  const unavailable = [];
  const folder = () => mkdtemp(join(root, "store-"));
  const run = (storage) => appendAll(storage, entries);
  const subjects = [
    { name: "plain", prepare: async () => plainFile(join(await folder(), "lines.jsonl")), run },
  ];
  try {
    for (const [name, open] of Object.entries(STORES)) {
      try {
        const storage = open(await folder());
        await storage.read("bench");
        await storage.close();
        subjects.push({ name, prepare: async () => open(await folder()), run });
      } catch (error) {
        unavailable.push(row({ name, value: `not available: ${error.message}` }));
      }
    }
    const samples = await interleave(subjects, { rounds: quick ? 2 : 3 });
    const rows = subjects.map(({ name }) =>
      costs({
        name: name === "plain" ? "appendFile with flush" : `${name} store`,
        subject: samples[name],
        baseline: samples.plain,
        against: "appendFile with flush",
        bytes,
      }),
    );
    return [...rows, ...unavailable];
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
