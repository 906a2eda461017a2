import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { itemId } from "../conversation/item-id.js";
import { pairItems } from "../conversation/pairing.js";
import { findFormat } from "../formats/registry.js";
import type { Format } from "../formats/format.js";
import type { PlainMessage } from "../formats/plain/plain.js";
import { sqliteStorage } from "../stores/sqlite/sqlite-storage.js";
import { characterEstimator } from "../testing/character-estimator.js";
import { SYNTHETIC_FORMATS } from "../testing/synthetic-formats.js";
import { createItemMeter } from "../tokens/create-item-meter.js";
import { evidenceReference } from "../tool-outputs/evidence-reference.js";
import { isSupersededNote } from "../tool-outputs/superseded-note.js";
import type { CompactConfig } from "./compact-config.js";
import { CompactManager } from "./compact-manager.js";
import { readingSession, readings } from "./reading-session-test-support.js";
import { chatter, named, say, setUp } from "./manager-test-support.js";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plimsoll-supersede-"));
});
afterEach(() => rm(folder, { recursive: true }));

const stored = (more: Partial<CompactConfig<PlainMessage>> = {}) =>
  setUp({ maxContextTokens: 6000, ...more, storage: sqliteStorage({ path: join(folder, "archive.db") }) });

const fileText = (version: number, lines = 150): string =>
  Array.from({ length: lines }, (_, line) => `export const value${line} = "${version}.${line}";`).join("\n");

/** A read of the file, with its result. */
const exchange = (id: string, text: string, more: object = {}): PlainMessage[] => [
  say("assistant", "", { tool_calls: [{ id, name: "read_file", arguments: '{"path":"src/a.ts"}' }] }),
  say("tool", text, { call_id: id, ...more }),
];

/** Five versions of one file, read one after the other: 5,800 tokens. */
const versions = (): PlainMessage[] => [
  say("user", "Improve the file."),
  ...[0, 1, 2, 3, 4].flatMap((version) => exchange(`call_${version}`, fileText(version))),
  say("user", "Go on."),
];

