import * as fc from "fast-check";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { type FaultyProxy, startFaultyProxy } from "plimsoll-testkit/start-faulty-proxy";
import type { StorageAdapter, StoredEntry } from "../storage-adapter.js";
import { postgresMigrationScript } from "./migrate-postgres.js";
import type { PostgresStorageOptions } from "./postgres-options.js";
import { postgresStorage } from "./postgres-storage.js";
import { newSchema, noPostgres, postgresUrl as url, runSql, withPostgres } from "./postgres-test-support.js";
import { signatureBits, wordSignature } from "./word-signature.js";

const TS = "2026-03-01T10:00:00.000Z";
const SCOPE = { tenant: "t", sessionId: "s" };
const entry = (id: string, kind: StoredEntry["kind"] = "event"): StoredEntry => ({
  kind,
  id,
  ts: TS,
  data: id,
});
const ids = (entries: readonly StoredEntry[]): string[] => entries.map(({ id }) => id);

const opened: StorageAdapter[] = [];
function open(options: PostgresStorageOptions = {}): StorageAdapter {
  const store = postgresStorage({ url, ...options });
  opened.push(store);
  return store;
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
});

describe.skipIf(noPostgres !== undefined)(withPostgres("postgresStorage"), () => {
  let proxy: FaultyProxy;
  beforeAll(async () => {
    const { hostname: host, port } = new URL(url);
    proxy = await startFaultyProxy({ host, port: Number(port) });
  });
  afterAll(() => proxy.stop());
  const throughProxy = (): string => url.replace(/:\d+\//, `:${proxy.port}/`);

  it("migrates once when many processes begin at the same time", async () => {
    const schema = newSchema();
    const stores = Array.from({ length: 8 }, () => open({ schema, maxConnections: 1 }));
    await Promise.all(stores.map((store, index) => store.append("s", [entry(`e${index}`)])));
    expect(await stores[0]?.read("s")).toHaveLength(8);
    expect(await runSql(`SELECT version FROM ${schema}.store_version`)).toEqual([{ version: 2 }]);
  });

  it("uses a schema whose name is as long as PostgreSQL allows", async () => {
    const schema = newSchema().padEnd(63, "_");
    const store = open({ schema, maxConnections: 1 });
    await store.append("s", [entry("1")]);
    await store.append("s", [entry("2"), entry("3")]);
    expect(ids(await store.read("s"))).toEqual(["1", "2", "3"]);
  });

  it("does no more than use the schema, if it is told so, and says how to make it", async () => {
    const schema = newSchema();
    const store = open({ schema, migrates: false });
    await expect(store.append("s", [entry("e")])).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: expect.stringContaining("compactctl store migrate") as string,
    });
    await runSql(postgresMigrationScript(schema));
    await store.append("s", [entry("e")]);
    expect(ids(await store.read("s"))).toEqual(["e"]);
  });

  it("refuses the schema of a later release, and tables of another program", async () => {
    const schema = newSchema();
    await open({ schema }).sessions();
    await runSql(`UPDATE ${schema}.store_version SET version = 99`);
    await expect(open({ schema }).sessions()).rejects.toThrow("has version 99");
    const foreign = newSchema();
    await runSql(`CREATE SCHEMA ${foreign}; CREATE TABLE ${foreign}.sessions (id int)`);
    await expect(open({ schema: foreign }).sessions()).rejects.toThrow("tables of another program");
    expect(await runSql(`SELECT to_regclass('${foreign}.store_version') AS left_behind`)).toEqual([
      { left_behind: null },
    ]);
  });

  it("says what is wrong with an address, never with its password", async () => {
    const gone = url.replace(/:\d+\/.*/, ":1/none").replace("plimsoll@", "plimsoll:hunter2@");
    const failure = await open({ url: gone })
      .sessions()
      .catch((error: unknown) => error as Error);
    expect(failure).toMatchObject({ code: "STORE_UNAVAILABLE", details: { code: "ECONNREFUSED" } });
    expect(JSON.stringify(failure) + String(failure)).not.toContain("hunter2");
    const absent = url.replace(/\/postgres$/, "/absent");
    await expect(open({ url: absent }).sessions()).rejects.toThrow("the database does not exist: create it");
    expect(() => postgresStorage({ url: "mysql://x:hunter2@y/z" })).toThrow(
      expect.objectContaining({
        code: "INVALID_INPUT",
        message: expect.not.stringContaining("hunter2") as string,
      }),
    );
  });

  it("says that a server is read-only, and works on when it no longer is", async () => {
    const schema = newSchema();
    await open({ schema }).sessions();
    const standby = open({ schema, url: `${url}?options=-c%20default_transaction_read_only%3Don` });
    expect(await standby.read("s")).toEqual([]);
    await expect(standby.append("s", [entry("e")])).rejects.toThrow("the server is read-only");
  });

  it("appends once although the connection broke before the answer", async () => {
    const schema = newSchema();
    const store = open({ schema, url: throughProxy() });
    await store.append("s", [entry("first"), entry("item", "item")]);
    const cuts = proxy.cuts;
    proxy.set("cut one answer");
    await store.append("s", [entry("second"), entry("item", "item"), entry("third")]);
    expect(proxy.cuts).toBe(cuts + 1);
    expect(ids(await store.read("s"))).toEqual(["first", "item", "second", "third"]);
    expect(await store.sessions()).toMatchObject([{ sessionId: "s", entries: 4 }]);
  });

  it("appends once although its connection was cut in the middle of the transaction", async () => {
    const schema = newSchema();
    const store = open({ schema, url: `${url}?application_name=${schema}` });
    await store.append("s", [entry("first")]);
    const holder = new pg.Client(url);
    await holder.connect();
    try {
      await holder.query(`BEGIN; SELECT 1 FROM ${schema}.sessions FOR UPDATE`);
      const appending = store.append("s", [entry("second"), entry("item", "item")]);
      // It has begun, and waits for the row inside its transaction.
      for (let ended = 0; ended === 0; ) {
        const rows = await runSql(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND wait_event_type = 'Lock'",
          [schema],
        );
        ended = rows.length;
      }
      await holder.query("COMMIT");
      await appending;
    } finally {
      await holder.end();
    }
    expect(ids(await store.read("s"))).toEqual(["first", "second", "item"]);
    expect(await store.sessions()).toMatchObject([{ sessionId: "s", entries: 3 }]);
  });

  it("writes what it was given before it was closed, and then ends", async () => {
    const schema = newSchema();
    const store = open({ schema });
    await store.append("s", [entry("first")]);
    const writing = [store.append("s", [entry("second")]), store.append("s", [entry("third")])];
    await store.close();
    await Promise.all(writing);
    expect(ids(await open({ schema }).read("s"))).toEqual(["first", "second", "third"]);
    await expect(store.append("s", [entry("late")])).rejects.toThrow("was closed");
  });

  it("comes back by itself after the server ended all connections", async () => {
    const schema = newSchema();
    const store = open({ schema, url: `${url}?application_name=${schema}` });
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([1, 2, 3].map((part) => store.append(`s${part}`, [entry(`${round}`)])));
      await runSql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1", [
        schema,
      ]);
    }
    for (const part of [1, 2, 3]) expect(ids(await store.read(`s${part}`))).toEqual(["0", "1", "2"]);
  });

  it("gives a statement up that takes longer than it may", async () => {
    const schema = newSchema();
    const store = open({ schema, statementTimeoutMs: 50 });
    await store.append("s", [entry("e")]);
    const holder = new pg.Client(url);
    await holder.connect();
    try {
      await holder.query(`BEGIN; SELECT 1 FROM ${schema}.sessions FOR UPDATE`);
      await expect(store.append("s", [entry("late")])).rejects.toThrow("took too long");
      await holder.query("COMMIT");
    } finally {
      await holder.end();
    }
    await open({ schema }).append("s", [entry("next")]);
    expect(ids(await open({ schema }).read("s"))).toEqual(["e", "next"]);
  });

  it("lets one process at a time work on a session, and the next one when the first is gone", async () => {
    const schema = newSchema();
    const [first, second] = [open({ schema, url: `${url}?application_name=${schema}` }), open({ schema })];
    const order: string[] = [];
    let isHeld: () => void = () => undefined;
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (isHeld = resolve));
    const holding = first.exclusively?.("s", async ({ revision }) => {
      isHeld();
      await new Promise<void>((resolve) => (letGo = resolve));
      order.push(`first ${await revision()}`);
      await first.append("s", [entry("e")]);
    });
    await held;
    const waiting = second.exclusively?.("s", async ({ revision }) => {
      order.push(`second ${(await revision())?.split("/")[1]}`);
    });
    await second.exclusively?.("another session", async () => void order.push("another"));
    letGo();
    await Promise.all([holding, waiting]);
    expect(order).toEqual(["another", "first none", "second 1"]);

    const dying = first.exclusively?.("s", async () => {
      await runSql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1", [
        schema,
      ]);
      await second.exclusively?.("s", async () => void order.push("after the first is gone"));
    });
    await dying;
    expect(order.at(-1)).toBe("after the first is gone");
  });

  it("re-encrypts payloads and references with a new key, and shows neither without one", async () => {
    const schema = newSchema();
    const [old, fresh] = ["5a".repeat(32), "a5".repeat(32)];
    const [info] = await open({ schema, artifactKey: old }).putArtifacts(SCOPE, [
      { text: "hunter2", kind: "log", label: "label", ts: TS },
    ]);
    const both = open({ schema, artifactKey: [fresh, old] });
    expect(await both.reseal?.()).toEqual({ resealed: 2, current: 0, unreadable: 0 });
    expect(await both.reseal?.()).toEqual({ resealed: 0, current: 2, unreadable: 0 });
    const found = await open({ schema, artifactKey: fresh }).getArtifact(SCOPE, info?.id ?? "");
    expect(found).toMatchObject({ text: "hunter2", label: "label" });
    await expect(open({ schema }).listArtifacts(SCOPE)).rejects.toThrow("Give the store the key");
  });

  it("keeps payloads that a scope stores while another deletes them", async () => {
    const schema = newSchema();
    const stores = [open({ schema }), open({ schema }), open({ schema })];
    const texts = ["one", "two", "three"].map((text) => ({ text, kind: "log", label: "", ts: TS }));
    for (let round = 0; round < scaled(20, 5); round += 1) {
      const other = { ...SCOPE, sessionId: "other" };
      const [infos] = await Promise.all([
        stores[0]?.putArtifacts(SCOPE, texts),
        stores[1]?.putArtifacts(other, texts).then(() => stores[1]?.removeArtifacts(other)),
        stores[2]?.sweepArtifacts("2026-03-01T10:00:00.000Z"),
      ]);
      for (const { id } of infos ?? []) expect((await stores[2]?.getArtifact(SCOPE, id))?.id).toBe(id);
      await stores[0]?.removeArtifacts(SCOPE);
    }
    expect(await runSql(`SELECT count(*)::int AS left_over FROM ${schema}.artifact_payloads`)).toEqual([
      { left_over: 0 },
    ]);
  });
});

