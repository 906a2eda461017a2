import { describe, expect, it } from "vitest";
import { EMPTY_VIEW, type ItemView } from "./item-view.js";
import { pairItems, PairingTracker } from "./pairing.js";

const call = (callId: string, name = "read"): ItemView => ({
  ...EMPTY_VIEW,
  calls: [{ callId, name, arguments: "{}" }],
});
const result = (callId: string, name = ""): ItemView => ({
  ...EMPTY_VIEW,
  role: "tool",
  results: [{ callId, name, text: "ok", isError: false }],
});
const user: ItemView = { ...EMPTY_VIEW, role: "user", text: "go on" };
const says: ItemView = { ...EMPTY_VIEW, text: "done" };

describe("pairItems", () => {
  it("links parallel calls to their results in any order", () => {
    const pairing = pairItems([call("a"), call("b"), result("b"), result("a")]);
    expect(pairing.links).toEqual([
      [1, 2],
      [0, 3],
    ]);
    expect(pairing).toMatchObject({ orphanResults: [], duplicateCalls: [], missingResults: [], pending: [] });
  });

  it("lets an id be used again once it was answered", () => {
    const pairing = pairItems([call("call_0"), result("call_0"), user, call("call_0"), result("call_0")]);
    expect(pairing.links).toEqual([
      [0, 1],
      [3, 4],
    ]);
    expect(pairing.duplicateCalls).toEqual([]);
  });

  it("gives an answer to the newer of two calls of an id, where a step lies between them", () => {
    const pairing = pairItems([call("call_0"), user, call("call_0"), result("call_0")]);
    expect(pairing.links).toEqual([[2, 3]]);
    expect(pairing.missingResults.map((site) => site.index)).toEqual([0]);
    expect(pairing).toMatchObject({ orphanResults: [], duplicateCalls: [] });
  });

  it("reports an orphan, a second answer and a result before its call", () => {
    expect(pairItems([user, result("x")]).orphanResults).toEqual([1]);
    expect(pairItems([call("a"), result("a"), result("a")]).orphanResults).toEqual([2]);
    const early = pairItems([result("a"), call("a"), user]);
    expect(early.orphanResults).toEqual([0]);
    expect(early.missingResults.map((site) => site.index)).toEqual([1]);
  });

  it("reports a second call under an id that still waits", () => {
    const pairing = pairItems([call("a"), call("a"), result("a")]);
    expect(pairing.duplicateCalls).toEqual([1]);
    expect(pairing.links).toEqual([[0, 2]]);
  });

  it("tells a call that waits from a call that was never answered", () => {
    const waiting = pairItems([user, call("a"), call("b"), result("a")]);
    expect(waiting.pending.map((site) => site.index)).toEqual([2]);
    expect(waiting.missingResults).toEqual([]);
    for (const after of [user, says]) {
      const list = after === says ? [user, call("a"), result("x"), says] : [user, call("a"), after];
      expect(pairItems(list).missingResults.map((site) => site.index)).toEqual([1]);
    }
    const movedOn = pairItems([user, call("a"), call("b"), result("b"), call("c"), result("c")]);
    expect(movedOn.missingResults.map((site) => site.index)).toEqual([1]);
  });

  it("pairs calls without an id by name and order", () => {
    const pairing = pairItems([call("", "grep"), call("", "grep"), result("", "grep"), result("", "grep")]);
    expect(pairing.links).toEqual([
      [0, 2],
      [1, 3],
    ]);
    expect(pairItems([call("", "grep"), result("", "read")]).orphanResults).toEqual([1]);
  });
});

describe("pairItems, by every means that a provider accepts", () => {
  const sound = { orphanResults: [], duplicateCalls: [], missingResults: [] };
  const links = (views: readonly ItemView[]) => pairItems(views).links;

  it("pairs by name and order where only one side has an id", () => {
    expect(links([call("a", "grep"), call("b", "grep"), result("", "grep"), result("", "grep")])).toEqual([
      [0, 2],
      [1, 3],
    ]);
    expect(links([call("", "grep"), call("", "read"), result("x", "read"), result("y", "grep")])).toEqual([
      [1, 2],
      [0, 3],
    ]);
    expect(pairItems([call("a", "grep"), result("b", "grep")]).orphanResults).toEqual([1]);
  });

  it("pairs by order where a result has neither id nor name", () => {
    expect(links([call("a"), call("b"), result(""), result("")])).toEqual([
      [0, 2],
      [1, 3],
    ]);
  });

  it("knows a call by its other ids", () => {
    const shell: ItemView = {
      ...EMPTY_VIEW,
      calls: [{ callId: "call_1", aliases: ["ls_1"], name: "local_shell", arguments: "" }],
    };
    expect(links([shell, result("ls_1")])).toEqual([[0, 1]]);
    expect(links([shell, result("call_1"), shell, result("ls_1")])).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(pairItems([shell, result("call_1"), result("ls_1")]).orphanResults).toEqual([2]);
  });

  it("wants no answer to a call that may stay open, and takes one", () => {
    const asked: ItemView = {
      ...EMPTY_VIEW,
      calls: [{ callId: "r", name: "mcp_approval", arguments: "", mayStayOpen: true }],
    };
    expect(pairItems([asked, user, says])).toMatchObject(sound);
    expect(pairItems([asked, asked, user, says])).toMatchObject(sound);
    expect(links([asked, user, result("r")])).toEqual([[0, 2]]);
  });

  it("gives a result to what was not understood rather than take it for an orphan", () => {
    const unknown: ItemView = { ...EMPTY_VIEW, mayCall: true };
    const pairing = pairItems([user, unknown, result("a"), result("b"), says]);
    expect(pairing).toMatchObject(sound);
    expect(pairing.links).toEqual([
      [1, 2],
      [1, 3],
    ]);
    expect(pairItems([user, says, result("a")]).orphanResults).toEqual([2]);
  });

  it("gives a result to an empty item of the assistant's directly before it, and to no other", () => {
    expect(links([user, EMPTY_VIEW, result("a"), result("b")])).toEqual([
      [1, 2],
      [1, 3],
    ]);
    expect(pairItems([user, EMPTY_VIEW, user, result("a")]).orphanResults).toEqual([3]);
  });

  it("leaves alone the results that open a list, whose calls the server keeps", () => {
    const kept = (id: string): ItemView => ({ ...result(id), mayAnswerServer: true });
    expect(pairItems([kept("a"), kept("b"), user])).toMatchObject(sound);
    expect(pairItems([kept("a"), user, says]).orphanResults).toEqual([0]);
    expect(pairItems([result("a"), user]).orphanResults).toEqual([0]);
    const tracker = new PairingTracker();
    tracker.push(kept("a"));
    expect(tracker.sound).toBe(true);
    tracker.push(says);
    expect(tracker.sound).toBe(false);
  });
});

describe("PairingTracker", () => {
  it("turns unsound when the conversation moves on past a waiting call", () => {
    const tracker = new PairingTracker();
    tracker.push(user);
    tracker.push(call("a"));
    expect(tracker.sound).toBe(true);
    tracker.push(user);
    expect(tracker.sound).toBe(false);
  });
});
