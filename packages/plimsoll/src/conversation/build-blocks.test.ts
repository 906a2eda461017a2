import { describe, expect, it } from "vitest";
import { buildBlocks } from "./build-blocks.js";
import { EMPTY_VIEW, type ItemView } from "./item-view.js";
import { pairItems } from "./pairing.js";
import { numberTurns } from "./number-turns.js";

const user: ItemView = { ...EMPTY_VIEW, role: "user", text: "please" };
const says: ItemView = { ...EMPTY_VIEW, text: "sure" };
const reasoning: ItemView = { ...EMPTY_VIEW, reasoning: "hmm", bindsNext: true };
const call = (callId: string): ItemView => ({ ...EMPTY_VIEW, calls: [{ callId, name: "t", arguments: "" }] });
const result = (callId: string): ItemView => ({
  ...EMPTY_VIEW,
  role: "tool",
  results: [{ callId, name: "", text: "", isError: false }],
});
const blocksOf = (views: ItemView[]) => buildBlocks(views, pairItems(views));
const indexesOf = (views: ItemView[]) => blocksOf(views).map((block) => block.indexes);

describe("buildBlocks", () => {
  it("keeps a call with all its results, and reasoning with what it led to", () => {
    expect(indexesOf([user, reasoning, call("a"), call("b"), result("a"), result("b"), says])).toEqual([
      [0],
      [1, 2, 3, 4, 5],
      [6],
    ]);
    expect(indexesOf([reasoning, reasoning, says, call("a"), result("a")])).toEqual([[0, 1, 2, 3, 4]]);
  });

  it("separates steps that share nothing", () => {
    expect(indexesOf([call("a"), result("a"), call("b"), result("b")])).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it("leaves a foreign item between call and result a block of its own", () => {
    expect(indexesOf([call("a"), user, result("a")])).toEqual([[0, 2], [1]]);
  });

  it("leaves reasoning alone that nothing of the assistant follows", () => {
    expect(indexesOf([reasoning, user])).toEqual([[0], [1]]);
    expect(indexesOf([user, reasoning])).toEqual([[0], [1]]);
  });

  it("puts every item in exactly one block", () => {
    const views = [user, reasoning, call("a"), user, result("a"), result("z"), call("q"), says];
    const all = indexesOf(views).flat();
    expect(all.toSorted((a, b) => a - b)).toEqual(views.map((_, index) => index));
  });
});

describe("numberTurns", () => {
  it("begins a turn at each user message and counts messages in a row as one", () => {
    const blocks = blocksOf([says, user, user, says, call("a"), result("a"), user, says]);
    expect(numberTurns(blocks)).toEqual([0, 1, 1, 1, 1, 2, 2]);
  });
});
