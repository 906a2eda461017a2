// Packs every package once and checks the tarball as a consumer would meet it: publint for the manifest,
// attw for the types. The tarballs go to a temporary folder, so that the tree stays clean. Private packages are passed over.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const packagesFolder = join(root, "packages");

/** Exit code and everything printed. */
function run(command, args, cwd) {
  const result = spawnSync(command, args, { cwd, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } });
  return {
    ok: result.status === 0,
    text: `${result.stdout ?? ""}${result.stderr ?? ""}${result.error ?? ""}`,
  };
}

const publintCommand = fileURLToPath(new URL("./cli.js", import.meta.resolve("publint")));
const attwCommand = fileURLToPath(
  new URL("./dist/index.js", import.meta.resolve("@arethetypeswrong/cli/package.json")),
);

function pack(folder, destination) {
  const packed = run("npm", ["pack", "--ignore-scripts", "--pack-destination", destination], folder);
  const file = packed.ok ? readdirSync(destination).find((name) => name.endsWith(".tgz")) : undefined;
  return file === undefined ? { problem: packed.text } : { tarball: join(destination, file) };
}

function checkPackage(folder) {
  const destination = mkdtempSync(join(tmpdir(), "plimsoll-pack-"));
  try {
    const { tarball, problem } = pack(folder, destination);
    if (tarball === undefined) return [{ name: "npm pack", ok: false, text: problem }];
    const publint = [publintCommand, "run", "--strict", tarball];
    const attw = [attwCommand, "--profile", "esm-only", "--no-emoji", tarball];
    return [
      { name: "publint", ...run(process.execPath, publint, destination) },
      { name: "attw", ...run(process.execPath, attw, destination) },
    ];
  } finally {
    rmSync(destination, { recursive: true, force: true });
  }
}

const folders = readdirSync(packagesFolder)
  .map((name) => join(packagesFolder, name))
  .filter((folder) => existsSync(join(folder, "package.json")))
  .filter((folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).private !== true);
let failed = folders.length === 0;
for (const folder of folders) {
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const checks = checkPackage(folder);
  console.log(
    `${name} ${version}: ${checks.map((check) => `${check.name} ${check.ok ? "ok" : "FAILED"}`).join(", ")}`,
  );
  for (const check of checks.filter(({ ok }) => !ok)) {
    failed = true;
    console.error(check.text.trimEnd());
  }
}
process.exit(failed ? 1 : 0);
