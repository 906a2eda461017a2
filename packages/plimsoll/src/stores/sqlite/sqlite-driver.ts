import { CompactError } from "../../errors/compact-error.js";

/** The only values that both libraries bind alike; libsql ends the process on some others. */
export type SqliteValue = string | number | null | Uint8Array;

/** The few calls that `node:sqlite` and `libsql` both offer, with their differences hidden. */
export interface SqliteDriver {
  readonly library: "node:sqlite" | "libsql";
  exec(sql: string): void;
  run(sql: string, parameters?: readonly SqliteValue[]): void;
  all(sql: string, parameters?: readonly SqliteValue[]): Readonly<Record<string, unknown>>[];
  close(): void;
}

/** Opens a database with Node's own SQLite, or with `libsql` if Node has none. */
export async function openSqlite(path: string): Promise<SqliteDriver> {
  return openNodeSqlite(path) ?? openLibsql(path);
}

interface Statement {
  run(...parameters: unknown[]): unknown;
  all(...parameters: unknown[]): unknown[];
}

interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): unknown;
}

interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => Database;
}

/** Undefined if this Node has no built-in SQLite (before 22.13). */
export function openNodeSqlite(path: string): SqliteDriver | undefined {
  const library = process.getBuiltinModule("node:sqlite") as NodeSqlite | undefined;
  if (!library) return undefined;
  return new StatementDriver("node:sqlite", new library.DatabaseSync(path), (parameters) => [...parameters]);
}

export async function openLibsql(path: string): Promise<SqliteDriver> {
  let library: { readonly default: new (path: string) => Database };
  try {
    library = await import("libsql");
  } catch (cause) {
    throw new CompactError(
      "STORE_UNAVAILABLE",
      `The SQLite store needs the package "libsql" on Node ${process.versions.node}: install it (npm install libsql), or use Node 22.13 or later, which has SQLite built in.`,
      { details: { package: "libsql", node: process.versions.node }, cause },
    );
  }
  // libsql fails, or aborts, on some first values of a parameter list that is not one array.
  return new StatementDriver("libsql", new library.default(path), (parameters) => [[...parameters]]);
}

class StatementDriver implements SqliteDriver {
  readonly library: "node:sqlite" | "libsql";
  readonly #database: Database;
  readonly #arguments: (parameters: readonly SqliteValue[]) => unknown[];
  readonly #statements = new Map<string, Statement>();

  constructor(
    library: "node:sqlite" | "libsql",
    database: Database,
    toArguments: (parameters: readonly SqliteValue[]) => unknown[],
  ) {
    this.library = library;
    this.#database = database;
    this.#arguments = toArguments;
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  run(sql: string, parameters: readonly SqliteValue[] = []): void {
    this.#statement(sql).run(...this.#bind(parameters));
  }

  all(sql: string, parameters: readonly SqliteValue[] = []): Readonly<Record<string, unknown>>[] {
    const rows = this.#statement(sql).all(...this.#bind(parameters)) as Record<string, unknown>[];
    return rows.map(withByteArrays);
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #statement(sql: string): Statement {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #bind(parameters: readonly SqliteValue[]): unknown[] {
    for (const value of parameters) {
      if (!isBindable(value)) throw new TypeError(`SQLite cannot bind a value of type ${typeof value}`);
    }
    return parameters.length === 0 ? [] : this.#arguments(parameters);
  }
}

/** libsql gives a BLOB as an ArrayBuffer, `node:sqlite` as a Uint8Array. */
function withByteArrays(row: Record<string, unknown>): Record<string, unknown> {
  for (const column of Object.keys(row)) {
    const value = row[column];
    if (value instanceof ArrayBuffer) row[column] = new Uint8Array(value);
  }
  return row;
}

function isBindable(value: unknown): value is SqliteValue {
  return (
    typeof value === "string" || typeof value === "number" || value === null || value instanceof Uint8Array
  );
}
