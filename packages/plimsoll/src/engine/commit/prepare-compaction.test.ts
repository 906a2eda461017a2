import { describe, expect, it } from "vitest";
import type { PlainMessage } from "../../formats/plain/plain.js";
import type { CompactionRecord } from "../follow/compaction-record.js";
import type { CompactManager } from "../compact-manager.js";
import { chatter, named, say, setUp } from "../manager-test-support.js";

const TARGET = { targetTokens: 1000 };

/** What the session would answer now: untouched by a preparation, and by a commit that was refused. */
const standing = async (manager: CompactManager<PlainMessage>, items: PlainMessage[]) =>
  (await manager.preflight("s", items)).items;

describe("prepare", () => {
  it("writes the summary and the window that manualCompact would make, and changes nothing", async () => {
    const { manager, storage, events } = setUp();
    const history = chatter(20);
    const prepared = await manager.prepare("s", history, TARGET);
    expect(prepared.plan.decision.action).toBe("compact");
    expect(prepared.tokensAfter).toBeLessThanOrEqual(1000);
    expect(prepared.summaryTokens).toBeLessThanOrEqual(prepared.summaryMaxTokens);
    expect(await storage.read("s", ["compaction", "item"])).toEqual([]);
    expect(await standing(manager, history)).toBe(history);
    expect(named(events, "compact.compacted")).toEqual([]);
    const whole = await setUp().manager.manualCompact("s", history, TARGET);
    expect(JSON.stringify(prepared.items)).toBe(JSON.stringify(whole.items));
    expect(prepared.summary).toBe(whole.compaction?.summary);
    const result = await manager.commitPrepared(prepared);
    expect(result.items).toEqual(whole.items);
    expect(result.compaction).toEqual(whole.compaction);
    expect(await standing(manager, history)).toEqual(whole.items);
    expect((await manager.undo("s")).items).toEqual(history);
    expect((await manager.redo("s")).items).toEqual(whole.items);
  });

  it("has the same id for the same list and options, whatever the summary, and another one otherwise", async () => {
    const history = chatter(20);
    const idOf = async (items: PlainMessage[], options: object) =>
      (await setUp().manager.prepare("s", items, { ...TARGET, ...options })).id;
    const id = await idOf(history, {});
    expect(await idOf(structuredClone(history), { summary: "All is well." })).toBe(id);
    expect(await idOf(history, { targetTokens: 900 })).not.toBe(id);
    expect(await idOf([...history, say("user", "more")], {})).not.toBe(id);
  });

  it("does nothing where there is nothing to do, and commits that", async () => {
    const { manager, storage } = setUp();
    const items = chatter(2);
    const prepared = await manager.prepare("s", items, { targetTokens: 3000 });
    expect(prepared.plan.decision).toMatchObject({
      action: "none",
      reason: "The list already fits 3000 tokens.",
    });
    const result = await manager.commitPrepared(prepared);
    expect(result.items).toEqual(items);
    expect(result.compaction).toBeUndefined();
    expect(await storage.read("s", ["compaction"])).toEqual([]);
  });

  it("leaves the session free while the summary is written", async () => {
    let release: (text: string) => void = () => undefined;
    const text = new Promise<string>((resolve) => {
      release = resolve;
    });
    const summarizer = { name: "slow", summarize: async () => ({ text: await text }) };
    const { manager } = setUp({ summarizer });
    const history = chatter(20);
    const preparing = manager.prepare("s", history, TARGET);
    const grown = [...history, ...chatter(2, 20)];
    expect(await standing(manager, grown)).toBe(grown);
    release("Twenty orders were asked for.");
    const prepared = await preparing;
    expect(prepared.items.some((item) => grown.slice(-4).includes(item))).toBe(false);
    const { items, measurement } = await manager.commitPrepared(prepared);
    expect(items).toEqual([...prepared.items, ...grown.slice(-4)]);
    expect(measurement.raw).toBeGreaterThan(prepared.tokensAfter);
  });
});