describe("superseded outputs", () => {
  it("give way to notes before anything else is given up, and every one can be read back to the byte", async () => {
    const { manager, events } = stored();
    const items = versions();
    const result = await manager.preflight("s", items);
    expect(result.compaction).toMatchObject({ rung: "supersede", version: 0, removed: [], summary: "" });
    expect(named(events, "compact.policy_applied")).toMatchObject([{ superseded_count: 4, pruned_count: 0 }]);
    expect(named(events, "compact.evidence_applied")).toEqual([]);
    expect(result.items).toHaveLength(items.length);
    const recall = await manager.recall("s");
    for (const [index, item] of items.entries()) {
      const sent = result.items[index];
      if (item.role !== "tool" || index === 10) {
        expect(sent).toBe(item);
        continue;
      }
      const reference = evidenceReference(sent?.content ?? "");
      expect(reference).toBe(itemId(item));
      expect(sent?.meta).toEqual(item.meta);
      expect(sent?.content).toBe(
        `[superseded: the file is read again in call_4; ${item.content.length} characters, 150 lines; full output: ${reference}]`,
      );
      expect(await manager.readArchived("s", reference ?? "")).toEqual(item);
      expect((await recall.read(reference ?? "")).text).toBe(item.content);
    }
    const [hit] = await recall.search("value7 1.7");
    expect((await recall.read(hit?.id ?? "")).text).toBe((items[4] as PlainMessage).content);
    await manager.close();
  });

  it("stay until a compaction: what was sent before is sent again byte for byte", async () => {
    const { manager } = stored({ maxContextTokens: 100_000 });
    const items = versions();
    expect((await manager.preflight("s", items)).items).toBe(items);
    await manager.close();
  });

  it("are the same for callers that adopt the window and that send all again, also after a restart, and undo", async () => {
    for (const adopts of [true, false]) {
      for (const restarts of [true, false]) {
        const id = `${adopts} ${restarts}`;
        const first = stored();
        const items = versions();
        const { items: window } = await first.manager.preflight(id, items);
        const list = [...(adopts ? window : items), ...chatter(1)];
        if (restarts) await first.manager.close();
        const { manager } = restarts ? stored() : first;
        const again = await manager.preflight(id, structuredClone(list));
        expect(again.compaction).toBeUndefined();
        expect(JSON.stringify(again.items)).toBe(JSON.stringify([...window, ...chatter(1)]));
        const undone = await manager.undo(id, again.items);
        expect(JSON.stringify(undone.items)).toBe(JSON.stringify([...items, ...chatter(1)]));
        await manager.close();
      }
    }
  });

  it("never stay verbatim where more has to go, and are not told to the summarizer", async () => {
    const told: string[] = [];
    const { manager, events } = stored({
      policy: { hardCapBuffer: 200, keepRecentTurns: 2, keepUserTokens: 0 },
      summarizer: {
        name: "listening",
        summarize: (request) => {
          told.push(JSON.stringify([request.remainder, request.kept]));
          return Promise.resolve({ text: "The file was improved." });
        },
      },
    });
    const items = [...chatter(30), ...versions()];
    const result = await manager.preflight("s", items);
    expect(result.compaction?.rung).toMatch(/^turns:/);
    expect(named(events, "compact.policy_applied")[0]).toMatchObject({ superseded_count: 4 });
    const sent = result.items.map((item) => item.content).join("\n");
    for (const version of [0, 1, 2, 3]) expect(sent).not.toContain(`"${version}.7"`);
    expect(sent).toContain('"4.7"');
    expect(told.join()).not.toContain("1.7");
    expect(told.join()).toContain("[superseded]");
    expect(told.join()).not.toContain("full output");
    for (const item of items) {
      if (!result.items.includes(item)) expect(await manager.readArchived("s", itemId(item))).toEqual(item);
    }
    await manager.close();
  });

  it("stay where they are protected, and are shown in the plan", async () => {
    const { manager } = stored();
    const items = versions();
    items.splice(1, 2, ...exchange("call_0", fileText(0), { protected: true }));
    const plan = await manager.plan("s", items);
    expect(plan.rung).toBe("supersede");
    const fates = "kept pinned pinned kept superseded kept superseded kept superseded kept kept kept";
    expect(plan.items.map((item) => item.fate).join(" ")).toBe(fates);
    const result = await manager.preflight("s", items);
    expect(result.items[2]).toBe(items[2]);
    const tokens = result.compaction?.tokensAfter ?? 0;
    expect(tokens).toBe(plan.tokensAfter);
    expect(result.compaction?.tokensBefore).toBe(plan.tokensBefore);
    await manager.close();
  });

  it("name the raw output where evidence of it stood in the window", async () => {
    const { manager } = stored({
      policy: {
        toolOutputMaxTokens: 1000,
        toolOutputTotalPct: 0,
        hardCapBuffer: 200,
        triggerPct: 0.4,
        targetPct: 0.3,
      },
    });
    const items = versions();
    const result = await manager.preflight("s", items);
    expect(result.compaction?.rung).toBe("supersede");
    const recall = await manager.recall("s");
    for (const index of [2, 4, 6, 8]) {
      const [raw, sent] = [items[index] as PlainMessage, result.items[index] as PlainMessage];
      expect(sent.content).toContain(`; ${raw.content.length} characters, 150 lines; full output: art_`);
      expect((await recall.read(itemId(raw))).text).toBe(raw.content);
    }
    expect(result.items[10]?.content).toMatch(/^\[code: /);
    const undone = await manager.undo("s", result.items);
    expect(undone.items).toEqual(items);
    await manager.close();
  });

  it("keep every invariant of a compaction in sessions that read the same files over and over", async () => {
    const sessions = scaled(100);
    let superseded = 0;
    const cases = fc.record({
      format: fc.constantFrom(...SYNTHETIC_FORMATS),
      steps: readings,
      targetTokens: fc.integer({ min: 60, max: 3000 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ format, steps, targetTokens }) => {
        const items = readingSession(format, steps);
        const reader = findFormat(format) as Format;
        const meter = createItemMeter(reader, characterEstimator);
        const manager = new CompactManager({ model: "gpt-5", format: reader, estimator: characterEstimator });
        const result = await manager.manualCompact("s", items, { targetTokens });
        const views = result.items.map((item) => meter.view(item));
        expect(pairItems(views)).toMatchObject({ orphanResults: [], duplicateCalls: [], missingResults: [] });
        const tokens = result.items.reduce((sum, item) => sum + meter.tokens(item), 0);
        expect(tokens).toBeLessThanOrEqual(targetTokens);
        superseded += views.filter((view) => view.results.some(({ text }) => isSupersededNote(text))).length;
        for (const item of items) {
          if (!result.items.includes(item))
            expect(await manager.readArchived("s", itemId(item))).toEqual(item);
        }
        const again = await manager.manualCompact("t", items, { targetTokens });
        expect(JSON.stringify(again.items)).toBe(JSON.stringify(result.items));
        const once = await manager.manualCompact("u", result.items);
        expect((await manager.manualCompact("u", once.items)).compaction).toBeUndefined();
        if (result.compaction) expect((await manager.undo("s", result.items)).items).toEqual(items);
      }),
      // With a seed of its own the sample is never one in which little is read again.
      { numRuns: sessions, seed: 20261116 },
    );
    expect(superseded).toBeGreaterThan(sessions / 4);
  });
});
