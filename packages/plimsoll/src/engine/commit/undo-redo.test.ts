import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import type { PlainMessage } from "../../formats/plain/plain.js";
import { createRedactor } from "../../redaction/create-redactor.js";
import { memoryStorage } from "../../stores/memory/memory-storage.js";
import type { StorageAdapter } from "../../stores/storage-adapter.js";
import type { CompactManager } from "../compact-manager.js";
import { chatter, named, say, setUp } from "../manager-test-support.js";

const OPERATIONS = ["append", "compact", "undo", "redo", "restart"] as const;
type Operation = (typeof OPERATIONS)[number];

interface Step {
  readonly before: readonly PlainMessage[];
  readonly after: readonly PlainMessage[];
}

/** A host and what it expects: a list, and two stacks of what compactions did to it. */
abstract class Host {
  list: PlainMessage[] = chatter(10);
  readonly storage: StorageAdapter;
  manager: CompactManager<PlainMessage>;
  readonly done: Step[] = [];
  readonly undone: Step[] = [];
  /** What was seen, so that the cases are known to reach all of it. */
  readonly seen: Set<string> = new Set();
  #turns = 10;

  constructor() {
    this.storage = memoryStorage();
    this.manager = setUp({ storage: this.storage }).manager;
  }

  async run(operation: Operation): Promise<void> {
    if (operation === "append") this.list = [...this.list, ...chatter(3, this.#turns)];
    if (operation === "append") this.#turns += 3;
    if (operation === "restart") this.manager = setUp({ storage: this.storage }).manager;
    if (operation === "restart") this.list = structuredClone(this.list);
    if (operation === "compact") await this.compact();
    if (operation === "undo") await this.undo();
    if (operation === "redo") await this.redo();
  }

  async compact(): Promise<void> {
    const before = this.list;
    const { items, compaction } = await this.manager.manualCompact("s", before, { targetTokens: 700 });
    if (!compaction) return;
    this.done.push({ before, after: items });
    this.undone.length = 0;
    this.adopt(items);
  }

  async undo(): Promise<void> {
    const step = this.done.at(-1);
    if (!step) {
      await expect(this.manager.undo("s", this.list)).rejects.toMatchObject({ code: "NOTHING_TO_UNDO" });
      return;
    }
    const { items } = await this.manager.undo("s", this.list);
    expect(JSON.stringify(items)).toBe(JSON.stringify(this.withoutLast(step)));
    this.done.pop();
    this.undone.push(step);
    this.seen.add(`${this.undone.length} undone`);
    this.adopt(items);
  }

  async redo(): Promise<void> {
    const step = this.undone.at(-1);
    if (!step) {
      await expect(this.manager.redo("s", this.list)).rejects.toMatchObject({ code: "NOTHING_TO_REDO" });
      return;
    }
    const { items } = await this.manager.redo("s", this.list);
    expect(JSON.stringify(items)).toBe(
      JSON.stringify([...step.after, ...this.list.slice(step.before.length)]),
    );
    this.undone.pop();
    this.done.push(step);
    this.seen.add(this.undone.length > 0 ? "redone, more to redo" : "redone");
    this.adopt(items);
  }

  abstract adopt(items: PlainMessage[]): void;
  abstract withoutLast(step: Step): readonly PlainMessage[];
}

/** Takes what it is given as its new history. */
class AdoptingHost extends Host {
  adopt(items: PlainMessage[]): void {
    this.list = items;
  }

  withoutLast({ before, after }: Step): readonly PlainMessage[] {
    return [...before, ...this.list.slice(after.length)];
  }
}

/** Sends its full history every time. */
class FullHistoryHost extends Host {
  adopt(): void {}

  withoutLast(): readonly PlainMessage[] {
    return this.list;
  }

  /** The window that a call would send is the one of the newest compaction that stands. */
  async check(): Promise<void> {
    const { items } = await this.manager.preflight("s", this.list);
    const step = this.done.at(-1);
    const expected = step ? [...step.after, ...this.list.slice(step.before.length)] : this.list;
    expect(JSON.stringify(items)).toBe(JSON.stringify(expected));
  }
}

const sequences = fc.array(fc.constantFrom(...OPERATIONS), { minLength: 5, maxLength: 30 });
/** Three compactions, all taken back and brought back, so that deep lines are among the cases for sure. */
const DEEP: Operation[] = [
  ...(["compact", "append", "compact", "append", "append", "compact", "append"] as const),
  ...([
    "undo",
    "restart",
    "undo",
    "append",
    "undo",
    "undo",
    "redo",
    "restart",
    "redo",
    "redo",
    "redo",
  ] as const),
];
const RUNS = { numRuns: scaled(150), examples: [[DEEP] as [Operation[]]] };

describe("undo and redo", () => {
  it("walk back and forth over any number of compactions for a host that adopts the windows", async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(sequences, async (operations) => {
        const host = new AdoptingHost();
        for (const operation of operations) await host.run(operation);
        for (const what of host.seen) seen.add(what);
      }),
      RUNS,
    );
    for (const what of ["3 undone", "redone", "redone, more to redo"]) expect(seen).toContain(what);
  });

  it("walk back and forth for a host that sends its full history", async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(sequences, async (operations) => {
        const host = new FullHistoryHost();
        for (const operation of operations) {
          if (host.list.length > 50 && operation === "append") continue;
          await host.run(operation);
          await host.check();
        }
        for (const what of host.seen) seen.add(what);
      }),
      RUNS,
    );
    for (const what of ["3 undone", "redone", "redone, more to redo"]) expect(seen).toContain(what);
  });

  it("need no list: the archive knows it, also in another process", async () => {
    for (const adopts of [true, false]) {
      const { manager, storage } = setUp();
      const another = () => setUp({ storage }).manager;
      const [history, more] = [chatter(20), chatter(10, 20)];
      const first = await manager.manualCompact("s", history, { targetTokens: 700 });
      const longer = [...(adopts ? first.items : history), ...more];
      const second = await manager.manualCompact("s", longer, { targetTokens: 700 });
      expect((await another().undo("s")).items).toEqual(longer);
      expect((await another().undo("s")).items).toEqual([...history, ...more]);
      expect((await another().remember("s")).recent).toHaveLength(60);
      await expect(another().undo("s")).rejects.toMatchObject({ code: "NOTHING_TO_UNDO" });
      expect((await another().redo("s")).items).toEqual([...first.items, ...more]);
      const { items, redone } = await another().redo("s");
      expect(items).toEqual(second.items);
      expect(redone.version).toBe(2);
      await expect(another().redo("s")).rejects.toMatchObject({ code: "NOTHING_TO_REDO" });
    }
  });

  it("keep what came after the compaction, and the caller's own objects, without being given the list", async () => {
    const { manager, events } = setUp();
    const [history, more] = [chatter(20), chatter(2, 20)];
    const { items } = await manager.manualCompact("s", history, { targetTokens: 700 });
    await manager.preflight("s", [...items, ...more]);
    const back = await manager.undo("s");
    expect(back.items.every((item, index) => item === [...history, ...more][index])).toBe(true);
    const forth = await manager.redo("s");
    expect(forth.items).toEqual([...items, ...more]);
    const again = await manager.undo("s");
    expect(again.items[0]).toBe(history[0]);
    expect(again.items).toEqual(back.items);
    expect(named(events, "compact.redone")).toMatchObject([
      { version: 1, compaction_id: forth.redone.id, severity: "info" },
    ]);
  });

  it("give archived copies back without secrets, and find them by the ids of what they were", async () => {
    const { manager, storage } = setUp();
    const secret = `sk-proj-${"a1B2".repeat(12)}`;
    const history = [say("user", `my key is ${secret}`), ...chatter(20)];
    const first = await manager.manualCompact("s", history, { targetTokens: 700 });
    await manager.manualCompact("s", [...first.items, ...chatter(10, 20)], { targetTokens: 700 });
    const later = setUp({ storage }).manager;
    await later.undo("s");
    const { items } = await later.undo("s");
    expect(items).toHaveLength(61);
    expect(items[0]?.content).toContain("[REDACTED:");
    expect((await later.redo("s")).items).toHaveLength(first.items.length + 20);
  });

  it("find what they need where a pattern for secrets matches the ids of items and records", async () => {
    const redactor = createRedactor({ patterns: ["[0-9a-f]{24,}"] });
    const { manager, storage } = setUp({ redactor });
    const history = chatter(20);
    const compacted = await manager.manualCompact("s", history, { targetTokens: 700 });
    const later = setUp({ storage, redactor }).manager;
    expect((await later.preflight("s", history)).reapplied).toBe(1);
    expect((await later.undo("s")).items).toEqual(history);
    expect((await later.redo("s")).items).toEqual(compacted.items);
  });

  it("hold other triggers than the hard limit until all is redone or a compaction is made", async () => {
    const { manager } = setUp({ policy: { triggerPct: 0.3, targetPct: 0.2 } });
    const history = chatter(20);
    await manager.preflight("s", history);
    expect((await manager.preflight("s", (await manager.undo("s")).items)).decision.trigger).toBe("held");
    await manager.redo("s");
    expect((await manager.preflight("s", history)).reapplied).toBe(1);
  });

  it("refuse a list that has nothing to do with the compaction, and change nothing", async () => {
    const { manager } = setUp();
    const { items } = await manager.manualCompact("s", chatter(20), { targetTokens: 700 });
    await manager.undo("s");
    await expect(manager.redo("s", chatter(3, 500))).rejects.toMatchObject({ code: "INVALID_INPUT" });
    expect((await manager.redo("s")).items).toEqual(items);
    await expect(manager.undo("s", chatter(3, 500))).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});
