import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FULL_SCALE } from "plimsoll-testkit/scaled";
import { type S3Server, startS3Server } from "plimsoll-testkit/start-s3-server";
import { buildForChildren } from "./build-for-children-test-support.js";
import { seededRandom } from "../testing/seeded-random.js";
import { fileStorage } from "./fs/file-storage.js";
import { newSchema, noPostgres, postgresUrl, runSql } from "./postgres/postgres-test-support.js";
import type { StoredEntry } from "./storage-adapter.js";
import { STORE_REGISTRY, type StoreSettings } from "./store-registry.js";

const SESSION = "s";
/** `PLIMSOLL_TEST_KILLS=200` takes a quarter of an hour. */
const KILLS = Number(process.env["PLIMSOLL_TEST_KILLS"] ?? (FULL_SCALE ? 20 : 5));
const KILLS_OF_ONE_STORE = 20;

/** Appends batch after batch and prints the number of each one when its append has resolved. */
const WRITER = `
import { writeSync } from "node:fs";
import { storeRegistration } from "./stores.mjs";
const [kind, settings, tag, first, count, size, characters] = process.argv.slice(2);
const store = await storeRegistration(kind).open(JSON.parse(settings));
for (let batch = Number(first); batch < Number(first) + Number(count); batch += 1) {
  const entries = Array.from({ length: Number(size) }, (_, position) => ({
    kind: position % 2 === 0 ? "item" : "event",
    id: tag + "/" + batch + "/" + position,
    ts: "2026-03-01T10:00:00.000Z",
    data: String(batch % 10).repeat(Number(characters)),
  }));
  try {
    await store.append("${SESSION}", [{ ...entries[0], kind: "item", id: "shared-" + batch }, ...entries]);
  } catch (error) {
    writeSync(1, error.code + "\\n");
    process.exit(3);
  }
  writeSync(1, batch + "\\n");
}
await store.close();
`;

let folder = "";
let s3: S3Server | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plimsoll-crash-"));
  s3 = await startS3Server();
  await buildForChildren(folder, "store-registry.ts");
  await writeFile(join(folder, "writer.mjs"), WRITER);
});

afterAll(async () => {
  await s3?.stop();
  await rm(folder, { recursive: true });
});

interface Run {
  readonly kind: string;
  readonly settings: StoreSettings;
  readonly tag?: string;
  readonly first?: number;
  readonly count: number;
  readonly size?: number;
  readonly characters?: number;
}

function startWriter(run: Run, limit?: string): ChildProcess {
  const { kind, settings, tag = "w", first = 0, count, size = 4, characters = 200 } = run;
  const values = [kind, JSON.stringify(settings), tag, first, count, size, characters].map(String);
  const command = [process.execPath, "--no-warnings", join(folder, "writer.mjs"), ...values];
  const [program = "", ...rest] = limit ? ["sh", "-c", `${limit}; exec "$@"`, "sh", ...command] : command;
  return spawn(program, rest, { stdio: ["ignore", "pipe", "inherit"] });
}

/** All lines that the writer printed; it is killed once it has printed `killAfter` of them. */
async function linesOf(
  writer: ChildProcess,
  killAfter: number = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const lines: string[] = [];
  const exited = once(writer, "exit");
  if (!writer.stdout) throw new Error("The writer has no output.");
  for await (const line of createInterface({ input: writer.stdout })) {
    lines.push(line);
    if (lines.length === killAfter) writer.kill("SIGKILL");
  }
  await exited;
  return lines;
}

const ids = (entries: readonly StoredEntry[]) => entries.map((entry) => entry.id);

function batchIds(batch: number, size: number, tag = "w"): string[] {
  return [`shared-${batch}`, ...Array.from({ length: size }, (_, position) => `${tag}/${batch}/${position}`)];
}

const durable = STORE_REGISTRY.filter(
  ({ name, keptIn }) =>
    keptIn !== "process" &&
    (name !== "postgres" || noPostgres === undefined) &&
    (name !== "s3" || FULL_SCALE),
);

/** A place of its own in every kind of store. */
function placeOf(name: string): StoreSettings {
  const schema = newSchema();
  return {
    path: join(folder, name),
    url: `${postgresUrl}?application_name=${schema}`,
    schema,
    bucket: "bucket",
    prefix: schema,
    endpoint: s3?.endpoint ?? "",
    environment: {
      AWS_ACCESS_KEY_ID: s3?.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3?.credentials.secretAccessKey,
    },
  };
}

/** A server may still be at work for a client that was killed: what it does then was never acknowledged. */
async function serverIsIdle({ schema }: StoreSettings): Promise<void> {
  const sql = "SELECT 1 FROM pg_stat_activity WHERE application_name = $1";
  await s3?.quiet();
  if (noPostgres !== undefined) return;
  while ((await runSql(sql, [schema])).length > 0) await setImmediate();
}

