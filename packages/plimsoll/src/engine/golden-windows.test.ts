import { describe, expect, it } from "vitest";
import { chat, type ChatMessage } from "../formats/chat/chat.js";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import { modelSummarizer } from "../summarizers/model-summarizer.js";
import type { Summarizer } from "../summarizers/summarizer.js";
import { syntheticHistory, type SyntheticOptions } from "../testing/synthetic-history.js";
import { heuristicEstimator } from "../tokens/heuristic-estimator.js";
import { CompactManager } from "./compact-manager.js";

const HISTORIES: Readonly<Record<string, SyntheticOptions>> = {
  talk: { seed: 21, turns: 40, toolDensity: 0, format: "chat" },
  work: { seed: 22, turns: 24, toolDensity: 0.9, format: "chat" },
  outputs: {
    seed: 23,
    turns: 12,
    toolDensity: 0.7,
    giantOutputs: { probability: 0.2, characters: 30_000 },
    format: "chat",
  },
};
const RULE = "Whatever comes, never touch the folder archive/2019.";
const ANSWER = JSON.stringify({
  objective: "",
  activeWork: "",
  added: [
    { section: "risks", text: "The folder archive/2019 may be touched.", detail: "risk", items: ["#1"] },
  ],
  superseded: [],
});

/** A model that always adds the same; the answer does not pass a network. */
const delta = (): Summarizer =>
  modelSummarizer({
    api: "chat",
    baseUrl: "http://127.0.0.1:9/v1",
    model: "golden",
    maxInputTokens: 50_000,
    fetch: async () => Response.json({ choices: [{ finish_reason: "stop", message: { content: ANSWER } }] }),
  });

const SUMMARIZERS = { embedded: () => ({}), delta: () => ({ summarizer: delta() }) } as const;

/** A window as it is reviewed: one line for what is kept, the whole text of the summary. */
function readable(items: readonly ChatMessage[], tokens: number): string {
  const lines = items.map((item) => {
    const { role, text, calls, results } = chat.view(item);
    if (text.startsWith("<COMPACT-SUMMARY")) return text;
    const parts = [
      text,
      ...calls.map(({ name }) => `calls ${name}`),
      ...results.map((result) => result.text),
    ];
    return `${role}: ${JSON.stringify(parts.join(" ").slice(0, 160))}`;
  });
  return `${tokens} tokens\n${lines.join("\n")}\n`;
}

const cases = Object.keys(HISTORIES).flatMap((name) =>
  ([1_500, 4_000] as const).flatMap((target) =>
    (["embedded", "delta"] as const).map((summarizer) => [name, target, summarizer] as const),
  ),
);

describe("the engine", () => {
  it.each(cases)(
    "compacts the recorded history %s to %i tokens as it is recorded (%s)",
    async (...golden) => {
      const [name, targetTokens, kind] = golden;
      const manager = new CompactManager<ChatMessage>({
        model: "golden",
        maxContextTokens: 32_000,
        estimator: heuristicEstimator,
        format: chat,
        storage: memoryStorage(),
        clock: () => 1_800_000_000_000,
        ...SUMMARIZERS[kind](),
      });
      const [system, ...rest] = syntheticHistory(HISTORIES[name]!) as ChatMessage[];
      const items = [system!, { role: "user", content: RULE } as ChatMessage, ...rest];
      const { items: window, compaction } = await manager.manualCompact("golden", items, { targetTokens });
      await manager.close();
      expect(compaction?.tokensAfter).toBeLessThanOrEqual(targetTokens);
      expect(JSON.stringify(window)).toContain("never touch the folder archive/2019");
      await expect(readable(window, compaction?.tokensAfter ?? 0)).toMatchFileSnapshot(
        `__fixtures__/${name}-${targetTokens}-${kind}.txt`,
      );
    },
  );
});
