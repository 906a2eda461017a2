import { describe, expect, it } from "vitest";
import { isRecord } from "../text/is-record.js";
import type { PlainMessage } from "../formats/plain/plain.js";
import { restoreLedger } from "../facts/ledgers/restore-ledger.js";
import { readStoredCheckpoint } from "./commit/stored-checkpoint.js";
import { createRedactor } from "../redaction/create-redactor.js";
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

  it("forgets what the caller took out of its list, also after it was asked for", async () => {
    const { manager } = setUp();
    const items = history();
    await manager.preflight("s", items);
    expect(rules(await manager.checkpoint("s"))).toEqual([RULE]);
    const edited = [say("user", "Port the importer to Rust. Always write tests first."), ...items.slice(1)];
    await manager.preflight("s", edited);
    expect(rules(await manager.checkpoint("s"))).toEqual(["Always write tests first."]);
    await manager.plan("s", items, { targetTokens: 1000 });
    await manager.manualCompact("s", edited, { targetTokens: 1000 });
    expect(rules(await manager.checkpoint("s"))).toEqual(["Always write tests first."]);
  });

  it("forgets what an undo took back and the caller left out since", async () => {
    const { manager } = setUp();
    await manager.manualCompact("s", history(), { targetTokens: 1000 });
    await manager.undo("s");
    expect(rules(await manager.checkpoint("s"))).toEqual([RULE]);
    await manager.preflight("s", chatter(20));
    expect(rules(await manager.checkpoint("s"))).toEqual([]);
  });

  it("keeps what only an undone compaction had taken in, in another process", async () => {
    const { manager, storage } = setUp();
    const first = await manager.manualCompact("s", chatter(20), { targetTokens: 1000 });
    const longer = [...first.items, ...history()];
    await manager.manualCompact("s", longer, { targetTokens: 1000 });
    await manager.undo("s");
    const later = setUp({ storage }).manager;
    await later.manualCompact("s", longer, { targetTokens: 900 });
    expect(rules(await later.checkpoint("s"))).toEqual([RULE]);
  });

  it("keeps what was told to a process that did not know of another one's compaction", async () => {
    const { manager, storage } = setUp();
    const items = chatter(20);
    await manager.preflight("s", items);
    const told = [...items, say("user", RULE)];
    await setUp({ storage }).manager.manualCompact("s", told, { targetTokens: 1000 });
    await manager.manualCompact("s", [...items, ...chatter(2, 20)], { targetTokens: 1000 });
    const later = setUp({ storage }).manager;
    await later.preflight("s", [...told, ...chatter(1, 30)]);
    expect(rules(await later.checkpoint("s"))).toEqual([RULE]);
  });

  it("has what was prepared in its ledgers once that is committed, although the session was let go meanwhile", async () => {
    const { manager, storage } = setUp({ maxSessions: 1 });
    const prepared = await manager.prepare("s", history(), { targetTokens: 1000 });
    await manager.preflight("other", chatter(1));
    await manager.commitPrepared(prepared);
    const entries = await storage.read("s", ["checkpoint"]);
    const stored = await readStoredCheckpoint(storage, "s", entries[0]?.id ?? "");
    const { rows } = restoreLedger(stored?.state.ledger).toJSON();
    expect(rows.constraints.map(({ fields }) => fields.text)).toEqual([RULE]);
  });
});

/** A redactor that says which items it was given. */
function countingRedactor() {
  const redactor = createRedactor();
  const seen: string[] = [];
  const value = <T>(given: T): T => {
    if (isRecord(given) && typeof given["content"] === "string") seen.push(given["content"].slice(0, 11));
    return redactor.value(given);
  };
  return {
    seen,
    redactor: { ...redactor, enabled: true, text: (text: string) => redactor.text(text), value },
  };
}

describe("the ledgers of a session, as items arrive", () => {
  it("take an item in once, when it arrives, and a first list when it is sent again", async () => {
    const { seen, redactor } = countingRedactor();
    const { manager } = setUp({ redactor });
    const items = chatter(3);
    await manager.preflight("s", items);
    expect(seen).toEqual([]);
    items.push(say("user", `${RULE} Please.`));
    await manager.preflight("s", items);
    expect(seen).toHaveLength(7);
    await manager.preflight("s", items);
    await manager.preflight("s", structuredClone(items));
    await manager.checkpoint("s");
    expect(seen).toHaveLength(7);
    items.push(...chatter(20, 3));
    await manager.preflight("s", items);
    expect(seen).toHaveLength(47);
  });

  it("read nothing again at the compaction, also where the caller sends clones", async () => {
    const { seen, redactor } = countingRedactor();
    const { manager } = setUp({ redactor });
    const items = chatter(20);
    await manager.preflight("s", items);
    await manager.preflight("s", items);
    expect(seen).toHaveLength(40);
    await manager.manualCompact("s", structuredClone(items), { targetTokens: 1000 });
    expect(seen.filter((text) => /^(?:Question|Answer)/.test(text))).toHaveLength(40);
  });

  it("leave an end of the list alone that is another one in every call", async () => {
    const { seen, redactor } = countingRedactor();
    const { manager } = setUp({ redactor });
    const items = chatter(5);
    for (let call = 0; call < 5; call++) {
      await manager.preflight("s", [...items, say("user", `It is ${call} o'clock.`)]);
      items.push(...chatter(1, 5 + call));
    }
    expect(seen).toHaveLength(2 * 8);
    expect(seen.filter((text) => text.startsWith("It is"))).toEqual([]);
    expect((await manager.checkpoint("s")).activeWork?.text).toContain("It is 4");
  });

  it("never fail a call that does not compact", async () => {
    const value = <T>(given: T): T => {
      if (isRecord(given) && given["content"] === RULE) throw new Error("cannot be redacted");
      return given;
    };
    const { manager } = setUp({
      redactor: { ...createRedactor(), enabled: true, text: (text) => text, value },
    });
    const items = [...chatter(3), say("user", RULE)];
    for (let call = 0; call < 3; call++) {
      expect((await manager.preflight("s", items)).items).toBe(items);
      items.push(...chatter(1, 3 + call));
    }
    await expect(manager.checkpoint("s")).rejects.toThrow("cannot be redacted");
    await manager.preflight("s", chatter(3));
    await manager.preflight(
      "s",
      items.filter(({ content }) => content !== RULE),
    );
    expect((await manager.checkpoint("s")).requests).toHaveLength(6);
  });
});
