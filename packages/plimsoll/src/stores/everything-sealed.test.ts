import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { bytesOnDisk } from "plimsoll-testkit/bytes-on-disk";
import { startS3Server } from "plimsoll-testkit/start-s3-server";
import { CompactManager } from "../engine/compact-manager.js";
import { fileStorage } from "./fs/file-storage.js";
import { newSchema, noPostgres, postgresUrl, runSql } from "./postgres/postgres-test-support.js";
import { postgresStorage } from "./postgres/postgres-storage.js";
import { s3Storage } from "./s3/s3-storage.js";
import { sqliteStorage } from "./sqlite/sqlite-storage.js";
import type { StorageAdapter } from "./storage-adapter.js";
import { temporaryFolder } from "./store-places-test-support.js";

interface Place {
  open(): StorageAdapter;
  /** Every byte that the store holds. */
  bytes(): Promise<Buffer>;
}
type Key = { readonly artifactKey?: string };

async function inFolder(open: (folder: string) => StorageAdapter): Promise<Place> {
  const folder = await temporaryFolder();
  return { open: () => open(folder), bytes: () => bytesOnDisk(folder) };
}

async function inBucket(key: Key): Promise<Place> {
  const { endpoint, region, credentials, buckets, stop } = await startS3Server();
  onTestFinished(stop);
  return {
    open: () => s3Storage({ bucket: "bucket", endpoint, region, ...credentials, ...key }, {}),
    bytes: async () =>
      Buffer.concat(
        [...(buckets.get("bucket")?.objects ?? [])].flatMap(([name, { body }]) => [Buffer.from(name), body]),
      ),
  };
}

/** Every column of every table of the schema, whatever tables the store has. */
async function bytesOfSchema(schema: string): Promise<Buffer> {
  const tables = await runSql("SELECT table_name FROM information_schema.tables WHERE table_schema = $1", [
    schema,
  ]);
  expect(tables.length).toBeGreaterThan(3);
  const parts: Buffer[] = [];
  for (const { table_name: table } of tables)
    for (const row of await runSql(`SELECT * FROM ${schema}."${String(table)}"`))
      for (const value of Object.values(row)) parts.push(bytesOf(value));
  return Buffer.concat(parts);
}

/** The driver parses columns of JSON. */
function bytesOf(value: unknown): Buffer {
  if (Buffer.isBuffer(value)) return value;
  return Buffer.from(typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
}

function inSchema(key: Key): Promise<Place> {
  const schema = newSchema();
  return Promise.resolve({
    open: () => postgresStorage({ url: postgresUrl, schema, ...key }),
    bytes: () => bytesOfSchema(schema),
  });
}

const PLACES: Readonly<Record<string, (key: Key) => Promise<Place>>> = {
  fs: (key) => inFolder((path) => fileStorage({ path, fsync: false, ...key })),
  sqlite: (key) =>
    inFolder((folder) => sqliteStorage({ path: join(folder, "archive.db"), fsync: false, ...key })),
  s3: inBucket,
  ...(noPostgres === undefined ? { postgres: inSchema } : {}),
};

/** What stands where in the archive. The model's name is in every event and every record. */
const SAID = {
  rule: "the merger with Halcyon",
  argument: "quarterly-figures.xlsx",
  output: "the board meets in Lisbon",
  largeOutput: "vault 4471 is under the stairs",
  answer: "Ottoline Prewitt signs",
  event: "house-model-of-halcyon",
} as const;

const call = (id: string, args: string, content: string): object[] => [
  {
    role: "assistant",
    content: null,
    tool_calls: [{ id, type: "function", function: { name: "open", arguments: args } }],
  },
  { role: "tool", tool_call_id: id, content },
];
const log = Array.from({ length: 3000 }, (_, line) => `step ${line}: module ${line % 7} was built`).join(
  "\n",
);

const conversation = (): object[] => [
  { role: "user", content: `Never mention ${SAID.rule} to anybody.` },
  ...call("c1", JSON.stringify({ path: SAID.argument }), `It says that ${SAID.output}.`),
  ...call("c2", "{}", `${log}\nERROR: ${SAID.largeOutput}\n${log}`),
  { role: "assistant", content: `Noted: ${SAID.answer}.` },
  ...Array.from({ length: 60 }, (_, turn) => ({
    role: turn % 2 === 0 ? "user" : "assistant",
    content: `Part ${turn}. ${"We look at the next part of the text. ".repeat(12)}`,
  })),
];

/** Compacts, undoes and compacts again, so that every kind of entry is there; closes the store. */
async function filled(place: Place): Promise<void> {
  const manager = new CompactManager({
    model: SAID.event,
    maxContextTokens: 6000,
    storage: place.open(),
  });
  const list = conversation();
  const { items } = await manager.preflight("s", list);
  expect(items.length).toBeLessThan(list.length);
  await manager.undo("s");
  await manager.manualCompact("s", list);
  await manager.close();
}

const readable = (bytes: Buffer): string[] =>
  Object.entries(SAID).flatMap(([where, words]) => (bytes.includes(words) ? [where] : []));

describe.each(Object.entries(PLACES))("the bytes of the %s store", (_name, placeWith) => {
  it("tell nothing of messages, arguments, outputs, events, checkpoints and records if there is a key", async () => {
    const place = await placeWith({ artifactKey: "3c".repeat(32) });
    await filled(place);
    const bytes = await place.bytes();
    expect(bytes.length).toBeGreaterThan(10_000);
    expect(readable(bytes)).toEqual([]);

    const storage = place.open();
    const entries = await storage.read("s");
    const kinds = new Set<string>(entries.map(({ kind }) => kind));
    for (const kind of ["item", "event", "compaction", "checkpoint", "undo"]) expect(kinds).toContain(kind);
    const opened = Buffer.from(JSON.stringify(entries));
    expect(readable(opened)).toEqual(
      expect.arrayContaining(["rule", "argument", "output", "answer", "event"]),
    );
    await storage.close();
  });

  it("tell them where there is none, so that the search sees what it looks for", async () => {
    const place = await placeWith({});
    await filled(place);
    expect(readable(await place.bytes())).toEqual(
      expect.arrayContaining(["rule", "argument", "output", "answer", "event"]),
    );
  });
});