describe("wordSignature", () => {
  const has = (signature: Uint8Array, bit: number): boolean => {
    const place = bit & (signature.length * 8 - 1);
    return (((signature[place >>> 3] ?? 0) >>> (place & 7)) & 1) === 1;
  };
  const mayHold = (text: string, word: string): boolean => {
    const [signature, bits] = [wordSignature(text), signatureBits(word)];
    return !signature || !bits || bits.every((bit) => has(signature, bit));
  };

  it("never says that a text lacks a word that it has", () => {
    const words = fc.array(fc.string({ unit: "grapheme", minLength: 3, maxLength: 12 }), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(words, fc.nat(), (parts, pick) => {
        const word = (parts[pick % parts.length] ?? "").toLowerCase().replaceAll("ς", "σ");
        expect(mayHold(parts.join(" "), word)).toBe(true);
      }),
      { numRuns: scaled(300) },
    );
  });

  it("rules most texts out that lack a word, in any script", () => {
    const text = Array.from(
      { length: 400 },
      (_, line) => `ok ${line} - src/pool/connection-${line}.test.ts passed`,
    ).join("\n");
    const absent = ["certificate", "打印机密码", "飛行機で", "maxIdleConnections", "привет"];
    expect(absent.filter((word) => mayHold(text, word.toLowerCase()))).toEqual([]);
    expect(mayHold(`${text}\n二楼打印机密码是 4471`, "打印机密码")).toBe(true);
    expect((wordSignature(text)?.length ?? 0) / text.length).toBeLessThan(0.25);
  });
});
