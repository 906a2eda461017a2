import { describe, expect, it } from "vitest";
import { script } from "./ledger-test-support.js";

const found = (output: string): string[] =>
  script()
    .tool("lookup", {}, output)
    .checkpoint()
    .identifiers.map(({ value, meaning }) => `${meaning}: ${value}`);

describe("the identifier ledger", () => {
  it("keeps the identifiers of records next to their key and what describes the record", () => {
    const order = {
      order_id: "#W4219264",
      status: "pending",
      items: [
        { name: "Speaker", item_id: "5855700373", options: { color: "black", size: "10" }, price: 12.5 },
      ],
      methods: { credit_card_1620755: { brand: "visa" } },
    };
    expect(found(JSON.stringify(order))).toEqual([
      "order_id (pending): #W4219264",
      "item_id (Speaker, black, size 10): 5855700373",
      "methods (pending, visa): credit_card_1620755",
    ]);
  });

  it("says whose they are by the names in a record, also where each line is one", () => {
    const lines = [
      { holder: "Ada Byron", method: "card_15953", use: "default" },
      { holder: "Grace Hopper", method: "card_70492", use: "default" },
    ];
    expect(found(lines.map((line) => JSON.stringify(line)).join("\n"))).toEqual([
      "method (Ada Byron): card_15953",
      "method (Grace Hopper): card_70492",
    ]);
  });

  it("takes the words behind an identifier where it begins its line", () => {
    expect(found("bisecting\n9f8e7d6c5b4a is the first bad commit\nAuthor: a colleague")).toEqual([
      "… is the first bad commit: 9f8e7d6c5b4a",
    ]);
  });

  it("keeps identifiers of prose next to the words before them", () => {
    expect(found("Your order #W123 shipped.\nTicket ABC-4711 is open; commit 9f8e7d6c5b4a landed.")).toEqual([
      "Your order: #W123",
      "Ticket: ABC-4711",
      "Ticket ABC-4711 is open; commit: 9f8e7d6c5b4a",
    ]);
  });

  it.each([
    "took 0.35s on 2024-05-01 at 12:30:00 with pytest-8.4.0, utf8, sha256, color: #ff8800, 24-bit, 0x7ffe1234",
    "version 1.22.333 of 100 files, 166765 bytes, python3 and es2022",
  ])("takes no amounts, dates, versions, colours and names of programs for identifiers: %s", (output) => {
    expect(found(output)).toEqual([]);
  });

  it("does not invent a number that JSON rounded", () => {
    expect(found('{"order_id": 12345678901234567890}')).toEqual([]);
  });

  it("drops what was seen once rather than what is used or what the user spoke of", () => {
    const session = script().user("Cancel order W777001 please.").tool("get", { order_id: "K555002" }, "ok");
    for (let page = 0; page < 30; page++) {
      const rows = Array.from({ length: 60 }, (_, row) => ({ item_id: `N${page * 1000 + row + 10_000}` }));
      session.tool("list", { page }, JSON.stringify(rows));
    }
    session.tool("get", { order_id: "K555002" }, "ok");
    const { identifiers } = session.checkpoint();
    expect(identifiers).toHaveLength(400);
    const values = identifiers.map(({ value }) => value);
    expect(values).toContain("W777001");
    expect(values).toContain("K555002");
  });

  it("puts an id behind the one that took its place", () => {
    const { identifiers } = script()
      .tool("book", {}, '{"booking_id":"BK-71902","depart":"09:40"}')
      .tool("change", { booking_id: "BK-71902" }, '{"booking_id":"BK-72418","replaces":"BK-71902"}')
      .checkpoint();
    expect(identifiers.filter(({ status }) => status === "current").map(({ value }) => value)).toEqual([
      "BK-72418",
    ]);
  });
});
