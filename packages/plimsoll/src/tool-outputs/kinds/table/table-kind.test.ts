import { describe, expect, it } from "vitest";
import { evidenceOf } from "../recorded-outputs-test-support.js";

describe("evidence of a table", () => {
  it("has the columns of a CSV with their ranges, and the one row that is unlike the others", () => {
    const text = evidenceOf(["table", "sqlite3-csv"], 200, "sqlite3 -header -csv harbour.db");
    expect(text).toContain("150 rows, 4 columns");
    expect(text).toContain("id 1..150; state {moored|overdue}; tonnes 0.5..100.5");
    expect(text).toContain('97,"ship 7",overdue,54.5');
  });

  it("has the first and the last rows of columns cut by tabs", () => {
    const text = evidenceOf(["table", "sqlite3-tabs"], 150);
    expect(text).toContain("berth\tdepth\tquay");
    expect(text).toContain("1\t13\tquay 1");
    expect(text).toContain("90\t10\tquay 2");
  });
});
