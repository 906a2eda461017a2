import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CompactManager } from "../../engine/compact-manager.js";
import { memoryStorage } from "../../stores/memory/memory-storage.js";
import { heuristicEstimator } from "../../tokens/heuristic-estimator.js";
import { compactionMiddleware } from "./compaction-middleware.js";

const SETTINGS = { model: "gpt-5", maxContextTokens: 6000, estimator: heuristicEstimator } as const;
const NAMES = ["alder", "birch", "cedar"] as const;
type Name = (typeof NAMES)[number];

const BEGINNING: readonly object[] = [
  { role: "system", content: "You are a careful assistant." },
  { role: "user", content: "Read the file and tell me what is in it." },
];

/** A turn whose call has the id that every turn of every conversation has, as Kimi numbers them. */
function turnOf(name: Name, turn: number): object[] {
  const path = `${name}-${turn}.txt`;
  const call = { name: "read_file", arguments: JSON.stringify({ path }) };
  const lines = Array.from({ length: 120 }, (_, line) => `${name} ${turn} has line ${line} of its own`);
  return [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "functions.read_file:0", type: "function", function: call }],
    },
    { role: "tool", tool_call_id: "functions.read_file:0", content: lines.join("\n") },
    { role: "assistant", content: `I have read ${path}.` },
    { role: "user", content: `Never delete ${path}. Go on with the next one.` },
  ];
}

const others = (name: Name): readonly Name[] => NAMES.filter((other) => other !== name);
const steps = (): fc.Arbitrary<readonly Name[]> =>
  fc.array(fc.constantFrom(...NAMES), { minLength: 12, maxLength: 24 });

async function expectOwn(manager: CompactManager, name: Name, sessionId: string): Promise<void> {
  const state = JSON.stringify(await manager.checkpoint(sessionId));
  const recall = await manager.recall(sessionId);
  const artifacts = JSON.stringify(await recall.list({ limit: 100 }));
  for (const other of others(name)) {
    expect(state).not.toContain(other);
    expect(artifacts).not.toContain(other);
    expect(await recall.search(other)).toEqual([]);
  }
}

describe("conversations in which call ids repeat", () => {
  it("see nothing of each other in one manager, in whatever order they go on", async () => {
    await fc.assert(
      fc.asyncProperty(steps(), async (order) => {
        const manager = new CompactManager(SETTINGS);
        const lists = new Map(NAMES.map((name) => [name, [...BEGINNING]]));
        for (const name of NAMES) await manager.preflight(name, lists.get(name) ?? []);
        for (const [turn, name] of order.entries()) {
          const list = [...(lists.get(name) ?? []), ...turnOf(name, turn)];
          const { items } = await manager.preflight(name, list);
          lists.set(name, items);
          for (const other of others(name)) expect(JSON.stringify(items)).not.toContain(other);
        }
        for (const name of NAMES) await expectOwn(manager, name, name);
      }),
      { numRuns: 10 },
    );
  });

  it("are told apart by their content where they have no names, although they begin alike", async () => {
    await fc.assert(
      fc.asyncProperty(steps(), fc.boolean(), async (order, adopt) => {
        const middleware = compactionMiddleware(SETTINGS);
        const lists = new Map(NAMES.map((name) => [name, [...BEGINNING]]));
        const sessions = new Map<Name, string>();
        for (const [turn, name] of order.entries()) {
          const list = [...(lists.get(name) ?? []), ...turnOf(name, turn)];
          const call = await middleware.beforeModelCall({ items: list });
          await middleware.afterModelCall(call, {});
          lists.set(name, adopt ? call.items : list);
          sessions.set(name, call.sessionId ?? "");
          for (const other of others(name)) expect(JSON.stringify(call.items)).not.toContain(other);
        }
        expect(new Set(sessions.values()).size).toBe(sessions.size);
        for (const [name, sessionId] of sessions) await expectOwn(middleware.manager, name, sessionId);
        await middleware.close();
      }),
      { numRuns: 10 },
    );
  });

  it("label every output with the call that it answers", async () => {
    const storage = memoryStorage();
    const manager = new CompactManager({ ...SETTINGS, storage });
    const list = [...BEGINNING, ...Array.from({ length: 12 }, (_, turn) => turnOf("alder", turn)).flat()];
    await manager.preflight("s", list);
    const scope = { tenant: "default", sessionId: "s" };
    const infos = await storage.listArtifacts(scope, { limit: 100 });
    expect(infos.length).toBeGreaterThan(1);
    for (const { id, label } of infos) {
      const text = (await storage.getArtifact(scope, id))?.text ?? "";
      expect(label).toContain(`alder-${/alder (\d+) has line/.exec(text)?.[1]}.txt`);
    }
    const { files } = await manager.checkpoint("s");
    const read = new Set(files.map(({ path }) => path));
    for (let turn = 0; turn < 12; turn++) expect(read).toContain(`alder-${turn}.txt`);
  });
});
