import { describe, expect, it } from "vitest";
import { findInvented } from "./find-invented.js";
import { removeInvented } from "./remove-invented.js";

const SOURCE = ["Changed src/api/users.ts and src/api/orders.ts for ticket OPS-4411."];

const remove = (summary: string): ReturnType<typeof removeInvented> =>
  removeInvented(summary, findInvented(summary, SOURCE));

describe("removeInvented", () => {
  it("drops a line that holds nothing else", () => {
    expect(remove("Tickets:\n- OPS-4411\n- OPS-9999\n2) `OPS-8888`.\nDone.")).toEqual({
      text: "Tickets:\n- OPS-4411\nDone.",
      removed: [
        { value: "OPS-9999", action: "dropped" },
        { value: "OPS-8888", action: "dropped" },
      ],
    });
  });

  it("drops a member of a list and an insertion in brackets", () => {
    expect(remove("Changed src/api/users.ts, `lib_9/x1.ts`, src/api/orders.ts.").text).toBe(
      "Changed src/api/users.ts, src/api/orders.ts.",
    );
    expect(remove("工单（OPS-7777）已完成；The ticket (OPS-9999) is done.").text).toBe(
      "工单已完成；The ticket is done.",
    );
  });

  it("drops a line that only a model claims, whatever else it holds", () => {
    expect(
      remove(
        "- OPS-4411 is done\n- payment pm_99x1 of OPS-9999, refunded [unconfirmed]\n- OPS-4411 again [unconfirmed]",
      ),
    ).toEqual({
      text: "- OPS-4411 is done\n- OPS-4411 again [unconfirmed]",
      removed: [
        { value: "pm_99x1", action: "dropped" },
        { value: "OPS-9999", action: "dropped" },
      ],
    });
    expect(remove("/repo/src/api/users.ts: changed [unconfirmed]").text).toBe(
      "src/api/users.ts: changed [unconfirmed]",
    );
  });

  it("keeps the end of a path that the source has", () => {
    expect(remove("Changed /repo/src/api/users.ts today.")).toEqual({
      text: "Changed src/api/users.ts today.",
      removed: [{ value: "repo/src/api/users.ts", action: "shortened" }],
    });
  });

  it("takes the signs of a string with it", () => {
    expect(remove("Order #W991177 lies in /srv/data_7/x; run with --dry_mode now.").text).toBe(
      "Order […] lies in […]; run with […] now.",
    );
  });

  it("puts a mark where the string is part of a sentence, and nothing is invented afterwards", () => {
    const { text, removed } = remove("Ticket OPS-9999 blocks OPS-4411 since build 77123.");
    expect(text).toBe("Ticket […] blocks OPS-4411 since build […].");
    expect(removed.map(({ action }) => action)).toEqual(["replaced", "replaced"]);
    expect(findInvented(text, SOURCE)).toEqual([]);
  });

  it("returns a summary without inventions as it is", () => {
    const summary = "Changed src/api/users.ts for OPS-4411.";
    expect(remove(summary)).toEqual({ text: summary, removed: [] });
  });
});
