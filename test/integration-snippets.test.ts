import { describe, expect, it } from "vitest";
import { readRepositoryFile, repositoryFiles } from "./source-files.js";

const MAX_LINES = 9;
const pages = repositoryFiles().filter((path) => /^docs\/integrations\/(?!README)[^/]+\.md$/.test(path));

/** The first block of code of a page, and the example that the page says it is the code of. */
function snippetOf(path: string): { snippet: string; example: string } {
  const page = readRepositoryFile(path);
  return {
    snippet: /```(?:js|ts)\n([^]*?)```/.exec(page)?.[1] ?? "",
    example: /\]\(\.\.\/\.\.\/(examples\/[\w./-]+\.mjs)\)/.exec(page)?.[1] ?? "",
  };
}

/** The part of an example between the two marks. */
function markedPart(example: string, page: string): string | undefined {
  const [, after] = readRepositoryFile(example).split(`// --- the snippet of ${page}\n`);
  return after?.split(/^\/\/ --- end$/m)[0];
}

describe("the pages of docs/integrations", () => {
  it("exist", () => {
    expect(pages.length).toBeGreaterThan(0);
  });

  it.each(pages)("%s shows the code of an example that runs, in under ten lines", (path) => {
    const { snippet, example } = snippetOf(path);
    expect(example, "the page names no example").not.toBe("");
    expect(snippet.trim()).toBe(markedPart(example, path)?.trim());
    const lines = snippet.split("\n").filter((line) => line.trim() !== "");
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.length).toBeLessThanOrEqual(MAX_LINES);
  });
});