describe.each(durable)("the $name store", ({ name: kind, open }) => {
  it("holds every acknowledged entry, whole and in order, after the process was killed", async () => {
    const random = seededRandom(kind.length);
    let settings = placeOf(`killed-${kind}`);
    const size = 6;
    let expected: string[] = [];
    let first = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      if (kill % KILLS_OF_ONE_STORE === 0) {
        settings = placeOf(`killed-${kind}-${kill}`);
        expected = [];
        first = 0;
      }
      const characters = random.pick([10, 5_000, 80_000]);
      const writer = startWriter({ kind, settings, first, count: 1_000, size, characters });
      const acknowledged = (await linesOf(writer, random.integer(1, 10))).map(Number);
      expect(writer.signalCode).toBe("SIGKILL");

      await serverIsIdle(settings);
      const store = await open(settings);
      const stored = await store.read(SESSION);
      await store.close();
      const next = first + acknowledged.length;
      expected = [...expected, ...acknowledged.flatMap((batch) => batchIds(batch, size))];
      const unacknowledged = stored.length - expected.length;
      // The batch that was under way may have left a prefix.
      expected = [...expected, ...batchIds(next, size).slice(0, unacknowledged)];
      expect(ids(stored)).toEqual(expected);
      for (const { data } of stored.slice(-unacknowledged - acknowledged.length * (size + 1))) {
        expect(data).toMatch(/^(\d)\1*$/);
        expect([10, 5_000, 80_000]).toContain((data as string).length);
      }
      first = next + 1;
    }
  });

  it("loses nothing when three processes append to one session at once", async () => {
    const settings = placeOf(`shared-${kind}`);
    const tags = ["a", "b", "c"];
    const count = 25;
    const outputs = await Promise.all(
      tags.map((tag) => linesOf(startWriter({ kind, settings, tag, count, characters: 3_000 }))),
    );
    expect(outputs.map((lines) => lines.length)).toEqual([count, count, count]);

    const store = await open(settings);
    const stored = ids(await store.read(SESSION));
    expect(stored.length).toBe(count * (tags.length * 4 + 1));
    for (const tag of tags) {
      const own = Array.from({ length: count }, (_, batch) => batchIds(batch, 4, tag).slice(1)).flat();
      expect(stored.filter((id) => id.startsWith(`${tag}/`))).toEqual(own);
    }
    expect((await store.sessions())[0]?.sessionId).toBe(SESSION);
    await store.close();
  });

  it("loses nothing when processes are killed while others append", async () => {
    const settings = placeOf(`murder-${kind}`);
    const random = seededRandom(7);
    const survivor = linesOf(startWriter({ kind, settings, tag: "live", count: 60, characters: 2_000 }));
    const victims = Array.from({ length: 4 }, (_, index) =>
      linesOf(
        startWriter({ kind, settings, tag: `v${index}`, count: 1_000, characters: 100_000 }),
        random.integer(1, 6),
      ),
    );
    const [live, ...killed] = await Promise.all([survivor, ...victims]);
    const store = await open(settings);
    const stored = ids(await store.read(SESSION));
    await store.close();
    for (const [index, lines] of [live, ...killed].entries()) {
      const tag = index === 0 ? "live" : `v${index - 1}`;
      const own = (lines ?? []).map(Number).flatMap((batch) => batchIds(batch, 4, tag).slice(1));
      expect(stored.filter((id) => id.startsWith(`${tag}/`)).slice(0, own.length)).toEqual(own);
    }
    expect(live).toHaveLength(60);
  });
});

describe.skipIf(process.platform === "win32")("a file that reaches its size limit", () => {
  it("rejects the append that did not fit, and holds all others", async () => {
    const path = join(folder, "limited");
    // Blocks of 512 or 1,024 bytes, depending on the shell: the limit falls into the middle of a line.
    const writer = startWriter(
      { kind: "fs", settings: { path }, count: 1_000, characters: 700 },
      "ulimit -f 41",
    );
    const lines = await linesOf(writer);
    expect(writer.exitCode).toBe(3);
    expect(lines.at(-1)).toBe("STORE_UNAVAILABLE");
    const acknowledged = lines.slice(0, -1).map(Number);
    expect(acknowledged.length).toBeGreaterThan(1);
    expect((await readFile(join(path, `${SESSION}.jsonl`), "utf8")).endsWith("}\n")).toBe(false);

    const store = fileStorage({ path });
    const expected = acknowledged.flatMap((batch) => batchIds(batch, 4));
    expect(ids(await store.read(SESSION)).slice(0, expected.length)).toEqual(expected);
    const next: StoredEntry = { kind: "item", id: "next", ts: "2026-03-01T10:00:00.000Z", data: 1 };
    await store.append(SESSION, [next]);
    expect((await store.read(SESSION)).at(-1)).toEqual(next);
  });
});
