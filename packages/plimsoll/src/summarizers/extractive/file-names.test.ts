import { describe, expect, it } from "vitest";
import { FileNames } from "./file-names.js";

describe("FileNames", () => {
  it("finds a path or the name of a file in a text, and forgets the text before", () => {
    const files = new FileNames();
    expect(files.isNamed("view src/parse/date.ts 1 40")).toBe(true);
    expect(files.isNamed("run all tests again")).toBe(false);
    expect(files.isNamed("cat date.ts")).toBe(true);
    expect(files.isNamed("")).toBe(false);
  });
});
