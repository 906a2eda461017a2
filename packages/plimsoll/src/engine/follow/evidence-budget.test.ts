import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { anthropic } from "../../formats/anthropic/anthropic.js";
import type { PlainMessage } from "../../formats/plain/plain.js";
import { characterEstimator } from "../../testing/character-estimator.js";
import { evidenceReference } from "../../tool-outputs/evidence-reference.js";
import type { CompactConfig } from "../compact-config.js";
import { CompactManager } from "../compact-manager.js";
import { say, setUp } from "../manager-test-support.js";

const WINDOW = 262_144;

/** A call with a result of some 11,000 tokens. */
const arrive = (step: number): PlainMessage[] => [
  say("assistant", "", {
    tool_calls: [{ id: `c${step}`, name: "run", arguments: `{"command":"make ${step}"}` }],
  }),
  say(
    "tool",
    Array.from({ length: 1_000 }, (_, line) => `step ${step}: compiling unit ${line} of the program`).join(
      "\n",
    ),
    {
      call_id: `c${step}`,
    },
  ),
];

const evidenceTokens = (items: readonly PlainMessage[]): number[] =>
  items
    .filter((item) => item.role === "tool" && evidenceReference(item.content) !== undefined)
    .map((item) => characterEstimator.count(item.content));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const policy = { hardCapBuffer: 1500, toolOutputMaxTokens: 10_000 };
const roomy = (more: Partial<CompactConfig<PlainMessage>> = {}) =>
  setUp({ maxContextTokens: WINDOW, ...more, policy: { ...policy, ...more.policy } });

/** How often something that was sent before changes from one request to the next. */
async function followSteps(
  manager: CompactManager<PlainMessage>,
  steps: number,
  adopts: boolean,
): Promise<{ changes: number; newest: number[]; window: PlainMessage[] }> {
  let items = [say("user", "build all")];
  let before: readonly PlainMessage[] = items;
  let changes = 0;
  const newest: number[] = [];
  for (let step = 0; step < steps; step++) {
    items = [...items, ...arrive(step)];
    const result = await manager.preflight("s", items);
    expect(result.compaction).toBeUndefined();
    if (!before.every((item, index) => isDeepStrictEqual(result.items[index], item))) changes++;
    newest.push(evidenceTokens(result.items.slice(-1))[0] ?? 0);
    before = result.items;
    if (adopts) items = [...result.items];
  }
  return { changes, newest, window: [...before] };
}

