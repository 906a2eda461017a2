// Which files a package needs at run time and for its types: what its `bin` and `exports` reach through relative imports.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const RELATIVE = /["'](\.{1,2}\/[^"'\n]+)["']/g;

/** The files that `package.json` points at. */
function entriesOf(folder) {
  const { bin = {}, exports = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const targets = (value) => (typeof value === "string" ? [value] : Object.values(value).flatMap(targets));
  return [...targets(bin), ...targets(exports)].map((target) => join(folder, target));
}

/** What a file imports: code from code, declarations from declarations. */
function importsOf(file) {
  const declares = file.endsWith(".d.ts");
  return [...readFileSync(file, "utf8").matchAll(RELATIVE)]
    .map(([, path]) => join(dirname(file), declares ? path.replace(/\.js$/, ".d.ts") : path))
    .filter((path) => /\.(?:js|d\.ts)$/.test(path) && existsSync(path));
}

/** Paths inside the package's folder, sorted. A text that only looks like an import ships a file too many, never one too few. */
export function shippedFiles(folder) {
  const seen = new Set();
  const open = entriesOf(folder).filter((path) => existsSync(path));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    open.push(...importsOf(file));
  }
  return [...seen].map((file) => relative(folder, file).replaceAll("\\", "/")).sort();
}