describe("commitPrepared", () => {
  it("puts what came since after the window, for hosts that adopt lists and that send them whole", async () => {
    for (const adopts of [true, false]) {
      const { manager, storage } = setUp();
      const history = chatter(20);
      const first = await manager.manualCompact("s", history, TARGET);
      const list = [...(adopts ? first.items : history), ...chatter(15, 20)];
      const prepared = await manager.prepare("s", list, TARGET);
      const more = chatter(1, 50);
      await manager.preflight("s", [...list, ...more]);
      const { items, compaction } = await manager.commitPrepared(prepared, {
        items: structuredClone([...list, ...more]),
      });
      expect(items).toEqual([...prepared.items, ...more]);
      expect(compaction).toMatchObject({ version: 2, rebound: { turns: 15 } });
      const later = setUp({ storage }).manager;
      expect(await standing(later, [...list, ...more])).toEqual(items);
      expect((await later.undo("s", [...list, ...more])).items).toEqual([...list, ...more]);
    }
  });

  it("gives back the objects of the newest list, and records which of them stay rather than copies", async () => {
    const { manager, storage } = setUp();
    const history = chatter(20);
    const prepared = await manager.prepare("s", history, TARGET);
    const clones = structuredClone(history);
    const { items } = await manager.commitPrepared(prepared, { items: clones });
    expect(items.at(-1)).toBe(clones.at(-1));
    const records = (await storage.read("s", ["compaction"])).map(({ data }) => data as CompactionRecord);
    const copies = records.flatMap(({ window }) => window.layout.filter((part) => "item" in part));
    expect(copies).toHaveLength(1);
  });

  it("refuses a list that is another one by now, and changes nothing", async () => {
    const history = chatter(20);
    const compact = (manager: CompactManager<PlainMessage>) => manager.manualCompact("s", history, TARGET);
    const cases: [string, (manager: CompactManager<PlainMessage>) => Promise<PlainMessage[] | undefined>][] =
      [
        ["item 3 of the list", async () => history.with(3, say("user", "something else"))],
        ["item 39 of the list", async () => history.slice(0, -1)],
        ["another compaction", async (manager) => (await compact(manager), history)],
        [
          "another compaction",
          async (manager) => {
            const longer = [...history, ...chatter(5, 20)];
            await manager.manualCompact("s", longer, TARGET);
            return longer;
          },
        ],
        ["item 0 of the list", async (manager) => (await compact(manager)).items],
        [
          "is protected",
          async (manager) => (await manager.protect("s", history[4] as PlainMessage), undefined),
        ],
      ];
    for (const [why, meanwhile] of cases) {
      const { manager, storage } = setUp({ policy: { keepUserTokens: 0 } });
      const prepared = await manager.prepare("s", history, TARGET);
      const items = await meanwhile(manager);
      const before = await storage.read("s", ["compaction"]);
      await expect(manager.commitPrepared(prepared, items ? { items } : {})).rejects.toMatchObject({
        code: "STALE_PREPARED",
        message: expect.stringContaining(why) as string,
        details: { id: prepared.id, sessionId: "s" },
      });
      expect(await storage.read("s", ["compaction"])).toEqual(before);
    }
  });

  it("refuses to be done twice, after an undo, and by another manager", async () => {
    const { manager } = setUp();
    const history = chatter(20);
    const prepared = await manager.prepare("s", history, TARGET);
    await manager.commitPrepared(prepared);
    const stale = { code: "STALE_PREPARED" };
    await expect(manager.commitPrepared(prepared, { items: history })).rejects.toMatchObject(stale);
    const list = [...prepared.items, ...chatter(15, 20)];
    const second = await manager.prepare("s", list, TARGET);
    await manager.undo("s", list);
    await expect(manager.commitPrepared(second, { items: list })).rejects.toMatchObject(stale);
    await expect(setUp().manager.commitPrepared(second)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("takes another summary, without its secrets and tags, and keeps it through undo and redo", async () => {
    const { manager, storage, events } = setUp();
    const history = chatter(20);
    const secret = `sk-proj-${"a1B2".repeat(12)}`;
    const prepared = await manager.prepare("s", history, TARGET);
    const summary = `<COMPACT-SUMMARY v7>\nOrder A-1003 waits. Key ${secret}.\n</COMPACT-SUMMARY>`;
    const { items, compaction } = await manager.commitPrepared(prepared, { summary });
    expect(compaction).toMatchObject({ version: 1, summarizer: "caller", template: "none" });
    expect(compaction?.summary).toMatch(/^Order A-1003 waits\. Key \[REDACTED:[\w-]+\]\.$/);
    const message = items.find((item) => item.content.startsWith("<COMPACT-SUMMARY"));
    expect(message?.content).toBe(`<COMPACT-SUMMARY v1>\n${compaction?.summary}\n</COMPACT-SUMMARY>`);
    expect(items.length).toBe(prepared.items.length);
    expect(named(events, "compact.summary_created").at(-1)).toMatchObject({ summarizer: "caller" });
    const later = setUp({ storage }).manager;
    await later.undo("s");
    expect((await later.redo("s")).items).toEqual(items);
    expect((await later.remember("s")).summary).toBe(compaction?.summary);
  });

  it("takes a summary as long as it may be, also where a short one had left room for more items", async () => {
    const { manager } = setUp();
    const prepared = await manager.prepare("s", chatter(20), { ...TARGET, summary: "All is well." });
    const words = "Order after order was sent. ";
    const summary = words.repeat(Math.floor((prepared.summaryMaxTokens * 0.8) / (words.length / 4)));
    const { items, measurement } = await manager.commitPrepared(prepared, { summary });
    expect(items.length).toBeLessThan(prepared.items.length);
    expect(measurement.tokens).toBeLessThanOrEqual(1000);
  });

  it("refuses a summary that does not fit, with the numbers, or that is empty, and changes nothing", async () => {
    const { manager, storage } = setUp();
    const history = chatter(20);
    const prepared = await manager.prepare("s", history, TARGET);
    const long = manager.commitPrepared(prepared, { summary: "Order after order was sent. ".repeat(200) });
    await expect(long).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringMatching(/^The summary has \d+ tokens .* only \d+ are available/) as string,
      details: { tokens: expect.any(Number) as number, maxTokens: prepared.summaryMaxTokens },
    });
    for (const summary of ["", " \n", "<COMPACT-SUMMARY v1>\n</COMPACT-SUMMARY>"]) {
      await expect(manager.commitPrepared(prepared, { summary })).rejects.toMatchObject({
        code: "INVALID_INPUT",
      });
    }
    expect(await storage.read("s", ["compaction"])).toEqual([]);
    expect((await manager.commitPrepared(prepared)).items).toEqual(prepared.items);
  });

  it("takes a summary at once, without asking a summarizer, but none where none is written", async () => {
    const summarizer = { name: "never", summarize: () => Promise.reject(new Error("asked")) };
    const { manager, events } = setUp({ summarizer });
    const prepared = await manager.prepare("s", chatter(20), { ...TARGET, summary: "All is well." });
    expect(prepared.summary).toBe("All is well.");
    expect(named(events, "compact.summary_failed")).toEqual([]);
    expect((await manager.commitPrepared(prepared)).compaction?.summary).toBe("All is well.");
    const silent = setUp({ policy: { summarize: false } });
    const pruned = await silent.manager.prepare("s", chatter(20), TARGET);
    expect(pruned).toMatchObject({ summary: "", summaryMaxTokens: 0 });
    await expect(silent.manager.commitPrepared(pruned, { summary: "Hello." })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("no new summary") as string,
    });
  });

  it("keeps the user's constraints where no summary is written", async () => {
    const { manager } = setUp({ policy: { summarize: false, keepUserTokens: 0 } });
    const history = [say("user", "Never ship on a Sunday."), ...chatter(20)];
    const prepared = await manager.prepare("s", history, TARGET);
    expect(prepared.summary).toContain("Never ship on a Sunday.");
    const { items } = await manager.commitPrepared(prepared, { items: [...history, ...chatter(1, 30)] });
    expect(items[0]?.content).toContain("Never ship on a Sunday.");
  });

  it("changes nothing when it is aborted", async () => {
    const { manager } = setUp();
    const history = chatter(20);
    const prepared = await manager.prepare("s", history, TARGET);
    const controller = new AbortController();
    controller.abort();
    await expect(manager.commitPrepared(prepared, { signal: controller.signal })).rejects.toMatchObject({
      code: "ABORTED",
    });
    expect(await standing(manager, history)).toBe(history);
    expect((await manager.commitPrepared(prepared)).compaction).toBeDefined();
  });
});

