import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { CompactManager } from "../../engine/compact-manager.js";
import type { RemoteCompactor } from "../../engine/commit/remote-compactor.js";
import type { CompactConfig } from "../../engine/compact-config.js";
import { callbackExporter } from "../../events/callback-exporter.js";
import type { CompactEvent } from "../../events/compact-event.js";
import { responses, type ResponsesItem } from "../../formats/responses/responses.js";
import { memoryStorage } from "../../stores/memory/memory-storage.js";
import { type ScriptedOpenAI, startScriptedOpenAI } from "plimsoll-testkit";
import { heuristicEstimator } from "../../tokens/heuristic-estimator.js";
import { openAITransport } from "../transport/openai-transport.js";
import { MODEL, user, words } from "../provider-window-test-support.js";
import { remoteCompactor, type RemoteCompactorOptions } from "./remote-compactor.js";
import { isCompactionItem, type WindowItem } from "../window/window-item.js";

const history = (): WindowItem[] => [
  { role: "developer", content: "You audit." },
  user("Audit the ledger. Never change the archive."),
  ...[1, 2, 3].flatMap((step) => [
    {
      type: "function_call",
      call_id: `c${step}`,
      name: "read_file",
      arguments: `{"path":"/ledger/${step}.csv"}`,
    },
    { type: "function_call_output", call_id: `c${step}`, output: words(900, step) },
  ]),
  { role: "assistant", content: "The fault is in row 17." },
  user("And in April?"),
];

interface Setup {
  readonly server: ScriptedOpenAI;
  readonly events: CompactEvent[];
  manager(options?: Partial<RemoteCompactorOptions>, apiKey?: string): CompactManager<ResponsesItem>;
}

async function withManager(
  run: (setup: Setup) => Promise<void>,
  config: Partial<CompactConfig<ResponsesItem>> = {},
): Promise<void> {
  const server = await startScriptedOpenAI();
  const events: CompactEvent[] = [];
  const storage = memoryStorage();
  try {
    await run({
      server,
      events,
      manager: (options = {}, apiKey = "key-1") =>
        new CompactManager<ResponsesItem>({
          model: MODEL,
          maxContextTokens: 5000,
          format: responses,
          estimator: heuristicEstimator,
          clock: () => 1_800_000_000_000,
          storage,
          exporters: [callbackExporter((event) => void events.push(event))],
          policy: { strategy: "remote", triggerPct: 0.5, hardCapBuffer: 0 },
          remote: remoteCompactor({
            transport: openAITransport(new OpenAI({ apiKey, baseURL: server.url, maxRetries: 0 })),
            sleep: () => Promise.resolve(),
            ...options,
          }),
          ...config,
        }),
    });
  } finally {
    await server.close();
  }
}

