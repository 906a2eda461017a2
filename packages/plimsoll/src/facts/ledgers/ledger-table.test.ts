import { describe, expect, it } from "vitest";
import { LedgerTable, type Sighting } from "./ledger-table.js";

interface Fields {
  readonly text: string;
}

const table = (capacity: number = 10): LedgerTable<Fields> =>
  new LedgerTable({ capacity, isOpen: () => false });
const at = (position: number, more: Partial<Sighting> = {}): Sighting => ({
  item: `i${position}`,
  position,
  by: "tool",
  ...more,
});

describe("a ledger table", () => {
  it("keeps the first item and the newest seven", () => {
    const rows = table();
    for (let position = 0; position < 20; position++) rows.put("a", { text: "a" }, at(position));
    expect(rows.get("a")).toMatchObject({
      items: ["i0", "i13", "i14", "i15", "i16", "i17", "i18", "i19"],
      first: 0,
      last: 19,
      mentions: 20,
    });
  });

  it("counts a mention once per item, calls each time, and names an item once", () => {
    const rows = table();
    rows.put("a", { text: "a" }, at(1));
    rows.touch("a", at(1));
    rows.touch("a", at(1, { isCall: true }));
    rows.touch("a", at(2, { by: "user" }));
    rows.touch("a", at(3, { item: "i1" }));
    rows.touch("b", at(3));
    expect(rows.copies()).toMatchObject([
      { key: "a", items: ["i1", "i2"], mentions: 3, calls: 1, userMentions: 1, last: 3 },
    ]);
  });

  it("gives copies that do not change when it is fed", () => {
    const rows = table();
    rows.put("a", { text: "a" }, at(1));
    const [copies, best] = [rows.copies(), rows.best(1)];
    const before = JSON.stringify([copies, best]);
    rows.put("a", { text: "other" }, at(2));
    rows.supersede("a", "b");
    expect(JSON.stringify([copies, best])).toBe(before);
    expect(rows.copies()).toMatchObject([{ status: "superseded", supersededBy: "b", items: ["i1", "i2"] }]);
  });

  it("makes what a removed row took the place of current again, without a pointer", () => {
    const rows = table();
    rows.put("a", { text: "a" }, at(1));
    rows.put("b", { text: "b" }, at(2));
    rows.supersede("a", "b");
    rows.remove(new Set(["b"]));
    expect(rows.copies()).toEqual([expect.not.objectContaining({ supersededBy: expect.anything() })]);
    expect(rows.get("a")?.status).toBe("current");
  });

  it("knows the rows that no longer hold in order of arrival, through every change and a restart", () => {
    const rows = table();
    for (const [index, key] of ["a", "b", "c", "d"].entries()) rows.put(key, { text: key }, at(index));
    for (const key of ["c", "a", "b"]) rows.supersede(key, "d");
    const keys = (from: LedgerTable<Fields>): string[] => from.superseded().map(({ key }) => key);
    expect(keys(rows)).toEqual(["a", "b", "c"]);
    rows.put("b", { text: "b" }, at(9));
    rows.remove(new Set(["c"]));
    expect(keys(rows)).toEqual(["a"]);
    expect(keys(new LedgerTable({ capacity: 10, isOpen: () => false }, rows.copies()))).toEqual(["a"]);
    rows.remove(new Set(["d"]));
    expect(keys(rows)).toEqual([]);
  });

  it("has room for as many rows as it takes without a cut", () => {
    const rows = table(2);
    rows.put("a", { text: "a" }, at(1));
    expect([rows.hasRoomFor(3), rows.hasRoomFor(4)]).toEqual([true, false]);
    for (const key of ["b", "c", "d"]) rows.put(key, { text: key }, at(2));
    expect(rows.size).toBe(4);
    rows.put("e", { text: "e" }, at(3));
    expect(rows.size).toBe(2);
  });
});
