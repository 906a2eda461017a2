import { sampled } from "plimsoll-testkit/scaled";
import { describe, expect, it } from "vitest";
import { FORMATS, type FormatName } from "../formats/registry.js";
import type { Format } from "../formats/format.js";
import { readSummary } from "../facts/checkpoint/summary-message.js";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import type { StorageAdapter } from "../stores/storage-adapter.js";
import { syntheticHistory } from "../testing/synthetic-history.js";
import { CompactManager } from "./compact-manager.js";

const managerOn = (storage?: StorageAdapter): CompactManager =>
  new CompactManager({ model: "gpt-5", maxContextTokens: 4000, ...(storage ? { storage } : {}) });

const FIRST_CALLS: Readonly<Record<string, (manager: CompactManager) => Promise<unknown>>> = {
  protect: (manager) => manager.protect("s", { role: "user", content: "Keep this." }, { key: "rule" }),
  "protect with an item of another format": (manager) =>
    manager.protect("s", { type: "message", role: "user", content: [{ type: "input_text", text: "Keep." }] }),
  remember: (manager) => manager.remember("s"),
  recall: (manager) => manager.recall("s"),
  checkpoint: (manager) => manager.checkpoint("s"),
  transcript: (manager) => manager.transcript("s"),
  undo: (manager) => manager.undo("s").catch(() => undefined),
  redo: (manager) => manager.redo("s").catch(() => undefined),
  fork: (manager) => manager.fork("s", "t", []),
  "preflight of nothing": (manager) => manager.preflight("s", []),
  "a transcript of nothing": (manager) => manager.transcript("s", []),
};

const APIS: readonly FormatName[] = ["responses", "chat", "anthropic", "gemini", "plain"];
const GENERATED: readonly FormatName[] = [...APIS, "agents", "ai-sdk", "langchain"];

/** Messages that several formats would take for their own. */
const plainTalk = (): object[] =>
  Array.from({ length: 60 }, (_, turn) => [
    { role: "user", content: `Question ${turn}: ${"what is next in the list of things to do? ".repeat(6)}` },
    {
      role: "assistant",
      content: `Answer ${turn}: ${"the next thing is the one that was named. ".repeat(6)}`,
    },
  ]).flat();

function summaryOf(items: readonly object[], format: Format): object | undefined {
  return items.find((item) => readSummary(format.view(item)) !== undefined);
}

describe("the wire format of a session", () => {
  for (const [call, first] of Object.entries(FIRST_CALLS)) {
    for (const name of sampled(GENERATED, 2)) {
      it(`is that of its first list after ${call}: ${name}`, async () => {
        for (const storage of [undefined, memoryStorage()]) {
          const manager = managerOn(storage);
          await first(manager);
          const items = syntheticHistory({ seed: 5, turns: 20, format: name as "chat" }) as object[];
          const result = await manager.preflight("s", items);
          const format = FORMATS[name];
          expect(result.compaction?.summary).toBeTruthy();
          expect(result.items.every((item) => format.matches(item))).toBe(true);
          expect(summaryOf(result.items, format)).toBeDefined();
        }
      });
    }

    it(`is plain enough for every API where a list could be of several, after ${call}`, async () => {
      const manager = managerOn();
      await first(manager);
      const result = await manager.preflight("s", plainTalk());
      const summary = summaryOf(result.items, FORMATS.chat) as { readonly content?: unknown } | undefined;
      expect(Object.keys(summary ?? {}).sort()).toEqual(["content", "role"]);
      expect(typeof summary?.content).toBe("string");
    });
  }

  it("is what the archive says where a new process is asked before it gets a list", async () => {
    for (const name of GENERATED) {
      const storage = memoryStorage();
      const items = syntheticHistory({ seed: 5, turns: 20, format: name as "chat" }) as object[];
      const before = await managerOn(storage).preflight("s", items);
      const later = managerOn(storage);
      const remembered = await later.remember("s");
      expect(remembered.summary).toBe(before.compaction?.summary);
      const again = await later.preflight("s", items);
      expect(again.items).toEqual(before.items);
    }
  });

  it("is that of the newest list where a host goes over to another API", async () => {
    for (const one of APIS) {
      for (const other of APIS) {
        const manager = managerOn();
        await manager.preflight("s", syntheticHistory({ seed: 5, turns: 25, format: one as "chat" }));
        const items = syntheticHistory({ seed: 6, turns: 25, format: other as "chat" }) as object[];
        const result = await manager.preflight("s", items);
        expect(result.items.every((item) => FORMATS[other].matches(item))).toBe(true);
        expect(summaryOf(result.items, FORMATS[other])).toBeDefined();
      }
    }
    const manager = managerOn();
    await manager.preflight("s", syntheticHistory({ seed: 5, turns: 20, format: "responses" }));
    const { items } = await manager.preflight("s", plainTalk());
    expect(Object.keys(summaryOf(items, FORMATS.chat) ?? {}).sort()).toEqual(["content", "role"]);
  });

  it("is the one that recall reads by, also where it was asked for first", async () => {
    const manager = managerOn();
    const recall = await manager.recall("s");
    const items = syntheticHistory({ seed: 5, turns: 20, format: "chat", toolDensity: 1 }) as object[];
    await manager.preflight("s", items);
    expect((await recall.list({ limit: 100 })).some(({ role }) => role === "tool")).toBe(true);
  });
});
