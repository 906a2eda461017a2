import { describe, expect, it } from "vitest";
import { isFileMark } from "./is-file-mark.js";

describe("isFileMark", () => {
  it.each([
    "==> src/tides.py <==",
    "=== /usr/lib/tides.py ===",
    "--- src/gates/open.ts ---",
    "# ---- src/gates.py",
    "// === src/gates.ts ===",
    "##### lib/a.rb #####",
    "File: packages/tides/src/index.ts",
    "path: `src/gates.ts`",
    '<file path="src/gates.ts">',
    '<document index="1" name="gates.ts">',
  ])("knows %s", (line) => expect(isFileMark(line)).toBe(true));

  it.each([
    "=======",
    "--- a list",
    "# Tides of the harbour",
    "const path = 'src/gates.ts';",
    "file: open",
    "    // see src/gates.ts",
    "<div name='a'>",
  ])("does not take %s for one", (line) => expect(isFileMark(line)).toBe(false));
});
