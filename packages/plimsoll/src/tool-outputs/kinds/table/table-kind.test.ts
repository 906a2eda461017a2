import { describe, expect, it } from "vitest";
import { makeEvidence } from "../../make-evidence.js";
import { evidenceOf } from "../recorded-outputs-test-support.js";

const count = (text: string): number => Math.ceil(text.length / 4);

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

  it("is chosen for rows with times in them, which are no matches of a search", () => {
    const rows = Array.from(
      { length: 600 },
      (_, index) => `s${index % 9},2026-01-01T00:${10 + (index % 50)}:00Z,${index}`,
    );
    const { text, kind } = makeEvidence(
      { text: `station,measured,value\n${rows.join("\n")}\n` },
      { maxTokens: 300, count: (part) => Math.ceil(part.length / 4) },
    );
    expect(kind).toBe("table");
    expect(text).toContain("600 rows, 3 columns");
    expect(text).toContain("station,measured,value\n");
  });

  it("shows rows with a value that is rare in its column", () => {
    const rows = Array.from(
      { length: 900 },
      (_, index) => `${index},${index === 555 ? 503 : 200},${index % 3 === 0 ? "eu" : "us"}`,
    );
    const { text } = makeEvidence(
      { text: `id,status,region\n${rows.join("\n")}\n` },
      { maxTokens: 300, count: (part) => Math.ceil(part.length / 4) },
    );
    expect(text).toContain("555,503,eu");
  });

  it("counts rows, not rulers, not what is said below them, and a quoted cell over two lines once", () => {
    const rows = Array.from({ length: 300 }, (_, index) => `${index} | user${index} | settled`);
    const psql = [
      " id | name | status",
      "----+------+-------",
      ...rows,
      "(300 rows)",
      "",
      "Time: 12.3 ms",
    ].join("\n");
    const count = (text: string): number => Math.ceil(text.length / 4);
    expect(makeEvidence({ text: psql }, { maxTokens: 200, count }).text).toContain("300 rows, 3 columns");
    const csv = [
      "id,note,price",
      ...rows.map((_, index) =>
        index === 200 ? `${index},"first\nsecond, and ${index}",4.5` : `${index},note,7.5`,
      ),
    ].join("\n");
    expect(makeEvidence({ text: csv }, { maxTokens: 200, count }).text).toContain("300 rows");
  });

  it("shows the rows with the least and the largest number of a column", () => {
    const rows = Array.from(
      { length: 3_000 },
      (_, index) => `2026-11-18T09:00:00\ts${index % 7}\t${index === 2_222 ? -999 : (index * 37) % 500}.5`,
    );
    const { text } = makeEvidence(
      { text: `time\tsensor\tvalue\n${rows.join("\n")}\n` },
      { maxTokens: 500, count: (part) => Math.ceil(part.length / 4) },
    );
    expect(text).toContain("s3\t-999.5");
    expect(text).toContain("\t499.5");
  });

  it("takes the first row of a list of sizes for a row, not for the names of columns", () => {
    const sizes = Array.from({ length: 400 }, (_, index) => `${4 * index + 4}K\t/usr/lib/part-${index}`);
    const count = (text: string): number => Math.ceil(text.length / 4);
    const { text } = makeEvidence({ text: `${sizes.join("\n")}\n` }, { maxTokens: 200, count });
    expect(text).toContain("400 rows, 2 columns");
    expect(text).toContain("4K\t/usr/lib/part-0\n");
    const named = makeEvidence({ text: `size\tpath\n${sizes.join("\n")}\n` }, { maxTokens: 200, count });
    expect(named.text).toContain("400 rows, 2 columns");
  });

  it("has the row whose cell of JSON has a value that others have not", () => {
    const row = (index: number): string =>
      `${index},"{""ship"":""S${index}"",""moored"":${index !== 190}}",2026-01-0${1 + (index % 7)}`;
    const text = ["id,payload,created", ...Array.from({ length: 300 }, (_, index) => row(index))].join("\n");
    expect(makeEvidence({ text }, { maxTokens: 300, count }).text).toContain('""S190"",""moored"":false');
  });
});
