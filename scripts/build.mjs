// Builds every package with the TypeScript compiler, and the page of the inspector with Vite. Runs after `npm ci` (the `prepare` script),
// so that a fresh clone has a working `compactctl` at once.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { shippedFiles } from "./shipped-files.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Where the page of the inspector is: no compiler output, and shipped as it is. */
const PAGE = "app/";
const OUTPUT = /\.(?:js|d\.ts)(?:\.map)?$/;

function outputsOf(folder) {
  const dist = join(folder, "dist");
  if (!existsSync(dist)) return [];
  return readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && OUTPUT.test(entry.name))
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((path) => !path.startsWith(PAGE));
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
  const lines = ["/.tsbuildinfo", "/.page", ...unneeded.map((path) => `/${path}`).sort()];
  writeFileSync(join(folder, "dist", ".npmignore"), `${lines.join("\n")}\n`);
}

const compiler = `${root}node_modules/typescript/bin/tsc`;
if (!existsSync(compiler)) {
  console.log("build: skipped, because the development dependencies are not installed (run `npm ci`)");
  process.exit(0);
}
const projects = [
  "packages/plimsoll",
  "packages/inspector",
  "packages/gateway",
  "packages/testkit",
  "packages/cli",
].filter((path) => existsSync(`${root}${path}/tsconfig.json`));
for (const project of projects) removeStale(join(root, project));
const result = spawnSync(process.execPath, [compiler, "-b", ...projects], { cwd: root, stdio: "inherit" });
if (result.status !== 0) process.exit(result.status ?? 1);
for (const project of projects) writeIgnoreFile(join(root, project));
process.exit(buildPage());

/** The page is built again only if something of it changed. */
function buildPage() {
  const folder = join(root, "packages/inspector");
  const stampFile = join(folder, "dist/.page");
  const stamp = digestOf([
    join(folder, "app"),
    join(folder, "vite.config.mjs"),
    join(root, "package-lock.json"),
  ]);
  const isBuilt = existsSync(join(folder, "dist/app/index.html")) && existsSync(stampFile);
  if (isBuilt && readFileSync(stampFile, "utf8") === stamp) return 0;
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const built = spawnSync(process.execPath, [vite, "build", "-c", join(folder, "vite.config.mjs")], {
    cwd: root,
    stdio: "inherit",
  });
  if (built.status === 0) writeFileSync(stampFile, stamp);
  return built.status ?? 1;
}

function digestOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths) {
    const files = path.endsWith("app")
      ? readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .sort()
      : [path];
    for (const file of files) hash.update(relative(root, file)).update(readFileSync(file));
  }
  return hash.digest("hex");
}
