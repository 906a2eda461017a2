import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadSettings } from "../config/load-settings.js";
import { parseSettings } from "../config/parse-settings.js";
import { callbackExporter } from "../events/callback-exporter.js";
import { consoleExporter } from "../events/console-exporter.js";
import type { CompactEvent } from "../events/compact-event.js";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import { startScriptedModel } from "../testing/scripted-model.js";
import { syntheticHistory } from "../testing/synthetic-history.js";
import { heuristicEstimator } from "../tokens/heuristic-estimator.js";
import { managerFromSettings } from "./manager-from-settings.js";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plimsoll-setup-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const history = syntheticHistory({ seed: 5, turns: 14, toolDensity: 0.7 });

describe("managerFromSettings", () => {
  it("says what it takes where it is given all that loadSettings gives, or nothing", async () => {
    const loaded: unknown = await loadSettings({ cwd: folder, environment: {} });
    for (const given of [loaded, undefined])
      expect(() => managerFromSettings(given as never)).toThrow(/the `settings` that loadSettings/);
  });

  it("builds what a configuration file describes", async () => {
    const path = join(folder, "plimsoll.config.yaml");
    await writeFile(
      path,
      `model: gpt-5\nmax_context_tokens: 8000\nstorage:\n  adapter: fs\n  path: ${folder}/archive\n`,
    );
    const { settings } = await loadSettings({ path, cwd: folder, environment: {} });
    const manager = managerFromSettings(settings);
    const result = await manager.preflight("s", history);
    expect(result.compaction).toBeDefined();
    await manager.close();
    expect((await readdir(join(folder, "archive"))).toSorted()).toHaveLength(2);
  });

  it("summarizes with the model that the settings name, with the key from the environment", async () => {
    const model = await startScriptedModel([
      { reply: { text: "Two files were changed and the tests pass." } },
    ]);
    const settings = parseSettings({
      model: "gpt-5",
      max_context_tokens: 8000,
      summarizer: { kind: "model", api: "chat", base_url: model.url, model: "small", api_key_env: "MY_KEY" },
      tokens: { estimator: "heuristic" },
    });
    const events: CompactEvent[] = [];
    const manager = managerFromSettings(settings, {
      environment: { MY_KEY: "key-of-mine" },
      exporters: [callbackExporter((event) => void events.push(event))],
      policy: { summaryRole: "user" },
    });
    const result = await manager.preflight("s", history);
    expect(result.compaction).toMatchObject({
      summarizer: "model",
      summary: expect.stringContaining("Two files were changed and the tests pass.") as string,
    });
    expect(model.requests[0]?.headers["authorization"]).toBe("Bearer key-of-mine");
    expect(JSON.stringify(events)).not.toContain("key-of-mine");
    await model.close();
  });

  it("has the embedded summarizer take over from a model that fails, unless the settings want none", async () => {
    for (const [fallback, summarizer] of [
      [undefined, "extractive"],
      ["none", "none"],
    ] as const) {
      const model = await startScriptedModel(
        Array.from({ length: 20 }, () => ({ reply: { status: 401, body: "{}" } })),
      );
      const settings = parseSettings({
        model: "gpt-5",
        max_context_tokens: 8000,
        summarizer: { kind: "model", base_url: model.url, ...(fallback ? { fallback } : {}) },
        tokens: { estimator: "heuristic" },
      });
      const manager = managerFromSettings(settings, { environment: {} });
      expect((await manager.preflight("s", history)).compaction?.summarizer).toBe(summarizer);
      await model.close().catch(() => undefined);
    }
  });

  it("keeps requests to the conversation's own model within the window that the settings give it", async () => {
    const model = await startScriptedModel(Array.from({ length: 8 }, () => ({ reply: { text: "Short." } })));
    const settings = parseSettings({
      model: "gpt-5",
      max_context_tokens: 4000,
      policy: { hard_cap_buffer: 200 },
      summarizer: { kind: "model", base_url: model.url },
      tokens: { estimator: "heuristic" },
    });
    const manager = managerFromSettings(settings, { environment: {}, policy: { strategy: "brief" } });
    const result = await manager.preflight("s", history);
    expect(result.compaction).toMatchObject({
      summarizer: "model",
      summary: expect.stringContaining("Short.") as string,
    });
    for (const { json } of model.requests) {
      const { messages } = json as { messages: { content: string }[] };
      const tokens = messages.reduce((sum, { content }) => sum + heuristicEstimator.count(content), 0);
      expect(tokens).toBeLessThanOrEqual((4000 / 2) * 0.95);
    }
    expect(model.requests.length).toBeGreaterThan(0);
    await model.close().catch(() => undefined);
  });

  it("takes the prices of a model from its settings, over those that are known", async () => {
    const settings = parseSettings({
      model: "acme",
      max_context_tokens: 8000,
      models: { acme: { context_window: 8000, input_price: 2, cached_input_price: 0.5, output_price: 9 } },
      tokens: { estimator: "heuristic" },
    });
    const manager = managerFromSettings(settings);
    const priced = await manager.plan("s", history);
    expect(priced.decision.cost?.estimate?.saves).toBeGreaterThan(0);
    const inputAlone = managerFromSettings({ ...settings, models: { acme: { inputPrice: 2 } } });
    expect((await inputAlone.plan("s", history)).decision.cost?.estimate?.saves).toBeGreaterThan(0);
    const unpriced = managerFromSettings({ ...settings, models: { acme: { outputPrice: 9 } } });
    expect((await unpriced.plan("s", history)).decision.cost?.estimate).toBeUndefined();
  });

  it("reads a file where it is given its path alone", async () => {
    const path = join(folder, "own.yaml");
    await writeFile(path, "model: gpt-5\nmax_context_tokens: 5000\n");
    const manager = await managerFromSettings(path, { environment: {} });
    const { measurement } = await manager.decide("s", [{ role: "user", content: "hello" }]);
    expect(measurement.max).toBe(5000);
    await manager.close();
    const { settings, origins } = await loadSettings(path);
    expect(settings.maxContextTokens).toBe(5000);
    expect(origins.get("max_context_tokens")).toBe("file");
    await expect(managerFromSettings(join(folder, "none.yaml"))).rejects.toThrow("cannot be read");
  });

  it("leaves custom parts to the code, and refuses a manager without them", async () => {
    const custom = parseSettings({ telemetry: { exporter: "custom" }, storage: { adapter: "custom" } });
    const storage = memoryStorage();
    expect(() => managerFromSettings(custom, { storage })).toThrow(/telemetry.exporter is "custom": pass/);
    expect(() => managerFromSettings(custom, { exporters: [] })).toThrow(/storage.adapter is "custom": pass/);
    const names: string[] = [];
    const exporters = [callbackExporter((event) => void names.push(event.event))];
    const manager = managerFromSettings(custom, { storage, exporters });
    await manager.preflight("s", [{ role: "user", content: "hello" }]);
    await manager.close();
    expect(names).toContain("compact.trigger_decision");
  });

  it("prints decisions at the default level on request", async () => {
    const lines: string[] = [];
    const write = (line: string): void => void lines.push(line);
    const exporters = [consoleExporter({ write, decisions: true })];
    const manager = managerFromSettings(parseSettings({ model: "gpt-5" }), { exporters });
    await manager.preflight("s", [{ role: "user", content: "hello" }]);
    await manager.close();
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        event: "compact.trigger_decision",
        policy: expect.objectContaining({ trigger_pct: 0.85, strategy: "task_state" }),
        kept: { items: 1, recent_turns: 6, tool_io_pairs: 4 },
        pruned_count: 0,
        summary_tokens: 0,
      }),
    ]);
  });
});
