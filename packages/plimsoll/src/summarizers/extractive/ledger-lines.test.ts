import { describe, expect, it } from "vitest";
import { EMPTY_VIEW, type ItemView } from "../../conversation/item-view.js";
import { createLedger, observeItems } from "../../facts/ledgers/session-ledger.js";
import { toCheckpoint } from "../../facts/checkpoint/to-checkpoint.js";
import { ledgerLines } from "./ledger-lines.js";

const call = (callId: string, name: string, args: unknown): ItemView => ({
  ...EMPTY_VIEW,
  calls: [{ callId, name, arguments: JSON.stringify(args) }],
});
const output = (callId: string, text: string, isError = false): ItemView => ({
  ...EMPTY_VIEW,
  role: "tool",
  results: [{ callId, name: "", text, isError }],
});

function linesOf(views: readonly ItemView[]): ReadonlyMap<string, readonly string[]> {
  const items = views.map((view, index) => ({ id: `item_${index}`, view }));
  return ledgerLines(toCheckpoint(observeItems(createLedger(), items), { sessionId: "s", version: 1 }));
}

describe("the lines of the ledgers", () => {
  it("put the identifiers of one record on one line, behind the words that describe it", () => {
    const record = { name: "Desk Lamp", product_id: "4768869376", item_id: "5855700373" };
    const lines = linesOf([
      call("a", "get_order", { order_id: "#W6729841" }),
      output("a", JSON.stringify({ order_id: "#W6729841", items: [record] })),
    ]);
    expect([...lines.values()].flat()).toContain("Desk Lamp: product_id 4768869376, item_id 5855700373");
  });

  it("stand under the item in which each thing was met first", () => {
    const lines = linesOf([
      call("a", "get_user", { user_id: "ada_lane_3850" }),
      output("a", JSON.stringify({ user_id: "ada_lane_3850", status: "active", order_id: "#W4219264" })),
      call("b", "get_order", { order_id: "#W4219264" }),
    ]);
    expect(lines.get("item_1")?.join("\n")).toContain("#W4219264");
    expect(lines.get("item_2") ?? []).toEqual([]);
  });
});
