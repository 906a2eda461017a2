// Builds every package with the TypeScript compiler. Runs after `npm ci` (the `prepare` script),
// so that a fresh clone has a working `compactctl` at once.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const compiler = `${root}node_modules/typescript/bin/tsc`;
if (!existsSync(compiler)) {
  console.log("build: skipped, because the development dependencies are not installed (run `npm ci`)");
  process.exit(0);
}
const projects = ["packages/plimsoll", "packages/testkit", "packages/cli"].filter((path) =>
  existsSync(`${root}${path}/tsconfig.json`),
);
const result = spawnSync(process.execPath, [compiler, "-b", ...projects], { cwd: root, stdio: "inherit" });
process.exit(result.status ?? 1);
