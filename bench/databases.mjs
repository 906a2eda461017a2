// Appends and reads of the SQLite and PostgreSQL stores against the bare databases, with the same bytes, in one run.
//
//   npm run build && node bench/databases.mjs [ENTRIES] [--at HELD]
//
// With `--at 1000000` every store and database holds a million entries, written in large batches, before anything is measured.
//
// Figures are ratios of times in the same process; absolute ones depend on the machine.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { startPostgres } from "plimsoll-testkit/start-postgres";
import { postgresStorage, sqliteStorage } from "plimsoll/node";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { at: { type: "string", default: "0" }, rounds: { type: "string", default: "3" } },
});
const ENTRIES = Number(positionals[0] ?? 20_000);
/** Entries that are there already. */
const HELD = Number(values.at);
const BATCH = 4;
const PER_SESSION = 200;
const READS = 100;
const ROUNDS = Number(values.rounds);
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

const batches = () => batchesOf({ from: HELD, count: ENTRIES, size: BATCH });

/** Writes what is there before anything is measured. */
async function fill(name, write) {
  for (const { session, entries } of batchesOf({ from: 0, count: HELD, size: PER_SESSION })) {
    await write(session, entries);
    const done = Number(entries.at(-1).id.slice(5)) + 1;
    if (done % 50_000 === 0) process.stderr.write(`${name}: ${done} of ${HELD} entries\n`);
  }
}

async function timed(task) {
  const start = process.hrtime.bigint();
  await task();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

const sessionsToRead = Array.from(
  { length: READS },
  (_, index) => `session-${(index * 7919) % Math.ceil((HELD + ENTRIES) / PER_SESSION)}`,
);

async function ofStore(store) {
  await fill(store.name, (session, entries) => store.append(session, entries));
  const append = await timed(async () => {
    for (const { session, entries } of batches()) await store.append(session, entries);
  });
  const read = await timed(async () => {
    for (const session of sessionsToRead) await store.read(session);
  });
  await store.close();
  return { append, read };
}

/** The table that somebody would make who needs nothing but the rows. */
async function ofBarePostgres(url, schema) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.entries (seq bigserial PRIMARY KEY, session text, kind text, id text, ts text, data text);
    CREATE INDEX ON ${schema}.entries (session, seq)`);
  const insert = (session, entries) => {
    const places = entries.map((_, row) => `(${[1, 2, 3, 4, 5].map((column) => `$${row * 5 + column}`)})`);
    return client.query({
      name: `insert_${entries.length}`,
      text: `INSERT INTO ${schema}.entries (session, kind, id, ts, data) VALUES ${places}`,
      values: entries.flatMap(({ kind, id, ts, data }) => [session, kind, id, ts, JSON.stringify(data)]),
    });
  };
  await fill("bare postgres", insert);
  const append = await timed(async () => {
    for (const { session, entries } of batches()) await insert(session, entries);
  });
  const read = await timed(async () => {
    for (const session of sessionsToRead) {
      const sql = `SELECT kind, id, ts, data FROM ${schema}.entries WHERE session = $1 ORDER BY seq`;
      const { rows } = await client.query({ name: "read", text: sql, values: [session] });
      for (const row of rows) row.data = JSON.parse(row.data);
    }
  });
  await client.end();
  return { append, read };
}

async function ofBareSqlite(path) {
  const library = process.getBuiltinModule("node:sqlite");
  const database = library ? new library.DatabaseSync(path) : new (await import("libsql")).default(path);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE entries (seq INTEGER PRIMARY KEY, session TEXT, kind TEXT, id TEXT, ts TEXT, data TEXT);
    CREATE INDEX by_session ON entries (session, seq)`);
  const insert = database.prepare("INSERT INTO entries (session, kind, id, ts, data) VALUES (?, ?, ?, ?, ?)");
  const write = async (session, entries) => {
    database.exec("BEGIN IMMEDIATE");
    for (const { kind, id, ts, data } of entries) insert.run(session, kind, id, ts, JSON.stringify(data));
    database.exec("COMMIT");
  };
  await fill("bare sqlite", write);
  const append = await timed(async () => {
    for (const { session, entries } of batches()) await write(session, entries);
  });
  const select = database.prepare("SELECT kind, id, ts, data FROM entries WHERE session = ? ORDER BY seq");
  const read = await timed(async () => {
    for (const session of sessionsToRead) for (const row of select.all(session)) JSON.parse(row.data);
  });
  database.close();
  return { append, read };
}

const median = (values) => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)];
const folder = await mkdtemp(join(tmpdir(), "plimsoll-bench-"));
const server = await startPostgres([]);
const rows = [];
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    const schema = `bench_${round}`;
    rows.push({
      postgres: await ofStore(postgresStorage({ url: server.url, schema })),
      barePostgres: await ofBarePostgres(server.url, `bare_${round}`),
      sqlite: await ofStore(sqliteStorage({ path: join(folder, `store-${round}.db`), fsync: false })),
      bareSqlite: await ofBareSqlite(join(folder, `bare-${round}.db`)),
    });
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
console.log(
  `${HELD} entries held; ${ENTRIES} more of ${JSON.stringify(TEXT).length} bytes, ${BATCH} at a time; ${READS} reads of ${PER_SESSION} entries; median of ${ROUNDS} rounds`,
);
for (const [store, bare] of [
  ["postgres", "barePostgres"],
  ["sqlite", "bareSqlite"],
]) {
  for (const what of ["append", "read"]) {
    const count = what === "append" ? ENTRIES : READS;
    const own = median(rows.map((row) => row[store][what]));
    const ratio = median(rows.map((row) => row[store][what] / row[bare][what]));
    console.log(
      `${store} ${what}: ${Math.round((count / own) * 1000)}/s, ${ratio.toFixed(2)} times the bare database`,
    );
  }
}