describe('a manager with the strategy "remote"', () => {
  it("compacts the list itself where the provider refuses its own window as too long, and says so", async () => {
    await withManager(async ({ manager, events }) => {
      const compacting = manager();
      await compacting.preflight("s", history());
      const error = { status: 400, code: "context_length_exceeded" };
      const { items, compaction } = await compacting.preflight("s", history(), { error });
      expect(compaction).toMatchObject({ by: "local" });
      expect(items.map(({ type }) => type)).not.toContain("compaction");
      expect(events.filter(({ event }) => event === "compact.part_failed")).toMatchObject([
        { part: "remote compactor", reason: expect.stringContaining("refused") },
      ]);
      const again = await compacting.preflight("s", history());
      expect(again.items).toEqual(items);
    });
  });

  it("has the provider compact, sends what came back, and applies it again to the full history", async () => {
    await withManager(async ({ manager, server, events }) => {
      const compacting = manager();
      const { items, compaction } = await compacting.preflight("s", history());
      expect(compaction).toMatchObject({ rung: "remote", summarizer: "provider", template: "none" });
      expect(items.map(({ type, role }) => type ?? role)).toEqual([
        "developer",
        "message",
        "compaction",
        "user",
      ]);
      expect(events.filter(({ event }) => event === "provider_window.compacted")).toMatchObject([
        { trigger: "strategy" },
      ]);
      expect(events.filter(({ event }) => event === "compact.compacted")).toMatchObject([{ by: "remote" }]);
      const again = await compacting.preflight("s", [...history(), { role: "assistant", content: "Fine." }]);
      expect(again.items.slice(0, 4)).toEqual(items);
      expect(server.requests).toHaveLength(1);
      const restarted = await manager().preflight("s", [
        ...history(),
        { role: "assistant", content: "Fine." },
      ]);
      expect(restarted.items.slice(0, 4)).toEqual(items);
      expect(server.requests).toHaveLength(1);
    });
  });

  it("takes it back, and keeps a readable checkpoint beside it", async () => {
    await withManager(async ({ manager }) => {
      const compacting = manager();
      await compacting.preflight("s", history());
      const checkpoint = await compacting.checkpoint("s");
      expect(checkpoint.constraints.map(({ text }) => text)).toContain("Never change the archive.");
      expect((await manager().undo("s")).items).toEqual(history());
    });
  });

  it.each(["unsupported", "server_error", "context_length_exceeded", "items_not_persisted"] as const)(
    "compacts here where the provider fails with %s",
    async (kind) => {
      await withManager(async ({ manager, server, events }) => {
        server.fault({ kind, route: "compact", times: 99 });
        const { items, compaction } = await manager().preflight("s", history());
        expect(compaction?.rung).not.toBe("remote");
        expect(items.some((item) => isCompactionItem({ ...item }))).toBe(false);
        expect(events.filter(({ event }) => event === "provider_window.compaction_failed")).toHaveLength(1);
      });
    },
  );

  it("rejects instead where it is told to", async () => {
    await withManager(async ({ manager, server }) => {
      server.fault({ kind: "unsupported", route: "compact" });
      const failed = manager({ onFailure: "error" }).preflight("s", history());
      await expect(failed).rejects.toMatchObject({ code: "REMOTE_COMPACTION_FAILED" });
    });
  });

  it("does not show another account what was encrypted for the first", async () => {
    await withManager(async ({ manager, server, events }) => {
      const { items } = await manager().preflight("s", history());
      const more = [...items, { role: "assistant", content: words(4000) }, user("Go on.")];
      const result = await manager({}, "key-2").preflight("s", more);
      expect(result.compaction?.rung).not.toBe("remote");
      expect(server.requests).toHaveLength(1);
      expect(events.filter(({ event }) => event === "provider_window.compaction_skipped")).toMatchObject([
        { reason: "foreign_items" },
      ]);
    });
  });

  it("never returns an encrypted item from recall or remember", async () => {
    await withManager(async ({ manager }) => {
      const compacting = manager();
      const { items } = await compacting.preflight("s", history());
      const item = items.find((one) => isCompactionItem({ ...one })) as WindowItem;
      const payload = String(item["encrypted_content"]);
      await compacting.manualCompact("s", [
        ...items,
        { role: "assistant", content: words(3000) },
        user("More."),
      ]);
      const recall = await compacting.recall("s");
      const listed = await recall.list({ limit: 100 });
      expect(listed.length).toBeGreaterThan(5);
      for (const entry of listed) {
        expect(JSON.stringify([entry, await recall.read(entry.id)])).not.toContain(payload.slice(0, 40));
      }
      const { itemId } = await import("../../conversation/item-id.js");
      expect(listed.map(({ id }) => id)).not.toContain(itemId(item));
      await expect(recall.read(itemId(item))).rejects.toMatchObject({ code: "UNKNOWN_ITEM" });
      expect(await recall.search(payload.slice(0, 30))).toEqual([]);
      expect(await recall.search("encrypted")).toEqual([]);
      const remembered = await compacting.remember("s");
      expect(JSON.stringify(remembered)).not.toContain("encrypted");
      expect(JSON.stringify(remembered)).not.toContain(payload.slice(0, 40));
    });
  });

  it("writes a summary where the caller names a size, or where what comes back is still too large", async () => {
    await withManager(async ({ manager, server }) => {
      const named = await manager().manualCompact("named", history(), { targetTokens: 1200 });
      expect(named.compaction?.rung).not.toBe("remote");
      expect(server.requests).toHaveLength(0);
      const large = [
        ...history().slice(0, -1),
        user(words(4500)),
        { role: "assistant", content: "Fine." },
        user("And?"),
      ];
      const { compaction, measurement } = await manager().preflight("large", large);
      expect(server.requests).toHaveLength(1);
      expect(compaction?.rung).not.toBe("remote");
      expect(measurement.tokens).toBeLessThan(5000);
    });
  });

  it("replays the user's words after a restart as they were", async () => {
    await withManager(async ({ manager }) => {
      const secret = `ghp_${"aB3dE5gH7jK9".repeat(3)}`;
      const list = history().map((item, index) =>
        index === 1 ? user(`Audit with ${secret}. Never change the archive.`) : item,
      );
      await manager().preflight("s", list);
      const again = await manager().preflight("s", [...list, { role: "assistant", content: "Fine." }]);
      expect(again.items.some((item) => isCompactionItem({ ...item }))).toBe(true);
      expect(JSON.stringify(again.items)).toContain(secret);
      expect(JSON.stringify(again.items)).not.toContain("REDACTED");
    });
  });

  it.each([
    ["compacts anew after a restart where the provider's own words hold a secret", undefined],
    ["replays the provider's own words with a secret if it has the key", "5e".repeat(32)],
  ])("%s", async (_name, originalsKey) => {
    const test = async ({ manager }: Setup): Promise<void> => {
      const secret = `ghp_${"aB3dE5gH7jK9".repeat(3)}`;
      const written = [user(`A hand-off with ${secret}.`), { type: "compaction", encrypted_content: "gAAA" }];
      const remote: RemoteCompactor<ResponsesItem> = {
        name: "own",
        compact: ({ items }) =>
          Promise.resolve({ items: written, length: items.length, tokensAfter: 20, metadata: {} }),
      };
      const first = manager();
      const { items } = await first.manualCompact("s", history(), { remote });
      expect(items).toEqual(written);
      expect((await first.preflight("s", history())).items).toEqual(written);
      const restarted = await manager().preflight("s", history(), { maxContextTokens: 100_000 });
      expect(restarted.items).toEqual(originalsKey ? written : history());
    };
    await withManager(test, originalsKey ? { originalsKey } : {});
  });

  it("is refused without a way to the provider", () => {
    expect(() => new CompactManager({ model: MODEL, policy: { strategy: "remote" } })).toThrow(
      /give `remote`/,
    );
  });
});
