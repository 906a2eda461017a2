import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import {
  lastInput,
  longConversation,
  MODEL,
  turn,
  user,
  withWindow,
  type WindowBench,
} from "./provider-window-test-support.js";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import { openAITransport } from "./transport/openai-transport.js";
import type { ProviderWindowOptions } from "./create-provider-window.js";

const window = { triggerPct: 0.55, timeLimits: { summarizerMs: 0 } } as const;

/** The round in which the window is compacted, while the compact route never answers. */
async function hangingTurn(bench: WindowBench, options: Partial<ProviderWindowOptions>): Promise<void> {
  const storage = memoryStorage();
  const before = await bench.open({ storage });
  const list = await longConversation({ ...bench, window: before });
  const open = await bench.open({ storage, ...options });
  bench.server.fault({ kind: "hang", route: "compact", times: 99 });
  await turn(open, [...list, user("And in April?")]);
}

describe("a compact route that never answers", () => {
  it("is given up after the client's own time limit, retried, and the window is compacted here", async () => {
    await withWindow({ window: window }, async (bench) => {
      const client = new OpenAI({ apiKey: "key-1", baseURL: bench.server.url, maxRetries: 0, timeout: 20 });
      const transport = {
        ...openAITransport(bench.client),
        compact: openAITransport(client).compact,
      };
      await hangingTurn(bench, { transport });
      expect(bench.bodies("/responses/compact")).toHaveLength(4);
      expect(bench.named("provider_window.compaction_failed")).toMatchObject([{ kind: "transient" }]);
      expect(bench.named("provider_window.local_fallback")).toHaveLength(1);
      expect(lastInput(bench).at(-1)).toEqual(user("And in April?"));
    });
  });

  it("is retried if the transport gives up by itself, which is no abort of the caller's", async () => {
    await withWindow({ window: window }, async (bench) => {
      let asked = 0;
      const giveUp = (): Promise<never> => {
        asked += 1;
        return Promise.reject(new DOMException("This operation was aborted", "AbortError"));
      };
      await hangingTurn(bench, { transport: { ...openAITransport(bench.client), compact: giveUp } });
      expect(asked).toBe(4);
      expect(bench.named("provider_window.local_fallback")).toHaveLength(1);
    });
  });

  it.each(["standalone", "trigger"] as const)(
    "is given up by the window itself in the mode %s",
    async (mode) => {
      await withWindow({ window }, async (bench) => {
        const list = await longConversation(bench);
        const backOff = { attemptMilliseconds: 20, retries: 1 };
        const open = await bench.open({ mode, backOff, sessionId: "second" });
        await turn(open, list.slice(0, 1));
        const faults = [0, 1].map(() =>
          bench.server.fault({ kind: "hang", route: mode === "standalone" ? "compact" : "responses" }),
        );
        const result = await open.compact({ model: MODEL, input: list });
        expect(result).toMatchObject({ outcome: "local", reason: expect.stringContaining("within 20 ms") });
        expect(faults.map(({ hits }) => hits)).toEqual([1, 1]);
        expect(bench.named("provider_window.retried")).toHaveLength(1);
      });
    },
  );

  it("is given up in the middle of a stream too", async () => {
    await withWindow({ window }, async (bench) => {
      const list = await longConversation(bench);
      const open = await bench.open({ mode: "trigger", backOff: { attemptMilliseconds: 20, retries: 0 } });
      bench.server.fault({ kind: "hang", afterEvents: 1 });
      expect((await open.compact({ model: MODEL, input: list })).outcome).toBe("local");
    });
  });

  it("ends with all its attempts within the limit of a compaction", async () => {
    await withWindow({ window }, async (bench) => {
      await hangingTurn(bench, { timeLimits: { summarizerMs: 20 } });
      expect(bench.named("provider_window.compaction_failed")).toMatchObject([
        { reason: "The provider did not compact within 20 ms." },
      ]);
      expect(lastInput(bench).at(-1)).toEqual(user("And in April?"));
    });
  });

  it("rejects as aborted only where the caller's own signal is", async () => {
    await withWindow({ window }, async (bench) => {
      const list = await longConversation(bench);
      const controller = new AbortController();
      const fault = bench.server.fault({ kind: "hang", route: "compact" });
      const options = { signal: controller.signal };
      const compacting = bench.window.compact({ model: MODEL, input: list }, options);
      while (fault.hits === 0) await new Promise((resolve) => setImmediate(resolve));
      controller.abort();
      await expect(compacting).rejects.toMatchObject({ code: "ABORTED" });
    });
  });
});