describe("the budget of evidence", () => {
  it("gives the newest of a hundred giant outputs as much as the first, and the oldest give way in few steps", async () => {
    const { manager } = roomy({ maxContextTokens: 128_000 });
    const { changes, newest, window } = await followSteps(manager, 100, false);
    expect(Math.min(...newest)).toBeGreaterThan(9_000);
    expect(newest[79]).toBeGreaterThan(0.98 * (newest[0] ?? 0));
    const tokens = evidenceTokens(window);
    expect(tokens).toHaveLength(100);
    const pointers = window.filter((item) => item.content.startsWith("[output "));
    expect(pointers.length).toBeGreaterThan(60);
    expect(window.filter((item) => item.role === "tool").slice(0, 60)).toEqual(pointers.slice(0, 60));
    expect(Math.max(...evidenceTokens(pointers))).toBeLessThan(30);
    expect(sum(tokens) - sum(evidenceTokens(pointers))).toBeLessThanOrEqual(64_000);
    expect(changes).toBeLessThanOrEqual(34);
    expect(changes).toBeGreaterThan(0);
  });

  it("is kept in a small window, and what the lines stand for can be read", async () => {
    const { manager } = roomy({ maxContextTokens: 40_000, policy: { triggerPct: 1, targetPct: 0.9 } });
    const items = [say("user", "build all"), ...Array.from({ length: 60 }, (_, step) => arrive(step)).flat()];
    const { items: window } = await manager.preflight("s", items);
    const pointers = window.filter((item) => item.content.startsWith("[output "));
    expect(sum(evidenceTokens(window)) - sum(evidenceTokens(pointers))).toBeLessThanOrEqual(20_000);
    expect(evidenceTokens(window).at(-1)).toBeGreaterThan(4_000);
    const reference = evidenceReference(pointers[0]?.content ?? "") ?? "";
    const recall = await manager.recall("s");
    expect((await recall.read(reference)).text).toContain("step 0: compiling unit 0 of the program");
  });

  it("does not shorten evidence that cannot be read back", async () => {
    const { manager } = roomy({ maxContextTokens: 128_000 });
    const { window } = await followSteps(manager, 6, false);
    const stranger = roomy({ maxContextTokens: 128_000 });
    const { items } = await stranger.manager.preflight("s", [...window, ...arrive(6), ...arrive(7)]);
    expect(items.slice(0, window.length)).toEqual(window);
    expect(evidenceTokens(items).at(-1)).toBeGreaterThan(9_000);
  });

  it("does not change what was sent where a host only has results bounded", async () => {
    const { manager } = roomy({ maxContextTokens: 40_000 });
    const items = [say("user", "build all"), ...Array.from({ length: 12 }, (_, step) => arrive(step)).flat()];
    const first = await manager.bound("s", items.slice(0, 13));
    const all = await manager.bound("s", items);
    expect(all.slice(0, 13)).toEqual(first);
    expect(Math.min(...evidenceTokens(all))).toBeGreaterThan(4_000);
  });

  it("is the same for all at once, one by one, adopted windows, clones and a new process", async () => {
    const whole = [say("user", "build all"), ...Array.from({ length: 30 }, (_, step) => arrive(step)).flat()];
    const first = roomy();
    const { items: expected } = await first.manager.preflight("s", whole);
    expect(evidenceTokens(expected).at(-1)).toBeGreaterThan(9_000);
    expect(evidenceTokens(expected)[0]).toBeLessThan(600);
    for (const adopts of [true, false]) {
      const { manager, storage } = roomy();
      let items = whole.slice(0, 1);
      let sent: readonly PlainMessage[] = [];
      for (let step = 0; step < 30; step++) {
        items = [...items, ...structuredClone(arrive(step))];
        sent = (await manager.preflight("s", items)).items;
        if (adopts) items = [...sent];
      }
      expect(sent).toEqual(expected);
      const restarted = roomy({ storage });
      expect((await restarted.manager.preflight("s", structuredClone(items))).items).toEqual(expected);
    }
  });

  it("grows again when a compaction takes evidence out, in the same way after a restart", async () => {
    const small = {
      maxContextTokens: 40_000,
      policy: { toolOutputMaxTokens: 4_000, maskMinTokens: 2_000, maskProtectTokens: 1_000 },
    };
    const { manager, storage } = roomy(small);
    const items = [say("user", "build all"), ...Array.from({ length: 12 }, (_, step) => arrive(step)).flat()];
    const before = await manager.preflight("s", items);
    const first = evidenceTokens(before.items)[0] ?? 0;
    expect(first).toBeLessThan(1_500);
    expect((await manager.manualCompact("s", items, { targetTokens: 12_000 })).compaction).toBeDefined();
    const more = [...items, ...arrive(12), ...arrive(13)];
    const after = await manager.preflight("s", more);
    expect(evidenceTokens(after.items).at(-1)).toBeGreaterThan(2 * first);
    const restarted = roomy({ ...small, storage });
    expect((await restarted.manager.preflight("s", structuredClone(more))).items).toEqual(after.items);
  });

  it("does not touch results that are not large, and can be switched off", async () => {
    const items = [say("user", "build all"), ...Array.from({ length: 18 }, (_, step) => arrive(step)).flat()];
    const small = say("tool", "x".repeat(39_000), { call_id: "small" });
    const call = say("assistant", "", { tool_calls: [{ id: "small", name: "run", arguments: "{}" }] });
    const { manager } = roomy();
    const result = await manager.preflight("s", [...items, call, small]);
    expect(result.items.at(-1)).toBe(small);
    const off = roomy({ policy: { toolOutputTotalPct: 0 } });
    const all = await off.manager.preflight("s", items);
    expect(Math.min(...evidenceTokens(all.items))).toBeGreaterThan(9_000);
  });

  it("is split among the large results of one item, and leaves the small ones beside them alone", async () => {
    const output = (step: number): string => arrive(step)[1]?.content ?? "";
    const part = (step: number, text: string) => ({
      use: { type: "tool_use", id: `t${step}`, name: "run", input: { step } },
      result: { type: "tool_result", tool_use_id: `t${step}`, content: text },
    });
    const parts = [
      ...Array.from({ length: 6 }, (_, step) => part(step, output(step))),
      part(6, "y".repeat(30_000)),
    ];
    const items = [
      { role: "user", content: [{ type: "text", text: "build all" }] },
      { role: "assistant", content: parts.map(({ use }) => use) },
      { role: "user", content: parts.map(({ result }) => result) },
    ];
    const manager = new CompactManager({
      model: "gpt-5",
      maxContextTokens: 40_000,
      format: anthropic,
      estimator: characterEstimator,
    });
    const result = await manager.preflight("s", items);
    const texts = anthropic.view(result.items[2] as (typeof items)[2]).results.map(({ text }) => text);
    expect(result.compaction).toBeUndefined();
    expect(texts[6]).toBe(parts[6]?.result.content);
    const tokens = texts.slice(0, 6).map((text) => characterEstimator.count(text));
    expect(Math.max(...tokens)).toBeLessThanOrEqual(1_666);
    expect(Math.min(...tokens)).toBeGreaterThan(1_000);
  });
});
