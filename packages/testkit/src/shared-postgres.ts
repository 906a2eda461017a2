import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type PostgresServer, startPostgres } from "./start-postgres.js";

/** Where the process that runs the tests answers with the address of the server. */
const VARIABLE = "PLIMSOLL_TEST_POSTGRES";

/** The server of a test run, or why there is none. */
export type SharedPostgres = { readonly url: string } | { readonly problem: string };

/**
 * Offers one PostgreSQL server to all files of a test run. It starts when the first of them asks for it. Returns how to
 * stop it.
 */
export async function offerSharedPostgres(): Promise<() => Promise<void>> {
  let starting: Promise<PostgresServer> | undefined;
  const door = createServer((_, response) => {
    starting ??= startPostgres();
    starting.then(
      ({ url }) => response.end(JSON.stringify({ url })),
      (error: unknown) => response.end(JSON.stringify({ problem: String(error) })),
    );
  }).listen(0, "127.0.0.1");
  await once(door, "listening");
  process.env[VARIABLE] = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  return async () => {
    door.close();
    const server = await starting?.catch(() => undefined);
    await server?.stop();
  };
}

/** The PostgreSQL server of this test run. */
export async function sharedPostgres(): Promise<SharedPostgres> {
  const door = process.env[VARIABLE];
  if (door === undefined) return { problem: `${VARIABLE} is not set: this is no run of vitest` };
  const response = await fetch(door);
  return (await response.json()) as SharedPostgres;
}
