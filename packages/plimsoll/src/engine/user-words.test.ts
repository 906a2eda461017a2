import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { CompactError } from "../errors/compact-error.js";
import { findFormat } from "../formats/registry.js";
import type { Format } from "../formats/format.js";
import { pairItems } from "../conversation/pairing.js";
import { createItemMeter } from "../tokens/create-item-meter.js";
import { characterEstimator } from "../testing/character-estimator.js";
import type { Summarizer } from "../summarizers/summarizer.js";
import { CompactManager } from "./compact-manager.js";

/** What people write, in ten scripts; `#` becomes a number of its own. */
const SENTENCES = [
  "staging, not prod #.",
  "Please look at the importer once more, case #.",
  "Nimm bitte die Vorlage #.",
  "Utilise plutôt le modèle #, s'il te plaît.",
  "Usa la plantilla # de ahora en adelante.",
  "Используй шаблон № #.",
  "请使用第 # 个模板。",
  "テンプレート # を使ってください。",
  "템플릿 #을 사용해 주세요.",
  "कृपया टेम्पलेट # का उपयोग करें।",
] as const;

const chat = findFormat("chat") as Format;

const sentence = fc
  .tuple(fc.constantFrom(...SENTENCES), fc.integer({ min: 10_000, max: 99_999 }))
  .map(([text, number]) => text.replace("#", String(number)));

/** One turn: what the user says, whether something is pasted beside it, and the steps that follow. */
const turn = fc.record({
  said: fc.array(sentence, { minLength: 1, maxLength: 3 }),
  paste: fc.constantFrom(0, 0, 0, 60),
  steps: fc.constantFrom(0, 1, 6),
});

const sessions = fc.record({
  turns: fc.array(turn, { minLength: 4, maxLength: 14 }),
  targetTokens: fc.integer({ min: 1500, max: 6000 }),
  /** The embedded summarizer, or a model that writes next to nothing. */
  terse: fc.boolean(),
});

/** The sentences without those that a later one gives another number: "template 3" takes the place of "template 2". */
const standing = (said: readonly string[]): Iterable<string> =>
  new Map(said.map((text) => [text.replace(/\d+/, "#"), text])).values();

const log = (lines: number, seed: number): string =>
  Array.from(
    { length: lines },
    (_, line) => `2026-01-02T03:04:05Z INFO worker ${seed} step ${line} took 12 ms;`,
  ).join("\n");

function historyOf(turns: readonly { said: readonly string[]; paste: number; steps: number }[]): object[] {
  return turns.flatMap(({ said, paste, steps }, number) => {
    const pasted = paste === 0 ? "" : `\n\n\`\`\`\n${log(paste, number)}\n\`\`\``;
    const work = Array.from({ length: steps }, (_, step) => {
      const id = `call_${number}_${step}`;
      return [
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id, type: "function", function: { name: "show", arguments: `{"page":${step}}` } }],
        },
        { role: "tool", tool_call_id: id, content: log(30, number * 100 + step) },
      ];
    }).flat();
    return [
      { role: "user", content: `${said.join(" ")}${pasted}` },
      ...work,
      { role: "assistant", content: `Part ${number} is done.` },
    ];
  });
}

const terse: Summarizer = { name: "terse", summarize: async () => ({ text: "The work goes on." }) };

async function compacted(history: object[], targetTokens: number, summarizer: Summarizer | undefined) {
  const manager = new CompactManager({
    model: "gpt-5",
    estimator: characterEstimator,
    format: chat,
    ...(summarizer ? { summarizer } : {}),
  });
  try {
    return await manager.manualCompact("s", history, { targetTokens, strictTarget: true });
  } catch (error) {
    if (CompactError.isInstance(error) && error.code === "CONSTRAINTS_DO_NOT_FIT") return undefined;
    throw error;
  }
}

describe("the words of the user", () => {
  it("are all there while a quarter of the target is free, and the target holds", async () => {
    const meter = createItemMeter(chat, characterEstimator);
    let roomy = 0;
    await fc.assert(
      fc.asyncProperty(sessions, async ({ turns, targetTokens, terse: isTerse }) => {
        const result = await compacted(historyOf(turns), targetTokens, isTerse ? terse : undefined);
        if (!result?.compaction) return;
        const views = result.items.map((item) => meter.view(item));
        const tokens = result.items.reduce((sum, item) => sum + meter.tokens(item), 0);
        expect(tokens).toBeLessThanOrEqual(targetTokens);
        expect(pairItems(views)).toMatchObject({ orphanResults: [], missingResults: [] });
        const words = turns.flatMap(({ said }) => said);
        // What extracts fill is free for the words of the user.
        const isRoomy = characterEstimator.count(words.join(" ")) <= targetTokens / 4;
        if (!isRoomy && tokens > 0.75 * targetTokens) return;
        roomy++;
        const shown = views.map(({ text }) => text).join("\n");
        for (const text of standing(words)) expect(shown).toContain(text);
      }),
      { numRuns: scaled(150, 50) },
    );
    expect(roomy).toBeGreaterThan(scaled(150, 50) / 2);
  });

  it("stay as the messages they are, compaction after compaction, in the same place", async () => {
    const first = historyOf([
      { said: ["Only look, change nothing."], paste: 0, steps: 6 },
      { said: ["staging, not prod."], paste: 0, steps: 6 },
      { said: ["Go on."], paste: 0, steps: 6 },
    ]);
    let window = first;
    for (let round = 1; round <= 4; round++) {
      const more = historyOf([{ said: [`Now part ${round}.`], paste: 0, steps: 6 }]);
      const result = await compacted([...window, ...more], 1500, undefined);
      expect(result?.compaction).toBeDefined();
      window = result?.items ?? [];
      expect(window.slice(0, 2)).toEqual([first[0], first.at(14)]);
      expect(window).toContainEqual(more[0]);
    }
  });
});
