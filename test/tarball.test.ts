import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { shippedFiles } from "../scripts/shipped-files.mjs";

const packages = fileURLToPath(new URL("../packages/", import.meta.url));
const PAPERS: Readonly<Record<string, readonly string[]>> = {
  plimsoll: ["LICENSE", "NOTICE.md", "README.md"],
  cli: ["LICENSE", "README.md"],
  gateway: ["LICENSE", "README.md"],
  inspector: ["LICENSE", "README.md", "dist/app/licenses.md"],
};
/** The built page of the inspector, whose names hold digests; nothing imports it. */
const PAGE = /^dist\/app\/(?:index\.html|mark\.svg|assets\/[\w-]+\.(?:js|css))$/;

/** What `npm publish` would upload of the build. */
function packed(folder: string): string[] {
  const printed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const report: unknown = JSON.parse(printed);
  const [first] = Object.values(report as Record<string, { files: { path: string }[] }>);
  return (first?.files ?? []).map(({ path }) => path).sort();
}

describe.each(Object.entries(PAPERS))("the tarball of packages/%s", (name, papers) => {
  const folder = join(packages, name);
  const files = packed(folder);

  it("holds what its entries reach, its papers, and nothing else", () => {
    const imported = files.filter((path) => !PAGE.test(path));
    expect(imported).toEqual([...new Set([...shippedFiles(folder), ...papers, "package.json"])].sort());
  });

  it("holds no build record, source map, test or source", () => {
    expect(files.filter((path) => /buildinfo|\.map$|\.test\.|test-support|^src\//.test(path))).toEqual([]);
  });

  it("holds every file that one of its files imports", () => {
    const held = new Set(files);
    const missing = files
      .filter((path) => path.startsWith("dist/") && !PAGE.test(path))
      .flatMap((path) => importedBy(folder, path).filter((imported) => !held.has(imported)));
    expect(missing).toEqual([]);
  });
});

it("holds the licence of every library that the page of the inspector is made of", () => {
  const licences = readFileSync(join(packages, "inspector/dist/app/licenses.md"), "utf8");
  for (const library of ["react", "react-dom", "d3-scale", "highlight.js", "diff", "micromark"])
    expect(licences).toContain(`## ${library} - `);
});

const IMPORT = /^(?:import\s*|(?:import|export)\b[^;"]*\bfrom\s*)"(\.[^"]+)";|\bimport\("(\.[^"]+)"\)/gm;

function importedBy(folder: string, path: string): string[] {
  const declares = path.endsWith(".d.ts");
  return [...readFileSync(join(folder, path), "utf8").matchAll(IMPORT)].map(([, still, lazy]) =>
    join(dirname(path), String(still ?? lazy).replace(/\.js$/, declares ? ".d.ts" : ".js")),
  );
}
