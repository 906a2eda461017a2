import { describe, expect, it } from "vitest";
import { itemId } from "../conversation/item-id.js";
import { CompactManager } from "./compact-manager.js";
import { chatter, named, say, setUp } from "./manager-test-support.js";
import { plain } from "../formats/plain/plain.js";

const RULE = "Never deploy on a Friday.";

describe("taking a rule back", () => {
  it("keeps it out of every later summary, in a new process too, until it is stated again", async () => {
    const { manager, events, storage } = setUp({ policy: { keepUserTokens: 0 } });
    const items = [...chatter(2), say("user", `${RULE} Always answer in English.`), ...chatter(30, 2)];
    await manager.decide("s", items);
    const rule = (await manager.checkpoint("s")).constraints.find(({ text }) => text === RULE)!;
    await manager.withdraw("s", rule.id);
    expect(named(events, "compact.withdrawn")).toMatchObject([{ entry_id: rule.id }]);
    const { compaction } = await manager.manualCompact("s", items, { targetTokens: 1200 });
    const [state] = compaction!.summary.split("Extracts:");
    expect(state).not.toContain("Friday");
    expect(state).toContain("Always answer in English");
    await manager.close();

    const later = new CompactManager({ model: "gpt-5", format: plain, storage, exporters: [] });
    const stateOf = async (list: typeof items) => {
      await later.decide("s", list);
      const { constraints } = await later.checkpoint("s");
      return constraints.find(({ text }) => text === RULE)?.status;
    };
    expect(await stateOf(items)).toBe("superseded");
    expect(await stateOf([...items, say("user", RULE)])).toBe("current");
  });

  it("refuses what is no rule in force", async () => {
    const { manager } = setUp();
    await manager.decide("s", chatter(2));
    await expect(manager.withdraw("s", "nothing")).rejects.toMatchObject({ code: "UNKNOWN_ITEM" });
  });
});

describe("releasing a protected item", () => {
  it("lets it leave the window, in a new process too", async () => {
    const { manager, storage } = setUp();
    const [first, ...rest] = chatter(40);
    const items = [first!, ...rest];
    await manager.protect("s", first!, { key: "brief" });
    const reasons = async () => (await manager.window("s")).map(({ reason }) => reason);
    await manager.decide("s", items);
    expect((await reasons())[0]).toBe("protected");
    expect(await manager.release("s", itemId(first!))).toBe(true);
    expect(await manager.release("s", itemId(first!))).toBe(false);
    await manager.decide("s", items);
    expect((await reasons())[0]).toBe("new");
    const later = new CompactManager({ model: "gpt-5", format: plain, storage, exporters: [] });
    await later.decide("s", items);
    expect((await later.window("s"))[0]!.reason).toBe("new");
  });
});

describe("the window, item by item", () => {
  it("gives a reason for each, and the items that are sent", async () => {
    const { manager } = setUp();
    const items = [say("system", "You are helpful."), ...chatter(40)];
    const { items: sent } = await manager.manualCompact("s", items, { targetTokens: 1500 });
    const window = await manager.window("s");
    expect(window.map(({ item }) => item)).toEqual(sent);
    expect(window[0]!.reason).toBe("role");
    expect(window.map(({ reason }) => reason)).toContain("summary");
    expect(window.at(-1)!.reason).toBe("recent");
    await manager.decide("s", [...sent, say("user", "And now?")]);
    expect((await manager.window("s")).at(-1)).toMatchObject({ reason: "new" });
  });
});
