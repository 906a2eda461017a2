import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { sameContent } from "../../conversation/same-content.js";
import { sameItem } from "../../conversation/same-item.js";
import { CompactError } from "../../errors/compact-error.js";
import { findFormat } from "../../formats/registry.js";
import type { Format } from "../../formats/format.js";
import { createRedactor } from "../../redaction/create-redactor.js";
import { memoryStorage } from "../../stores/memory/memory-storage.js";
import type { StorageAdapter } from "../../stores/storage-adapter.js";
import { characterEstimator } from "../../testing/character-estimator.js";
import { changedByHost } from "../../testing/host-changes.js";
import { SYNTHETIC_FORMATS, type SyntheticFormat } from "../../testing/synthetic-formats.js";
import { syntheticHistory } from "../../testing/synthetic-history.js";
import { CompactManager } from "../compact-manager.js";

/** Cases of each property, over all formats. */
const RUNS = scaled(1000);

function managerOn(storage: StorageAdapter, format: SyntheticFormat): CompactManager {
  return new CompactManager({
    model: "gpt-5",
    maxContextTokens: 6000,
    format: findFormat(format) as Format,
    estimator: characterEstimator,
    storage,
    redactor: createRedactor({ enabled: false }),
    // What a summary says is not what is asked here.
    summarizer: { name: "terse", summarize: async () => ({ text: "The work goes on." }) },
    policy: { hardCapBuffer: 200, keepUserTokens: 0 },
    clock: () => 0,
  });
}

async function archivedItems(storage: StorageAdapter): Promise<number> {
  const entries = await storage.read("s");
  return entries.filter((entry) => entry.kind !== "event").length;
}

/** What no compaction can hold is refused. */
function refused(error: unknown): undefined {
  const codes: readonly string[] = ["INSUFFICIENT_BUDGET", "CONSTRAINTS_DO_NOT_FIT"];
  if (!CompactError.isInstance(error) || !codes.includes(error.code)) throw error;
  return undefined;
}

const cases = fc.record({
  seed: fc.nat(1_000_000),
  format: fc.constantFrom(...SYNTHETIC_FORMATS),
  restarts: fc.boolean(),
  adopts: fc.boolean(),
  changes: fc.nat(1_000_000),
});

interface Loop {
  readonly format: SyntheticFormat;
  /** The list as a request has it. */
  sent(items: readonly object[]): object[];
}

type Message = { role: string; content: string | Record<string, unknown>[] };

/** The mark on the last block of the last two messages of the user, as Anthropic's guide to caching has it. */
function withMarks(items: readonly object[]): object[] {
  const marked = new Set(items.filter((item) => (item as Message).role === "user").slice(-2));
  return items.map((item) => {
    const { role, content } = item as Message;
    if (!marked.has(item)) return item;
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
    const last = { ...blocks.at(-1), cache_control: { type: "ephemeral" } };
    return { role, content: [...blocks.slice(0, -1), last] };
  });
}

/** The same on the host's own objects: the older marks are taken away again. */
function withMarksInPlace(items: readonly object[]): object[] {
  for (const item of items as readonly Message[])
    if (Array.isArray(item.content)) for (const block of item.content) delete block["cache_control"];
  const last = (items as readonly Message[]).filter(({ role }) => role === "user").slice(-2);
  for (const item of last) {
    if (typeof item.content === "string") item.content = [{ type: "text", text: item.content }];
    Object.assign(item.content.at(-1) ?? {}, { cache_control: { type: "ephemeral" } });
  }
  return [...items];
}

const LOOPS: Readonly<Record<string, Loop>> = {
  "marks on copies": { format: "anthropic", sent: withMarks },
  "marks on the host's own objects": { format: "anthropic", sent: withMarksInPlace },
  "marks on what was read from a file": {
    format: "anthropic",
    sent: (items) => withMarks(structuredClone(items) as object[]),
  },
  "without ids and statuses": {
    format: "responses",
    sent: (items) =>
      items.map((item) => {
        const { id: _, status: __, ...rest } = item as Record<string, unknown>;
        return rest;
      }),
  },
  "ids and statuses at the first request only": {
    format: "responses",
    sent: (items) =>
      items.map((item, index) => {
        if (index >= items.length - 1) return item;
        const { id: _, status: __, ...rest } = item as Record<string, unknown>;
        return rest;
      }),
  },
};

