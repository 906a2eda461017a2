import { describe, expect, it } from "vitest";
import { responses } from "../formats/responses/responses.js";
import { createRecall } from "../recall/create-recall.js";
import { createArchive } from "../stores/create-archive.js";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import { CompactManager } from "../engine/compact-manager.js";
import { longConversation, MODEL, turn, user, withWindow } from "./provider-window-test-support.js";
import { isCompactionItem } from "./window/window-item.js";

describe("what is known of a remote compaction", () => {
  it("is neither recalled nor remembered, while the transcript is", async () => {
    const storage = memoryStorage();
    await withWindow({ window: { triggerPct: 0.55, storage } }, async (bench) => {
      const list = await longConversation(bench);
      await turn(bench.window, [...list, user("And in April?")]);
      const { head, compactions } = await bench.window.state();
      const [metadata] = compactions;
      const payload = String(head.find(isCompactionItem)?.["encrypted_content"]);
      const recall = createRecall({ archive: createArchive(storage), sessionId: "s", format: responses });
      expect((await recall.search("archive"))[0]?.snippet).toContain("Never change the archive.");
      const listed = await recall.list({ limit: 100 });
      const known = [payload.slice(0, 32), metadata?.id ?? "", metadata?.payloads[0]?.hash ?? ""];
      for (const { id } of listed) {
        const { text } = await recall.read(id);
        for (const secret of known) expect(text).not.toContain(secret);
      }
      expect(await recall.search(payload.slice(0, 32))).toEqual([]);
      expect(await recall.search(metadata?.id ?? "")).toEqual([]);
      for (const entry of await storage.read("s", ["window"])) {
        await expect(recall.read(entry.id)).rejects.toMatchObject({ code: "UNKNOWN_ITEM" });
      }
      const manager = new CompactManager({ model: MODEL, storage });
      expect(JSON.stringify(await manager.remember("s"))).not.toContain(metadata?.id ?? "none");
    });
  });

  it("is in no event beyond its digest", async () => {
    await withWindow({ window: { triggerPct: 0.55 } }, async (bench) => {
      const list = await longConversation(bench);
      await turn(bench.window, [...list, user("And in April?")]);
      const payload = String((await bench.window.state()).head.find(isCompactionItem)?.["encrypted_content"]);
      expect(JSON.stringify(bench.events)).not.toContain(payload.slice(0, 40));
      expect(JSON.stringify(bench.events)).not.toContain("key-1");
    });
  });
});

describe("cache losses", () => {
  const body = { instructions: Array.from({ length: 1500 }, (_, index) => `Rule ${index}.`).join(" ") };

  it("are attributed to what caused them, from the tokens that the provider reports", async () => {
    await withWindow({ window: { maxContextTokens: 20_000 } }, async ({ window, named, server }) => {
      let list = await turn(window, [user("Hello.")], body);
      list = await turn(window, [...list, user("One.")], body);
      expect(named("provider_window.cache_lost")).toEqual([]);
      list = await turn(window, [...list, user("Two.")], {
        ...body,
        instructions: `Anew. ${body.instructions}`,
      });
      expect(named("provider_window.cache_lost").at(-1)).toMatchObject({ cause: "shape_drift" });
      const anew = { ...body, instructions: `Anew. ${body.instructions}` };
      list = await turn(window, [...list, user("And a half.")], anew);
      server.reply("Three it is.", { usage: { cachedTokens: 0 } });
      list = await turn(window, [...list, user("Three.")], anew);
      list = await turn(window, [...list, user("Four.")], anew);
      server.reply("Rewritten.", { usage: { cachedTokens: 0 } });
      await turn(window, [user("Another beginning."), ...list.slice(1), user("Five.")], anew);
      const { cacheLosses } = await window.state();
      expect(cacheLosses).toEqual({ shape_drift: 1, provider_expiry: 1, history_rewritten: 1 });
    });
  });

  it("are intentional after a compaction", async () => {
    await withWindow({ window: { triggerPct: 0.55 } }, async (bench) => {
      const list = await longConversation(bench);
      await turn(bench.window, [...list, user("And in April?")]);
      expect(bench.named("provider_window.cache_lost")).toMatchObject([{ cause: "intentional_compaction" }]);
      expect((await bench.window.state()).cacheLosses).toEqual({ intentional_compaction: 1 });
    });
  });
});
