// Builds every package with the TypeScript compiler. Runs after `npm ci` (the `prepare` script),
// so that a fresh clone has a working `compactctl` at once.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { shippedFiles } from "./shipped-files.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const OUTPUT = /\.(?:js|d\.ts)(?:\.map)?$/;

function outputsOf(folder) {
  const dist = join(folder, "dist");
  if (!existsSync(dist)) return [];
  return readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && OUTPUT.test(entry.name))
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
}

/** The compiler leaves the outputs of a source that was moved or deleted, and they would be packed. */
function removeStale(folder) {
  for (const path of outputsOf(folder)) {
    const source = `src/${path.replace(OUTPUT, ".ts")}`;
    if (path.endsWith(".map") || !existsSync(join(folder, source))) rmSync(join(folder, "dist", path));
  }
}

/** Keeps out of the tarball what no entry reaches: declarations of inner parts, files that hold types only, the build's own record. */
function writeIgnoreFile(folder) {
  const shipped = new Set(shippedFiles(folder));
  const unneeded = outputsOf(folder).filter((path) => !shipped.has(`dist/${path}`));
  const lines = ["/.tsbuildinfo", ...unneeded.map((path) => `/${path}`).sort()];
  writeFileSync(join(folder, "dist", ".npmignore"), `${lines.join("\n")}\n`);
}

const compiler = `${root}node_modules/typescript/bin/tsc`;
if (!existsSync(compiler)) {
  console.log("build: skipped, because the development dependencies are not installed (run `npm ci`)");
  process.exit(0);
}
const projects = ["packages/plimsoll", "packages/gateway", "packages/testkit", "packages/cli"].filter(
  (path) => existsSync(`${root}${path}/tsconfig.json`),
);
for (const project of projects) removeStale(join(root, project));
const result = spawnSync(process.execPath, [compiler, "-b", ...projects], { cwd: root, stdio: "inherit" });
if (result.status === 0) for (const project of projects) writeIgnoreFile(join(root, project));
process.exit(result.status ?? 1);
