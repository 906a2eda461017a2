import { describe, expect, it } from "vitest";
import { SourceIndex } from "./source-index.js";

const index = new SourceIndex([
  "The port of the staging database is 5432.",
  "edit_file src/harbour/ledger.ts",
  "The port of the staging database is 5433 now.",
  "order #W7 pending",
  "order #W7 delivered",
  "締め切りは金曜日です。",
]);

describe("an index of sources", () => {
  it.each([
    { line: "- staging database: port 5432", source: 0 },
    { line: "- staging database: port 5433", source: 2 },
    { line: "Changed: harbour/ledger.ts edited once", source: 1 },
    { line: "order #W7 delivered", source: 4 },
    { line: "- 締め切り: 金曜日", source: 5 },
  ])("finds where $line comes from", ({ line, source }) => {
    expect(index.newestSource(line)).toBe(source);
  });

  it("takes the newest of several that say the same", () => {
    expect(index.newestSource("order #W7")).toBe(4);
  });

  it("finds no source of a heading", () => {
    expect(index.newestSource("### Constraints")).toBeUndefined();
    expect(index.newestSource("---")).toBeUndefined();
  });
});
