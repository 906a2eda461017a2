import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { documentationPages, fencedBlocks } from "./documentation.js";
import { SURROUNDINGS, type Surroundings } from "./snippet-surroundings.js";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Inside the tree, so that the snippets find the packages that they name. */
const folder = join(root, "node_modules", ".cache", "plimsoll-snippets");
const CODE = /^(?:[cm]?[jt]sx?|javascript|typescript)$/;

function completed(
  snippet: string,
  { before = "", around = ["", ""], annotations = {} }: Surroundings,
): string {
  let text = snippet;
  for (const [plain, typed] of Object.entries(annotations)) {
    expect(text, "the snippet has changed; change its annotations").toContain(plain);
    text = text.replace(plain, typed);
  }
  return `${before}\n${around[0]}${text}${around[1]}\nexport {};\n`;
}

/** The snippets of a page. */
const codeOf = (page: string): string[] =>
  fencedBlocks(page).flatMap(({ language, text }) => (CODE.test(language) ? [text] : []));

/** Writes every snippet to a file of its own. @returns how many */
function writeSnippets(): number {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const written = documentationPages().flatMap((page) =>
    codeOf(page).map((text, index) => {
      const name = `${page.replace(/\W+/g, "-")}-${index + 1}.mts`;
      writeFileSync(join(folder, name), completed(text, SURROUNDINGS[page]?.[index + 1] ?? {}));
      return name;
    }),
  );
  const compilerOptions = {
    target: "ES2023",
    module: "NodeNext",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.mts"] }));
  return written.length;
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the snippets of the README and the docs", () => {
  it("compile in strict TypeScript with the packages that they name", () => {
    expect(writeSnippets()).toBeGreaterThan(20);
    const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
    const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", folder], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(stdout.split("\n").filter((line) => /^\S/.test(line))).toEqual([]);
    expect(status, "the compiler ran").toBe(0);
  });

  it("are there wherever something is written around one", () => {
    const missing = Object.entries(SURROUNDINGS).flatMap(([page, snippets]) =>
      Object.keys(snippets).flatMap((number) =>
        codeOf(page)[Number(number) - 1] === undefined ? [`${page}: ${number}`] : [],
      ),
    );
    expect(missing).toEqual([]);
  });
});
