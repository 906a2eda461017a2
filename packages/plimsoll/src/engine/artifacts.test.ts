import { describe, expect, it } from "vitest";
import { itemId } from "../conversation/item-id.js";
import { callbackExporter } from "../events/callback-exporter.js";
import type { CompactEvent } from "../events/compact-event.js";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import { characterEstimator } from "../testing/character-estimator.js";
import type { CompactConfig } from "./compact-config.js";
import { CompactManager } from "./compact-manager.js";

const DAY = 86_400_000;
const START = Date.parse("2026-03-01T00:00:00.000Z");
const LOG = Array.from({ length: 3000 }, (_, line) => `step ${line} of the nightly build finished`).join(
  "\n",
);
const REFERENCE = /full output: (art_[0-9a-f]{32})\]/;

function exchange(callId: string, output: string): object[] {
  return [
    { type: "function_call", call_id: callId, name: "shell", arguments: '{"command":"make nightly"}' },
    { type: "function_call_output", call_id: callId, output },
  ];
}

function managerWith(config: Partial<CompactConfig> = {}): CompactManager {
  return new CompactManager({
    model: "gpt-5",
    maxContextTokens: 200_000,
    estimator: characterEstimator,
    policy: { toolOutputMaxTokens: 2000 },
    ...config,
  });
}

const outputOf = (item: object | undefined): string => String((item as { output?: unknown })?.output);
const idIn = (item: object | undefined): string => REFERENCE.exec(outputOf(item))?.[1] ?? "";

describe("a large tool output", () => {
  it("leaves evidence that names its artifact, which recall reads back byte for byte", async () => {
    const manager = managerWith();
    const { items } = await manager.preflight("s", exchange("call_1", LOG));
    const recall = await manager.recall("s");
    const id = idIn(items[1]);
    let read = "";
    while (read.length < LOG.length)
      read += (await recall.read(id, { range: [read.length, LOG.length] })).text;
    expect(read === LOG).toBe(true);
    expect(await recall.search("step 1234")).toMatchObject([{ id, line: 1235, role: "tool" }]);
    expect(await recall.list()).toMatchObject([{ characters: LOG.length, artifacts: [id] }]);
  });

  it("is stored once however many calls gave it, and both items come back whole", async () => {
    const artifacts = memoryStorage();
    const manager = managerWith({ storage: artifacts });
    const given = [...exchange("call_1", LOG), ...exchange("call_2", LOG)];
    const { items } = await manager.preflight("s", given);
    expect(idIn(items[3])).toBe(idIn(items[1]));
    const stored = await artifacts.listArtifacts({ tenant: "default", sessionId: "s" });
    expect(stored).toMatchObject([{ kind: "command", characters: LOG.length }]);
    expect(stored[0]?.label).toBe('shell {"command":"make nightly"}');
    for (const item of [given[1], given[3]]) {
      expect(await manager.readArchived("s", itemId(item as object))).toEqual(item);
    }
  });

  it("is redacted before it is stored", async () => {
    const artifacts = memoryStorage();
    const manager = managerWith({ storage: artifacts });
    const secret = `sk-proj-${"Ab3".repeat(16)}`;
    const { items } = await manager.preflight("s", exchange("call_1", `${LOG}\nOPENAI_API_KEY=${secret}\n`));
    const stored = await artifacts.getArtifact({ tenant: "default", sessionId: "s" }, idIn(items[1]));
    expect(stored?.text).toContain("OPENAI_API_KEY=");
    expect(stored?.text).not.toContain(secret);
  });

  it("cannot be seen by another session or another tenant of the same store", async () => {
    const storage = memoryStorage();
    const one = managerWith({ storage, tenant: "one" });
    const { items } = await one.preflight("s", exchange("call_1", LOG));
    const id = idIn(items[1]);
    const other = managerWith({ storage, tenant: "other" });
    await expect((await other.recall("s")).read(id)).rejects.toMatchObject({ code: "UNKNOWN_ITEM" });
    await expect((await one.recall("t")).read(id)).rejects.toMatchObject({ code: "UNKNOWN_ITEM" });
    expect(await (await other.recall("s")).list()).toEqual([]);
    expect(await (await one.recall("s")).read(id)).toMatchObject({ complete: false });
  });

  it("is gone after its retention, and not before", async () => {
    let now = START;
    const events: CompactEvent[] = [];
    const manager = managerWith({
      clock: () => now,
      retentionDays: 0,
      artifactRetentionDays: 10,
      exporters: [callbackExporter((event) => void events.push(event))],
    });
    const first = await manager.preflight("old", exchange("call_1", LOG));
    now += 6 * DAY;
    const second = await manager.preflight("new", exchange("call_1", `${LOG}\nagain`));
    now += 5 * DAY;
    await manager.sweep();
    await expect((await manager.recall("old")).read(idIn(first.items[1]))).rejects.toMatchObject({
      code: "UNKNOWN_ITEM",
    });
    expect(await (await manager.recall("new")).read(idIn(second.items[1]))).toBeDefined();
    expect(events.filter(({ event }) => event === "compact.swept")).toMatchObject([
      { artifacts: 1, removed: 0 },
    ]);
  });

  it("goes to bounded memory with one warning while its store fails, and the run goes on", async () => {
    const events: CompactEvent[] = [];
    const broken = Object.assign(memoryStorage(), {
      name: "broken",
      putArtifacts: () => Promise.reject(new Error("disk I/O error")),
    });
    const manager = managerWith({
      storage: broken,
      exporters: [callbackExporter((event) => void events.push(event))],
    });
    const first = await manager.preflight("s", exchange("call_1", LOG));
    await manager.preflight("s", [...exchange("call_1", LOG), ...exchange("call_2", `${LOG}\nagain`)]);
    const warnings = events.filter(
      ({ event, session_id: id }) => event === "compact.store_degraded" && id === "*",
    );
    expect(warnings).toMatchObject([{ severity: "warning" }]);
    expect(await (await manager.recall("s")).read(idIn(first.items[1]))).toBeDefined();
  });
});
