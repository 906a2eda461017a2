import { describe, expect, it } from "vitest";
import { gemini, type GeminiContent } from "../formats/gemini/gemini.js";
import { characterEstimator } from "../testing/character-estimator.js";
import { providerRefusals } from "../testing/provider-refusals.js";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import { CompactManager } from "./compact-manager.js";

const FILES = ["harbour.ts", "tide.ts", "ledger.ts"];

const lines = (about: string, count: number): string =>
  Array.from({ length: count }, (_, line) => `${about}: line ${line} of what the tool had to say`).join("\n");

/** Three parallel calls without ids, answered in one content. */
const step = (number: number, count: number): GeminiContent[] => [
  {
    role: "model",
    parts: FILES.map((file) => ({
      functionCall: { name: "read_file", args: { path: `${number}/${file}` } },
    })),
  },
  {
    role: "user",
    parts: FILES.map((file) => ({
      functionResponse: { name: "read_file", response: { output: lines(`${number}/${file}`, count) } },
    })),
  },
];

/** Most tokens of one output: bounded as it arrives, or not before a compaction. */
const managerOf = (toolOutputMaxTokens: number): CompactManager<GeminiContent> =>
  new CompactManager<GeminiContent>({
    model: "gpt-5",
    maxContextTokens: 8_000,
    format: gemini,
    estimator: characterEstimator,
    storage: memoryStorage(),
    policy: { toolOutputMaxTokens },
  });

describe("results without ids", () => {
  it("give way to evidence one by one, each naming its own call", async () => {
    const manager = managerOf(600);
    const items: GeminiContent[] = [{ role: "user", parts: [{ text: "Read all of it." }] }, ...step(0, 90)];
    const { items: window } = await manager.preflight("s", items);
    const { results } = gemini.view(window.at(-1) as GeminiContent);
    expect(results).toHaveLength(3);
    const recall = await manager.recall("s");
    for (const [position, file] of FILES.entries()) {
      const text = results[position]?.text ?? "";
      expect(text.length).toBeLessThan(4_000);
      for (const other of FILES) expect(text.includes(`0/${other}`)).toBe(other === file);
      const reference = /art_[0-9a-f]{32}/.exec(text)?.[0] ?? "";
      expect((await recall.read(reference)).text).toContain(`0/${file}: line 45 of`);
    }
  });

  it.each([600, 0])("stay below the hard limit over a long session, bounded to %d", async (most) => {
    const manager = managerOf(most);
    const items: GeminiContent[] = [{ role: "user", parts: [{ text: "Read all of it." }] }];
    let compacted = 0;
    for (let number = 0; number < 36; number++) {
      items.push(...step(number, 80));
      const { items: window, measurement, decision, compaction } = await manager.preflight("s", items);
      expect(measurement.tokens).toBeLessThanOrEqual(decision.hardLimit);
      expect(providerRefusals("gemini", window)).toEqual([]);
      expect(window).toContain(items[0]);
      if (compaction) compacted++;
      for (const item of window) {
        for (const [position, { text }] of gemini.view(item).results.entries()) {
          const named = [...new Set(text.match(/\d+\/\w+\.ts/g))];
          expect(named.length).toBeLessThanOrEqual(1);
          for (const path of named) expect(path.endsWith(`/${FILES[position]}`)).toBe(true);
        }
      }
    }
    expect(compacted).toBeGreaterThan(0);
    const undone = await manager.undo("s", items);
    expect(undone.items).toEqual(items);
  });

  it("take little more time where there are thousands of them", async () => {
    const many = Array.from({ length: 3_000 }, (_, call) => call);
    const items: GeminiContent[] = [
      { role: "user", parts: [{ text: "Read all of it." }] },
      { role: "model", parts: many.map((call) => ({ functionCall: { name: "f", args: { call } } })) },
      {
        role: "user",
        parts: many.map((call) => ({ functionResponse: { name: "f", response: { output: `${call}` } } })),
      },
    ];
    let copies = 0;
    const counting = {
      ...gemini,
      withResult: (...given: Parameters<typeof gemini.withResult>) => (copies++, gemini.withResult(...given)),
      withResults: (wire: GeminiContent, texts: ReadonlyMap<number, string>) => (
        copies++, gemini.withResults?.(wire, texts) ?? wire
      ),
    };
    const manager = new CompactManager<GeminiContent>({
      model: "gpt-5",
      maxContextTokens: 200_000,
      format: counting,
      estimator: characterEstimator,
    });
    await manager.manualCompact("s", items, { targetTokens: 2_000 }).catch(() => undefined);
    expect(copies).toBeLessThan(50);
  });
});
