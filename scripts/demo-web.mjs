// A gateway with the built-in model, and its playground in the browser: `npm run demo:web`. Ctrl-C ends it.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startGateway } from "plimsoll-gateway";

const port = Number(process.env.PORT ?? 0);
// A folder without a configuration: nothing is read, nothing is written, and the built-in model answers.
const cwd = mkdtempSync(join(tmpdir(), "plimsoll-demo-"));
const gateway = await startGateway({ cwd, environment: {}, port, log: { request: () => {}, say: () => {} } });
const address = `${gateway.url}/inspector/#/playground`;
console.log(`The playground is at ${address}\nCtrl-C ends it.`);
if (process.stdout.isTTY && process.env.NO_OPEN === undefined) {
  const [command, ...args] = { darwin: ["open"], win32: ["cmd", "/c", "start", ""] }[process.platform] ?? [
    "xdg-open",
  ];
  spawn(command, [...args, address], { stdio: "ignore", detached: true })
    .on("error", () => {})
    .unref();
}
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    rmSync(cwd, { recursive: true, force: true });
    void gateway.close().then(() => process.exit(0));
  });
}
