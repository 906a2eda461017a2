import { describe, expect, it } from "vitest";
import { tableRows } from "./table-rows.js";

describe("tableRows", () => {
  it("reads tables with bars, as databases and Markdown have them", () => {
    const row = { id: "sub_9920", plan: "team", status: "past_due" };
    expect(
      tableRows(
        " id       | plan | status\n----------+------+----------\n sub_9920 | team | past_due\n(1 row)\n",
      ),
    ).toEqual([row]);
    expect(
      tableRows("Found:\n\n| id | plan | status |\n|---|---|---|\n| sub_9920 | team | past_due |"),
    ).toEqual([row]);
    expect(
      tableRows("+----+------+\n| id | plan |\n+----+------+\n| 7  | team |\n+----+------+\n1 row in set"),
    ).toEqual([{ id: "7", plan: "team" }]);
  });

  it("reads columns below headings in capitals, without what only passes", () => {
    expect(
      tableRows("NAME       READY   STATUS    RESTARTS   AGE\nmailer-x2  1/1     Running   0          2d\n"),
    ).toEqual([{ name: "mailer-x2", ready: "1/1", status: "Running" }]);
    expect(tableRows("CONTAINER ID   STATUS         NAMES\n4f1c2d3e       Up 2 seconds   docs\n")).toEqual([
      { container_id: "4f1c2d3e", status: "Up", names: "docs" },
    ]);
  });

  it("reads values with commas below their names", () => {
    expect(tableRows('sku,warehouse,quantity\nSKU-4410,north,"437"\nSKU-9,a,b,c\n')).toEqual([
      { sku: "SKU-4410", warehouse: "north", quantity: "437" },
    ]);
    expect(tableRows("Hello, world\nbye, moon")).toEqual([]);
  });

  it("takes nothing else for a table, nor long lists", () => {
    for (const text of ["", "a | b", "cat x | grep y\nls\n", "ERROR  it failed\nat line 3", "A B\n1 2"])
      expect(tableRows(text)).toEqual([]);
    expect(tableRows(`| id |a|\n|--|--|\n${"| 1 | 2 |\n".repeat(9)}`)).toEqual([]);
    expect(tableRows("|".repeat(100_000))).toEqual([]);
  });
});
