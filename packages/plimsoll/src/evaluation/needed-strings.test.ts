import { describe, expect, it } from "vitest";
import type { ItemView } from "../conversation/item-view.js";
import { callView, resultView, userView } from "./evaluation-test-support.js";
import { neededStrings } from "./needed-strings.js";
import { TextIndex } from "./text-index.js";

function needed(later: readonly ItemView[], common: readonly string[] = []): string[] {
  const prefix = new TextIndex(["booking QX7T2M of Ada", "see src/one/a.ts", "and policy_7"]);
  const fixed = new TextIndex(["The policy_7 applies."]);
  const source = { prefix, fixed, later, isCommon: (string: string) => common.includes(string) };
  return neededStrings(source).map(({ text }) => text);
}

describe("needed strings", () => {
  it("are those of later calls that stand in the prefix", () => {
    expect(needed([callView({ booking: "QX7T2M", other: "ZZ9Y8X" })])).toEqual(["QX7T2M"]);
  });

  it("are not those that a user or an output supplies before the first use", () => {
    expect(needed([userView("take QX7T2M"), callView({ booking: "QX7T2M" })])).toEqual([]);
    expect(needed([resultView("QX7T2M"), callView({ booking: "QX7T2M" })])).toEqual([]);
    expect(needed([callView({ booking: "QX7T2M" }), userView("yes, QX7T2M")])).toEqual(["QX7T2M"]);
  });

  it("are neither those of the instructions nor those that other sessions hold too", () => {
    expect(needed([callView({ a: "policy_7", b: "src/one/a.ts" })])).toEqual(["src/one/a.ts"]);
    expect(needed([callView({ b: "src/one/a.ts" })], ["src/one/a.ts"])).toEqual([]);
  });
});
