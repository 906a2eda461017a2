import { describe, expect, it } from "vitest";
import { outdatedLines } from "./outdated-lines.js";

const lines = outdatedLines([
  { subject: "order #W7", value: "status delivered; total 88", before: ["status shipped", "status pending"] },
  { subject: "booking BK-3", value: "status confirmed; flight OS349", before: ["BK-2", "BK-1"] },
  { subject: "timeout (config.yaml)", value: "45s", before: ["60s", "30s"] },
  { subject: "region", value: "eu", before: [] },
]);

describe("outdatedLines", () => {
  it.each([
    "pending: order_id #W7",
    '{"order_id": "#W7", "status": "shipped", "total": 88}',
    "confirmed: booking_id BK-1, flight OS337",
    "change_flight BK-2 13:15",
    "timeout: 60s",
  ])("has %s", (line) => expect(lines.has(line)).toBe(true));

  it.each([
    "delivered: order_id #W7",
    "order #W7: status delivered (before: shipped)",
    "pending: order_id #W8",
    "total 88 of order #W7",
    '{"booking_id":"BK-3","replaces":"BK-2"}',
    "timeout: 45s",
    "it took 60s",
    "region: us",
  ])("does not have %s", (line) => expect(lines.has(line)).toBe(false));

  it("is empty without replaced values", () => {
    expect(outdatedLines([{ subject: "a b", value: "1", before: [] }]).size).toBe(0);
  });
});