describe("what only a host changed", () => {
  it("causes no compaction and no new archive entry, in one process or the next", async () => {
    let compacted = 0;
    await fc.assert(
      fc.asyncProperty(cases, async ({ seed, format, restarts, adopts, changes }) => {
        const storage = memoryStorage();
        const items = syntheticHistory({
          seed,
          turns: 2,
          format,
          toolDensity: 0.6,
          reasoning: 0.5,
          unfinished: true,
        });
        const manager = managerOn(storage, format);
        const first = await manager.manualCompact("s", items, { targetTokens: 600 }).catch(refused);
        if (!first?.compaction) return;
        compacted++;
        const before = await archivedItems(storage);
        const again = changedByHost(format, adopts ? first.items : items, { seed: changes });
        const next = restarts ? managerOn(storage, format) : manager;
        const second = await next.preflight("s", again);
        expect(second.compaction).toBeUndefined();
        expect(second.items).toHaveLength(first.items.length);
        expect(await archivedItems(storage)).toBe(before);
      }),
      { numRuns: RUNS },
    );
    expect(compacted).toBeGreaterThan(RUNS / 4);
  });

  it("makes no summary more in a loop of 264 requests whose marks move", async () => {
    const loop = async (moves: boolean): Promise<number> => {
      const format = "anthropic";
      const manager = managerOn(memoryStorage(), format);
      const history = syntheticHistory({ seed: 12, turns: 132, format, toolDensity: 0 });
      let summaries = 0;
      for (let length = 1; length <= 264; length++) {
        const list = history.slice(0, length);
        const sent = moves ? changedByHost(format, list, { seed: length }) : list;
        if ((await manager.preflight("s", sent)).compaction) summaries++;
      }
      return summaries;
    };
    const still = await loop(false);
    expect(still).toBeGreaterThan(2);
    expect(await loop(true)).toBe(still);
  });

  it.each(Object.keys(LOOPS))("makes no summary more in a plain loop: %s", async (name) => {
    const { format, sent } = LOOPS[name] as Loop;
    const history = syntheticHistory({ seed: 7, turns: 60, format, toolDensity: 0.6, parallelCalls: 0.5 });
    const ends = history.flatMap((item, index) =>
      ["user", "tool"].includes((findFormat(format) as Format).view(item).role) ? [index + 1] : [],
    );
    const summaries = async (shape: (items: readonly object[]) => readonly object[]): Promise<number> => {
      const manager = managerOn(memoryStorage(), format);
      const own = structuredClone(history);
      let count = 0;
      for (const end of ends)
        if ((await manager.preflight("s", [...shape(own.slice(0, end))])).compaction) count++;
      return count;
    };
    const still = await summaries((items) => items);
    expect(still).toBeGreaterThan(2);
    expect(await summaries(sent)).toBe(still);
  });

  it("leaves an item protected", async () => {
    const storage = memoryStorage();
    const items = syntheticHistory({ seed: 3, turns: 12, format: "anthropic", toolDensity: 0.5 });
    await managerOn(storage, "anthropic").protect("s", items[1] as object);
    const again = changedByHost("anthropic", items.slice(0, 2), { seed: 1 });
    const list = [...again, ...items.slice(2)];
    const next = managerOn(storage, "anthropic");
    const { items: window } = await next.manualCompact("s", list, { targetTokens: 1500 });
    expect(window).toContain(again[1]);
    expect(window).not.toContain(again[0]);
  });

  it("gives back what was archived as it came", async () => {
    const storage = memoryStorage();
    const items = syntheticHistory({ seed: 4, turns: 12, format: "anthropic", toolDensity: 0.5 });
    const marked = changedByHost("anthropic", items, { seed: 1 });
    const first = managerOn(storage, "anthropic");
    const { items: window } = await first.manualCompact("s", marked, { targetTokens: 1500 });
    expect(window.length).toBeLessThan(marked.length);
    const again = changedByHost("anthropic", [...window, items[0] as object], { seed: 2 });
    const undone = await managerOn(storage, "anthropic").undo("s", again);
    expect(undone.items).toHaveLength(items.length + 1);
    const stayed = new Set<object>(again);
    const differs = undone.items.filter(
      (item, index) =>
        !(stayed.has(item) ? sameContent(item, marked[index] ?? items[0]) : sameItem(item, marked[index])),
    );
    expect(differs).toEqual([]);
  });
});
