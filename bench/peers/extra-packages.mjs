// Peers that are no dependencies of the project: installed beside the results, never into the project.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { EXTRA_PACKAGES } from "./peers.mjs";

const homeOf = (folder, name) => join(folder, name.replace(/[^a-z0-9]+/g, "-"));
const packageFolder = (folder, name) => join(homeOf(folder, name), "node_modules", name);

function manifest(path) {
  return JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
}

/** Installs a package without running its scripts. Returns why it did not work, or undefined. */
export function installExtra(folder, name) {
  const path = packageFolder(folder, name);
  if (existsSync(path) && manifest(path).version === EXTRA_PACKAGES[name]) return undefined;
  const home = homeOf(folder, name);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), '{ "private": true }\n');
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", `${name}@${EXTRA_PACKAGES[name]}`];
  const run = spawnSync("npm", args, { cwd: home, encoding: "utf8" });
  if (run.status === 0 && existsSync(path)) return undefined;
  const reason = (run.stderr ?? "").split("\n").find((line) => line.startsWith("npm error"));
  return reason ?? run.error?.message ?? "npm could not install it";
}

/** Loads a package of the folder, or one of its files. */
export function extraLoader(folder) {
  return (name, file) => {
    const path = packageFolder(folder, name);
    const { main = "index.js", exports } = manifest(path);
    const entry = file ?? exports?.["."]?.import ?? main;
    return import(pathToFileURL(join(path, entry)).href);
  };
}

/** The installed version of a package, wherever it is. */
export function versionOf(folder, name) {
  if (name in EXTRA_PACKAGES) return manifest(packageFolder(folder, name)).version;
  const require = createRequire(import.meta.url);
  const paths = require.resolve.paths(name) ?? [];
  const found = paths.map((path) => join(path, name)).find((path) => existsSync(join(path, "package.json")));
  return found === undefined ? "not installed" : manifest(found).version;
}
