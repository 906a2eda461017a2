// Appends and reads of the SQLite and PostgreSQL stores against the bare databases, with the same bytes, in one run.
//
//   npm run build && node bench/databases.mjs [ENTRIES] [--at HELD]
//
// With `--at 1000000` every store and database holds a million entries, written in large batches, before anything is measured.
//
// Store and bare database take turns, some hundred entries at a time, so that whatever else the machine does falls on both. Ratios
// are of the time that passed and, for SQLite, which works inside this process, of processor time too.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { startPostgres } from "plimsoll-testkit/start-postgres";
import { postgresStorage, sqliteStorage } from "plimsoll/node";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { at: { type: "string", default: "0" }, only: { type: "string" } },
});
const ENTRIES = Number(positionals[0] ?? 20_000);
/** Entries that are there already. */
const HELD = Number(values.at);
const BATCH = 4;
const PER_SESSION = 200;
const READS = 400;
/** Turns that each side has, after as many that only warm it up. */
const TURNS = 20;
const TS = "2026-03-01T10:00:00.000Z";
const TEXT = "The order is in depot 7; shelf 12 was checked twice. ".repeat(30);

function* batchesOf({ from, count, size }) {
  for (let first = from; first < from + count; first += size) {
    const session = `session-${Math.floor(first / PER_SESSION)}`;
    const entries = Array.from({ length: size }, (_, index) => ({
      kind: "item",
      id: `item_${first + index}`,
      ts: TS,
      data: { role: "user", content: `${first + index} ${TEXT}` },
    }));
    yield { session, entries };
  }
}

/** Writes what is there before anything is measured. */
async function fill(name, write) {
  for (const { session, entries } of batchesOf({ from: 0, count: HELD, size: PER_SESSION })) {
    await write(session, entries);
    const done = Number(entries.at(-1).id.slice(5)) + 1;
    if (done % 50_000 === 0) process.stderr.write(`${name}: ${done} of ${HELD} entries\n`);
  }
}

const processorMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** What a task takes, in milliseconds. */
async function measured(task) {
  const [start, used] = [performance.now(), processorMs()];
  await task();
  return { passed: performance.now() - start, used: processorMs() - used };
}

/** Store and bare database do the same pieces of work in turns; whose turn is first changes each time. */
async function inTurns(pieces, tasks) {
  const sums = tasks.map(() => ({ passed: 0, used: 0 }));
  for (const [turn, piece] of pieces.entries()) {
    for (const index of turn % 2 === 0 ? [0, 1] : [1, 0]) {
      const { passed, used } = await measured(() => tasks[index](piece));
      if (turn < pieces.length / 2) continue;
      sums[index].passed += passed;
      sums[index].used += used;
    }
  }
  return sums;
}

async function compare(store, bare) {
  await fill(store.name, store.append);
  await fill(bare.name, bare.append);
  const entries = Math.max(BATCH, Math.floor(ENTRIES / TURNS / BATCH) * BATCH);
  const appends = Array.from({ length: 2 * TURNS }, (_, turn) => [
    ...batchesOf({ from: HELD + turn * entries, count: entries, size: BATCH }),
  ]);
  const sessions = Math.floor((HELD + 2 * TURNS * entries) / PER_SESSION);
  const reads = Array.from({ length: 2 * TURNS }, (_, turn) =>
    Array.from(
      { length: READS / TURNS },
      (_, index) => `session-${((turn * READS + index) * 7919) % sessions}`,
    ),
  );
  const append = await inTurns(
    appends,
    [store, bare].map((side) => async (batches) => {
      for (const batch of batches) await side.append(batch.session, batch.entries);
    }),
  );
  const read = await inTurns(
    reads,
    [store, bare].map((side) => async (names) => {
      for (const name of names) await side.read(name);
    }),
  );
  await store.close();
  await bare.close();
  return { append: { sums: append, count: TURNS * entries }, read: { sums: read, count: READS } };
}

const ofStore = (store) => ({
  name: store.name,
  append: (session, entries) => store.append(session, entries),
  read: (session) => store.read(session),
  close: () => store.close(),
});

/** The table that somebody would make who needs nothing but the rows. */
async function barePostgres(url) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`CREATE SCHEMA bare; CREATE TABLE bare.entries (seq bigserial PRIMARY KEY, session text, kind text, id text, ts text, data text);
    CREATE INDEX ON bare.entries (session, seq)`);
  return {
    name: "bare postgres",
    append: (session, entries) => {
      const places = entries.map((_, row) => `(${[1, 2, 3, 4, 5].map((column) => `$${row * 5 + column}`)})`);
      return client.query({
        name: `insert_${entries.length}`,
        text: `INSERT INTO bare.entries (session, kind, id, ts, data) VALUES ${places}`,
        values: entries.flatMap(({ kind, id, ts, data }) => [session, kind, id, ts, JSON.stringify(data)]),
      });
    },
    read: async (session) => {
      const text = "SELECT kind, id, ts, data FROM bare.entries WHERE session = $1 ORDER BY seq";
      const { rows } = await client.query({ name: "read", text, values: [session] });
      for (const row of rows) row.data = JSON.parse(row.data);
    },
    close: () => client.end(),
  };
}

async function bareSqlite(path) {
  const library = process.getBuiltinModule("node:sqlite");
  const database = library ? new library.DatabaseSync(path) : new (await import("libsql")).default(path);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE entries (seq INTEGER PRIMARY KEY, session TEXT, kind TEXT, id TEXT, ts TEXT, data TEXT);
    CREATE INDEX by_session ON entries (session, seq)`);
  const insert = database.prepare("INSERT INTO entries (session, kind, id, ts, data) VALUES (?, ?, ?, ?, ?)");
  const select = database.prepare("SELECT kind, id, ts, data FROM entries WHERE session = ? ORDER BY seq");
  return {
    name: "bare sqlite",
    append: async (session, entries) => {
      database.exec("BEGIN IMMEDIATE");
      for (const { kind, id, ts, data } of entries) insert.run(session, kind, id, ts, JSON.stringify(data));
      database.exec("COMMIT");
    },
    read: async (session) => {
      for (const row of select.all(session)) row.data = JSON.parse(row.data);
    },
    close: async () => database.close(),
  };
}

const folder = await mkdtemp(join(tmpdir(), "plimsoll-bench-"));
const COMPARISONS = {
  sqlite: async () =>
    compare(
      ofStore(sqliteStorage({ path: join(folder, "store.db"), fsync: false })),
      await bareSqlite(join(folder, "bare.db")),
    ),
  postgres: async () => {
    const server = await startPostgres([]);
    try {
      return await compare(ofStore(postgresStorage({ url: server.url })), await barePostgres(server.url));
    } finally {
      await server.stop();
    }
  },
};

try {
  console.log(
    `${HELD} entries held; ${ENTRIES} more of ${JSON.stringify(TEXT).length} bytes, ${BATCH} at a time; ${READS} reads of ${PER_SESSION} entries, in ${TURNS} turns`,
  );
  for (const name of values.only ? [values.only] : Object.keys(COMPARISONS)) {
    for (const [what, { sums, count }] of Object.entries(await COMPARISONS[name]())) {
      const [own, bare] = sums;
      const processor = name === "sqlite" ? `, ${(own.used / bare.used).toFixed(2)} in processor time` : "";
      console.log(
        `${name} ${what}: ${Math.round((count / own.passed) * 1000)}/s, ${(own.passed / count).toFixed(2)} ms each; ${(own.passed / bare.passed).toFixed(2)} times the bare database${processor}`,
      );
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
