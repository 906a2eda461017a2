import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bytesOnDisk } from "plimsoll-testkit/bytes-on-disk";
import { type PlantedText, SecretPlanter } from "plimsoll-testkit/secret-planter";
import { FULL_SCALE, sampled } from "plimsoll-testkit/scaled";
import { type S3Server, startS3Server } from "plimsoll-testkit/start-s3-server";
import { CompactManager } from "../engine/compact-manager.js";
import { callbackExporter } from "../events/callback-exporter.js";
import { fileStorage } from "./fs/file-storage.js";
import { newSchema, noPostgres, postgresUrl, runSql } from "./postgres/postgres-test-support.js";
import { postgresStorage } from "./postgres/postgres-storage.js";
import { s3Storage } from "./s3/s3-storage.js";
import { sqliteStorage } from "./sqlite/sqlite-storage.js";
import type { StorageAdapter } from "./storage-adapter.js";

const planter = new SecretPlanter(1);
const texts = (): PlantedText[] => planter.texts();

let root = "";
let server: S3Server | undefined;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "plimsoll-planted-"));
  server = await startS3Server();
});
afterAll(async () => {
  await server?.stop();
  await rm(root, { recursive: true });
});

interface Place {
  readonly storage: StorageAdapter;
  /** Every byte that the store holds. */
  bytes(): Promise<Buffer>;
}

const PLACES: Readonly<Record<string, () => Place>> = {
  fs: () => {
    const path = join(root, "fs");
    return { storage: fileStorage({ path, fsync: false }), bytes: () => bytesOnDisk(path) };
  },
  sqlite: () => {
    const path = join(root, "sqlite");
    return {
      storage: sqliteStorage({ path: join(path, "archive.db"), fsync: false }),
      bytes: () => bytesOnDisk(path),
    };
  },
  s3: () => ({
    storage: s3Storage(
      { bucket: "bucket", endpoint: server?.endpoint ?? "", region: "us-east-1", ...server?.credentials },
      {},
    ),
    bytes: async () =>
      Buffer.concat([...(server?.buckets.get("bucket")?.objects.values() ?? [])].map(({ body }) => body)),
  }),
  ...(noPostgres === undefined
    ? {
        postgres: () => {
          const schema = newSchema();
          return {
            storage: postgresStorage({ url: postgresUrl, schema }),
            bytes: async () => {
              const parts: Buffer[] = [];
              for (const table of ["sessions", "entries", "artifact_payloads", "artifact_references"])
                for (const row of await runSql(`SELECT * FROM ${schema}.${table}`))
                  for (const value of Object.values(row))
                    parts.push(Buffer.isBuffer(value) ? value : Buffer.from(String(value)));
              return Buffer.concat(parts);
            },
          };
        },
      }
    : {}),
};

const FILLER = Array.from({ length: 40 }, (_, line) => `step ${line}: module ${line % 7} built`).join("\n");

/** A conversation that says a text as user, as argument, as output and as error. */
function conversation(text: string, turn: number): object[] {
  const call = (id: string, args: unknown, output: string): object[] => [
    {
      role: "assistant",
      tool_calls: [{ id, type: "function", function: { name: "shell", arguments: JSON.stringify(args) } }],
    },
    { role: "tool", tool_call_id: id, content: output },
  ];
  return [
    { role: "user", content: `Step ${turn}. ${text}` },
    ...call(`c${turn}`, { command: text }, `${FILLER}\n${text}\n${FILLER}`),
    ...call(`e${turn}`, { retry: turn }, `Error: the upstream answered 401: ${text}`),
    { role: "assistant", content: `Done with step ${turn}.` },
  ];
}

describe.each(Object.keys(PLACES))("secrets in a conversation that the %s store keeps", (name) => {
  it("are in no byte of it and in no event, in none of their forms, while the model sees them", async () => {
    const { storage, bytes } = (PLACES[name] as () => Place)();
    const events: string[] = [];
    // More than 10,000 items at full scale, in one of the stores.
    const all =
      name === "sqlite" && FULL_SCALE ? Array.from({ length: 12 }, texts).flat() : sampled(texts(), 62);
    const history = all.flatMap(({ text }, turn) => conversation(text, turn));
    expect(new Set(all.map(({ form }) => form)).size).toBeGreaterThanOrEqual(60);
    const manager = new CompactManager({
      model: "gpt-5",
      maxContextTokens: 30_000,
      storage,
      exporters: [callbackExporter((event) => void events.push(JSON.stringify(event)))],
    });
    const before = JSON.stringify(history);
    expect(all.every(({ cores }) => cores.every((core) => before.includes(core)))).toBe(true);
    const { items } = await manager.preflight("s", history);
    expect(JSON.stringify(history)).toBe(before);
    expect(items.length).toBeLessThan(history.length);
    // What stays in the window stays as it was.
    const kept = items.filter((item) => history.includes(item as object)).length;
    expect(kept).toBeGreaterThan(0);
    await manager.close();
    const stored = await bytes();
    const said = events.join("");
    const leaks = all.filter(({ cores }) =>
      cores.some((core) => stored.includes(core) || said.includes(core)),
    );
    expect(stored.includes("[REDACTED:")).toBe(true);
    expect(said).toContain("compact.");
    expect(leaks.map(({ form }) => form)).toEqual([]);
  });
});