describe("preflight with a prepared compaction", () => {
  const asking = () => {
    let asked = 0;
    const summarize = () => Promise.resolve({ text: `Summary ${++asked}.` });
    return { ...setUp({ summarizer: { name: "counted", summarize } }), asked: () => asked };
  };
  const textOf = (items: PlainMessage[]) => JSON.stringify(items);

  it("takes it over where it must compact, and leaves it where it need not", async () => {
    const { manager, asked } = asking();
    const history = chatter(24);
    const prepared = await manager.prepare("s", history);
    expect((await manager.preflight("s", history, { prepared })).items).toEqual(history);
    const grown = [...history, ...chatter(14, 24)];
    const { items, compaction, decision } = await manager.preflight("s", grown, { prepared });
    expect(asked()).toBe(1);
    expect(textOf(items)).toContain("Summary 1.");
    expect(compaction?.version).toBe(1);
    expect(decision).toMatchObject({ action: "compact", trigger: "hard" });
    expect((await manager.undo("s", grown)).items).toEqual(grown);
  });

  it("has the provider compact first where the policy says so, and takes it over where the provider does not", async () => {
    const history = chatter(24);
    const grown = [...history, ...chatter(14, 24)];
    for (const answers of [true, false]) {
      let asked = 0;
      const { manager } = setUp({
        policy: { strategy: "remote" },
        summarizer: { name: "local", summarize: () => Promise.resolve({ text: "Written here." }) },
        remote: {
          name: "provider",
          compact: ({ items }) => {
            asked++;
            const replacement = {
              items: [say("user", "Kept by the provider.")],
              length: items.length - 2,
              tokensAfter: 20,
              metadata: {},
            };
            return Promise.resolve(answers ? replacement : undefined);
          },
        },
      });
      const prepared = await manager.prepare("s", history);
      const { items, compaction } = await manager.preflight("s", grown, { prepared });
      expect(asked).toBe(1);
      expect(compaction?.summarizer).toBe(answers ? "provider" : "local");
      expect(textOf(items)).toContain(answers ? "Kept by the provider." : "Written here.");
      const stale = [say("user", "Something else."), ...chatter(40, 1)];
      await manager.preflight("t", stale, { prepared });
      expect(asked).toBe(2);
    }
  });

  it("compacts by itself where it is of another list, session or manager, or still too large", async () => {
    const history = chatter(24);
    const stale = asking();
    const prepared = await stale.manager.prepare("s", history);
    const edited = [say("user", "Something else."), ...chatter(40, 1)];
    const anew = await stale.manager.preflight("s", edited, { prepared, usage: { input_tokens: 2500 } });
    expect(textOf(anew.items)).toContain("Summary 2.");
    const other = await stale.manager.preflight("t", chatter(40), { prepared });
    expect(textOf(other.items)).toContain("Summary 3.");
    const foreign = await asking().manager.preflight("s", chatter(40), { prepared });
    expect(textOf(foreign.items)).toContain("Summary 1.");
    const large = asking();
    const early = await large.manager.prepare("s", history);
    const { items, measurement } = await large.manager.preflight("s", chatter(80), { prepared: early });
    expect(measurement.tokens).toBeLessThanOrEqual(3800);
    expect(textOf(items)).toContain("Summary 2.");
  });

  it("lets everything but the hard limit wait while one is being prepared", async () => {
    const { manager } = asking();
    const over = chatter(32);
    const held = await manager.preflight("s", over, { preparing: true });
    expect(held.decision).toMatchObject({ action: "none", trigger: "held" });
    expect((await manager.preflight("s", chatter(40), { preparing: true })).compaction).toBeDefined();
  });

  it("keeps the window that a call names, and refuses one that is none", async () => {
    const { manager } = setUp();
    const history = chatter(20);
    expect((await manager.preflight("s", history)).compaction).toBeUndefined();
    const { measurement } = await manager.preflight("s", history, { maxContextTokens: 2000 });
    expect(measurement.tokens).toBeLessThanOrEqual(1800);
    await expect(manager.preflight("s", history, { maxContextTokens: 0 })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
  });
});
