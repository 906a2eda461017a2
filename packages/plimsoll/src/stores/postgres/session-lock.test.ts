import { EventEmitter, once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import type { StorageAdapter } from "../storage-adapter.js";
import { newSchema, noPostgres, postgresUrl, runSql, withPostgres } from "./postgres-test-support.js";
import { postgresStorage } from "./postgres-storage.js";

const closing: StorageAdapter[] = [];
afterEach(async () => {
  for (const store of closing.splice(0)) await store.close();
});

function opened(schema: string, parameters = ""): StorageAdapter {
  const url = `${postgresUrl}?application_name=${schema}${parameters}`;
  const store = postgresStorage({ url, schema, maxConnections: 2 });
  closing.push(store);
  return store;
}

/** Runs a task that ends when it is told to. */
function held(store: StorageAdapter, sessionId: string) {
  const tell = new EventEmitter();
  const entered = once(tell, "entered");
  const leaving = once(tell, "leave");
  const done = store.exclusively?.(sessionId, async () => {
    tell.emit("entered");
    await leaving;
    return sessionId;
  });
  return { entered, leave: () => tell.emit("leave"), done };
}

const connections = (schema: string): Promise<Record<string, unknown>[]> =>
  runSql("SELECT pid FROM pg_stat_activity WHERE application_name = $1", [schema]);

const locks = async (schema: string): Promise<Record<string, unknown>[]> =>
  runSql(
    `SELECT l.pid, l.granted FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
      WHERE l.locktype = 'advisory' AND a.application_name = $1`,
    [schema],
  );

describe.skipIf(noPostgres !== undefined)(withPostgres("the lock of a session"), () => {
  it.each(["", "&pgbouncer=true"])("takes no connection of its own while it is free %s", async (mode) => {
    const schema = newSchema();
    const store = opened(schema, mode);
    const sessions = Array.from({ length: 30 }, (_, index) => held(store, `s${index}`));
    await Promise.all(sessions.map(({ entered }) => entered));
    await store.append("s0", [{ kind: "event", id: "e", ts: "2026-03-01T10:00:00.000Z", data: 1 }]);
    expect(new Set((await locks(schema)).map(({ pid }) => pid)).size).toBe(1);
    for (const { leave } of sessions) leave();
    expect(await Promise.all(sessions.map(({ done }) => done))).toHaveLength(30);
    expect(await locks(schema)).toEqual([]);
  });

  it("is waited for in order by other processes", async () => {
    const schema = newSchema();
    const [first, second, third] = [opened(schema), opened(schema), opened(schema)];
    const order: string[] = [];
    const holder = held(first, "s");
    await holder.entered;
    const waits = async (store: StorageAdapter, name: string, waiting: number): Promise<void> => {
      const done = store.exclusively?.("s", async () => void order.push(name));
      while ((await locks(schema)).filter(({ granted }) => granted === false).length < waiting);
      queue.push(done);
    };
    const queue: (Promise<unknown> | undefined)[] = [];
    await waits(second, "second", 1);
    await waits(third, "third", 2);
    const other = held(second, "another session");
    await other.entered;
    other.leave();
    expect(order).toEqual([]);
    holder.leave();
    await Promise.all([holder.done, other.done, ...queue]);
    expect(order).toEqual(["second", "third"]);
  });

  it("is free again when the connection that held it is gone", async () => {
    const schema = newSchema();
    const store = opened(schema);
    const holder = held(store, "s");
    await holder.entered;
    await runSql("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid = $1", [
      (await locks(schema))[0]?.["pid"],
    ]);
    expect(await opened(schema).exclusively?.("s", async () => "another process")).toBe("another process");
    // The same process goes on too, on a new connection.
    expect(await store.exclusively?.("t", async () => "this one")).toBe("this one");
    holder.leave();
    expect(await holder.done).toBe("s");
    expect((await connections(schema)).length).toBeGreaterThan(0);
    expect(await locks(schema)).toEqual([]);
  });
});
