import { describe, expect, it } from "vitest";
import { codeLines, leaksIn } from "./leaks.js";
import { readRepositoryFile, repositoryFiles } from "./source-files.js";

const MAX_CODE_LINES = 400;

const files = repositoryFiles();
const manifests = files.filter((path) => /^(?:packages\/[^/]+\/)?package\.json$/.test(path));

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

// Assembled, so that this file does not hold what it looks for.
const path = (...segments: string[]): string => `/${segments.join("/")}`;

describe("leaksIn", () => {
  it.each([
    `see ${path("work", "main")}`,
    `"${path("root", ".npmrc")}"`,
    `cd ${path("home", "ada", "project")}`,
    `file://${path("Users", "ada", "project")}`,
    `read ..${path("shared", "notes.md")}`,
    `https://registry.${"npmjs.org"}/x`,
    `"resolved": "${"https:"}//example.com/x.tgz"`,
  ])("finds the leak in %j", (text) => {
    expect(leaksIn("README.md", `first line\n${text}\n`)).toHaveLength(1);
  });

  it.each([
    "src/work/items.ts",
    "https://example.com/work/items",
    "./home/page.ts",
    '"resolved": "packages/cli"',
  ])("accepts %j", (text) => {
    expect(leaksIn("README.md", text)).toEqual([]);
  });

  it("accepts home directories in recorded fixtures only", () => {
    const text = `cwd ${path("home", "ada", "project")}`;
    expect(leaksIn("packages/plimsoll/src/formats/__fixtures__/rollout.jsonl", text)).toEqual([]);
    expect(leaksIn("packages/plimsoll/src/formats/rollout.ts", text)).toHaveLength(1);
  });
});

describe("codeLines", () => {
  it("counts neither blank lines nor comments", () => {
    const source = "/** Doc.\n * More.\n */\nconst a = 1; // why\n\n// Note.\n/* one */\nexport { a };\n";
    expect(codeLines(source)).toBe(2);
  });
});

/** Data: a language is one file, however many cues it has. */
const CUE_TABLES = /\/src\/facts\/cues\/[a-z]+\.ts$/;

describe("the repository", () => {
  it("lists its own files", () => {
    expect(files).toContain("package.json");
    expect(files.some((file) => file.includes("node_modules/"))).toBe(false);
  });

  it("holds no path of a machine and no registry address", () => {
    const leaks = files.flatMap((file) => {
      const text = readRepositoryFile(file);
      return text.includes("\0") ? [] : leaksIn(file, text);
    });
    expect(leaks).toEqual([]);
  });

  it(`has no source file over ${MAX_CODE_LINES} code lines`, () => {
    const long = files
      .filter((file) => /^packages\/[^/]+\/src\/.*\.ts$/.test(file) && !CUE_TABLES.test(file))
      .filter((file) => codeLines(readRepositoryFile(file)) > MAX_CODE_LINES);
    expect(long).toEqual([]);
  });

  it("gives all its packages one version", () => {
    const packages = manifests.map((file) => JSON.parse(readRepositoryFile(file)) as Manifest);
    expect(packages.length).toBeGreaterThan(2);
    expect(new Set(packages.map(({ version }) => version)).size).toBe(1);
    const versions = new Map(packages.map(({ name, version }) => [name, version]));
    for (const { dependencies = {} } of packages) {
      for (const [name, range] of Object.entries(dependencies)) {
        if (versions.has(name)) expect(`${name} ${range}`).toBe(`${name} ${versions.get(name)}`);
      }
    }
  });
});
