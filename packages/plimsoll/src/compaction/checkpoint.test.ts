import { describe, expect, it } from "vitest";
import type { PlainMessage } from "../formats/plain.js";
import { chatter, say, setUp } from "./manager-test-support.js";

const RULE = "Never deploy on a Friday.";
const history = (): PlainMessage[] => [say("user", `Port the importer to Rust. ${RULE}`), ...chatter(20)];

const rules = (checkpoint: { constraints: readonly { text: string; status: string }[] }): string[] =>
  checkpoint.constraints.filter(({ status }) => status === "current").map(({ text }) => text);

describe("the checkpoint of a session", () => {
  it("says what was asked for and what binds, with the items that say so", async () => {
    const { manager } = setUp();
    const items = history();
    await manager.preflight("s", items);
    const checkpoint = await manager.checkpoint("s");
    expect(rules(checkpoint)).toEqual([RULE]);
    expect(checkpoint.objective?.text).toContain("Port the importer to Rust.");
    const [source] = checkpoint.constraints[0]?.provenance.items ?? [];
    expect(checkpoint.constraints[0]?.provenance.by).toBe("user");
    await manager.manualCompact("s", items, { targetTokens: 1000 });
    expect(await manager.readArchived("s", source ?? "")).toEqual(items[0]);
  });

  it("goes on from compaction to compaction, also in another process", async () => {
    const { manager, storage } = setUp();
    const first = await manager.manualCompact("s", history(), { targetTokens: 1000 });
    const before = await manager.checkpoint("s");
    expect(before.version).toBe(2);
    const later = setUp({ storage }).manager;
    expect({ ...(await later.checkpoint("s")), version: 2 }).toEqual(before);
    const list = [...first.items, say("user", "Always run the linter first."), ...chatter(20, 30)];
    await later.manualCompact("s", list, { targetTokens: 1000 });
    expect(rules(await later.checkpoint("s"))).toEqual([RULE, "Always run the linter first."]);
  });

  it("tells a correction from the rule that it replaces", async () => {
    const { manager } = setUp();
    const items = [
      ...history(),
      say("user", "Actually, forget that: you may deploy on a Friday now, but never on a Sunday."),
    ];
    await manager.preflight("s", items);
    const { constraints } = await manager.checkpoint("s");
    const old = constraints.find(({ text }) => text === RULE);
    expect(old).toMatchObject({ status: "superseded" });
    expect(constraints.find(({ id }) => id === old?.supersededBy)?.text).toContain("never on a Sunday");
  });
});
