import { describe, expect, it } from "vitest";
import { memoryStorage } from "../../stores/memory/memory-storage.js";
import { longConversation, MODEL, turn, user, withWindow, words } from "../provider-window-test-support.js";
import { isCompactionItem, type WindowItem } from "../window/window-item.js";

const typesOf = (items: unknown): unknown[] =>
  (items as WindowItem[]).map(({ type, role }) => (type === undefined || type === "message" ? role : type));

describe("standalone remote compaction", () => {
  it("replaces the window where usage reaches the trigger, keeps the request verbatim, and goes on from there", async () => {
    const storage = memoryStorage();
    await withWindow({ window: { triggerPct: 0.55, storage } }, async (bench) => {
      const { window, bodies, named } = bench;
      let list = await longConversation(bench, { instructions: "You audit." });
      const question = user("And in April?");
      list = await turn(window, [...list, question], { instructions: "You audit." });
      const [compact] = bodies("/responses/compact");
      expect(Object.keys(compact ?? {}).sort()).toEqual(["input", "instructions", "model"]);
      expect(typesOf(compact?.["input"]).at(-1)).toBe("assistant");
      const after = bodies("/responses").at(-1);
      expect(typesOf(after?.["input"])).toEqual(["user", "compaction", "user"]);
      expect(after?.["input"]).toHaveProperty("2", question);
      expect(after).not.toHaveProperty("previous_response_id");
      expect(named("provider_window.continuation_missed").at(-1)).toMatchObject({
        reason: "remote_compaction",
      });
      list = await turn(window, [...list, user("Thanks.")], { instructions: "You audit." });
      expect(bodies("/responses").at(-1)).toMatchObject({ input: [user("Thanks.")] });
      expect(bodies("/responses/compact")).toHaveLength(1);
      const [event] = named("provider_window.compacted");
      expect(event).toMatchObject({
        trigger: "usage",
        mode: "standalone",
        compaction_items: 1,
        covered_items: 11,
      });
    });
  });

  it("records what it did beside the window, and a readable checkpoint", async () => {
    await withWindow({ window: { triggerPct: 0.55 } }, async (bench) => {
      const list = await longConversation(bench);
      const before = await bench.window.state();
      expect(before.compactions).toEqual([]);
      await turn(bench.window, [...list, user("And in April?")]);
      const state = await bench.window.state();
      expect(state).toMatchObject({ covered: 11, compactionIndexes: [1] });
      const payload = state.head.find(isCompactionItem)?.["encrypted_content"] as string;
      expect(state.compactions).toMatchObject([
        {
          trigger: "usage",
          model: MODEL,
          binding: {
            provider: expect.stringContaining("127.0.0.1"),
            account: expect.stringMatching(/^acct_/),
          },
          covered: { items: 11 },
          compactionItems: 1,
          payloads: [{ bytes: payload.length, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }],
        },
      ]);
      expect(state.compactions[0]?.usage.input).toBeGreaterThan(1000);
      expect(JSON.stringify(state.compactions)).not.toContain(payload);
      const checkpoint = await bench.window.checkpoint();
      expect(checkpoint?.constraints.map(({ text }) => text)).toContain("Never change the archive.");
      expect(checkpoint?.files.map(({ path }) => path)).toContain("/ledger/1.csv");
    });
  });

  it("goes on with the window also where the host adopts it, and compacts a second time", async () => {
    await withWindow({ window: { triggerPct: 0.55 } }, async (bench) => {
      const { window, bodies, server, named } = bench;
      const list = await longConversation(bench);
      await turn(window, [...list, user("And in April?")]);
      const sent = bodies("/responses").at(-1)?.["input"] as WindowItem[];
      const output = JSON.parse(JSON.stringify(sent)) as WindowItem[];
      let adopted = await turn(window, [
        ...output,
        { role: "assistant", content: "Understood." },
        user("Go on."),
      ]);
      expect(named("provider_window.request_sent").at(-1)).toMatchObject({
        mode: "incremental",
        items_sent: 1,
      });
      server.reply([{ type: "function_call", name: "read", arguments: {}, call_id: "call_9" }]);
      adopted = await turn(window, [...adopted, user("Read.")]);
      adopted.push({ type: "function_call_output", call_id: "call_9", output: words(1500) });
      server.reply(words(1000));
      adopted = await turn(window, adopted);
      await turn(window, [...adopted, user("More.")]);
      expect(bodies("/responses/compact").length).toBe(2);
      expect(
        typesOf(bodies("/responses/compact")[1]?.["input"]).filter((type) => type === "compaction"),
      ).toHaveLength(1);
      expect((await window.state()).compactions).toHaveLength(2);
      const checkpoint = await window.checkpoint();
      expect(checkpoint?.constraints.map(({ text }) => text)).toContain("Never change the archive.");
    });
  });

  it("lets its window go where the host rewrites what it stands for", async () => {
    await withWindow({ window: { triggerPct: 0.55 } }, async (bench) => {
      const { window, bodies, named } = bench;
      const list = await longConversation(bench);
      const more = await turn(window, [...list, user("And in April?")]);
      const rewritten = [user("Another task."), ...more.slice(1, 4), user("What now?")];
      await turn(window, rewritten);
      expect(bodies("/responses").at(-1)?.["input"]).toEqual(rewritten);
      expect(named("provider_window.continuation_missed").at(-1)).toMatchObject({
        reason: "conversation_not_strict_append_only",
        first_mismatch_index: 0,
      });
      expect(await window.state()).toMatchObject({ head: [], covered: 0, compactions: [{}] });
      await turn(window, [...more, user("As before.")]);
      expect(typesOf(bodies("/responses").at(-1)?.["input"])).toEqual([
        "user",
        "compaction",
        "user",
        "assistant",
        "user",
      ]);
      expect(bodies("/responses/compact")).toHaveLength(1);
      expect(await window.state()).not.toHaveProperty("shelf");
    });
  });

  it("does not compact short sessions, first rounds, for a changed shape, or right after a compaction", async () => {
    await withWindow({ window: { triggerPct: 0.55 } }, async (bench) => {
      const { window, bodies } = bench;
      await turn(window, [user(words(1200))]);
      expect(bodies("/responses/compact")).toEqual([]);
      let list = await longConversation(bench);
      list = await turn(window, [...list, user("One.")]);
      expect(bodies("/responses/compact")).toHaveLength(1);
      list = await turn(window, [...list, user("Two.")], { instructions: "Anew." });
      await turn(window, [...list, user("Three.")], { instructions: "Again." });
      expect(bodies("/responses/compact")).toHaveLength(1);
    });
  });

  it("strips ids where nothing is stored, and keeps the encrypted item as it came", async () => {
    const server = { unpersistedIds: "all", encryptReasoning: true } as const;
    await withWindow({ server, window: { triggerPct: 0.55 } }, async (bench) => {
      const { window, bodies, named } = bench;
      const list = await longConversation(bench, { store: false });
      const answered = await turn(window, [...list, user("And in April?")], { store: false });
      const compact = bodies("/responses/compact")[0]?.["input"] as WindowItem[];
      expect(compact.filter((item) => "id" in item)).toEqual([]);
      expect(compact.flatMap((item) => ("call_id" in item ? [item["call_id"]] : []))).toEqual([
        "call_1",
        "call_1",
        "call_2",
        "call_2",
        "call_3",
        "call_3",
      ]);
      const state = await window.state();
      await turn(window, [...answered, user("Thanks.")], { store: false });
      const sent = bodies("/responses").at(-1)?.["input"] as WindowItem[];
      const item = sent.find(isCompactionItem);
      expect(item?.["encrypted_content"]).toBe(state.head.find(isCompactionItem)?.["encrypted_content"]);
      expect(named("provider_window.compacted")).toHaveLength(1);
    });
  });

  it("keeps system and developer items before the replacement", async () => {
    await withWindow({ window: { triggerPct: 0.55 } }, async (bench) => {
      const { window, bodies, server } = bench;
      let list: WindowItem[] = [{ role: "developer", content: "You audit." }, user("Look.")];
      server.reply([{ type: "function_call", name: "read", arguments: {}, call_id: "call_1" }]);
      list = await turn(window, list);
      list.push({ type: "function_call_output", call_id: "call_1", output: words(1500) });
      server.reply(words(1000));
      list = await turn(window, list);
      await turn(window, [...list, user("And?")]);
      expect(typesOf(bodies("/responses").at(-1)?.["input"])).toEqual([
        "developer",
        "user",
        "compaction",
        "user",
      ]);
    });
  });
});

describe("compaction_trigger", () => {
  it("streams the next request with the trigger at its end, and keeps the user's messages before the one item", async () => {
    await withWindow({ window: { triggerPct: 0.55, mode: "trigger" } }, async (bench) => {
      const { window, bodies, named } = bench;
      const list = await longConversation(bench, { instructions: "You audit." });
      await turn(window, [...list, user("And in April?")], { instructions: "You audit." });
      const triggered = bodies("/responses").find(({ stream }) => stream === true);
      expect(triggered?.["input"]).toHaveProperty("11", { type: "compaction_trigger" });
      expect(triggered).toMatchObject({ instructions: "You audit." });
      expect(typesOf(bodies("/responses").at(-1)?.["input"])).toEqual(["user", "compaction", "user"]);
      expect(named("provider_window.compacted")).toMatchObject([{ mode: "trigger", compaction_items: 1 }]);
      expect(bodies("/responses/compact")).toEqual([]);
    });
  });

  it("is remembered as missing by a provider that refuses the item by name", async () => {
    await withWindow({ window: { triggerPct: 0.55, mode: "trigger" } }, async (bench) => {
      const { window, server, named } = bench;
      const list = await longConversation(bench);
      const message = "Invalid value: 'compaction_trigger'. Supported values are: 'message'.";
      server.fault({ kind: "status", status: 400, error: { message, code: "invalid_value" } });
      const first = await window.compact({ model: MODEL, input: list });
      expect(first.outcome).toBe("local");
      await window.compact({ model: MODEL, input: [...list, user("Go on.")] });
      expect(named("provider_window.compaction_skipped")).toMatchObject([
        { reason: "skipped_unsupported_endpoint" },
      ]);
    });
  });
});

describe("server-side compaction", () => {
  const window = { mode: "server", compactThreshold: 1000 } as const;

  it("is asked for in every request, and never pruned by hand while the provider holds the chain", async () => {
    await withWindow({ window }, async (bench) => {
      const list = await longConversation(bench);
      await turn(bench.window, [...list, user("And in April?")]);
      expect(bench.bodies("/responses")[0]).toMatchObject({
        context_management: [{ type: "compaction", compact_threshold: 1000 }],
      });
      expect(list.filter(isCompactionItem).length).toBeGreaterThan(1);
      const sent = bench.named("provider_window.request_sent").map(({ mode }) => mode);
      expect(sent).toEqual(["full", "incremental", "incremental", "incremental", "incremental"]);
      const { compactions, compactionIndexes } = await bench.window.state();
      expect(compactions.length).toBe(list.filter(isCompactionItem).length);
      expect(compactions[0]).toMatchObject({ mode: "server", checkpoint: expect.stringMatching(/^chk_/) });
      expect(compactionIndexes.length).toBe(compactions.length);
      expect(await bench.window.checkpoint()).toBeDefined();
    });
  });

  it("lets go of what stands before the latest item where nothing is stored", async () => {
    await withWindow({ server: { encryptReasoning: true }, window }, async (bench) => {
      const list = await longConversation(bench, { store: false });
      await turn(bench.window, [...list, user("And in April?")], { store: false });
      const sent = bench.bodies("/responses").at(-1)?.["input"] as WindowItem[];
      const latest = list.findLastIndex(isCompactionItem);
      expect(sent).toEqual([...list.slice(latest), user("And in April?")]);
    });
  });
});

describe("a call that has only an id", () => {
  it.each(["function_call", "custom_tool_call"])(
    "is paired by it as a %s, and gets a call_id",
    async (type) => {
      await withWindow({}, async (bench) => {
        const list: WindowItem[] = [
          user("Read the ledger."),
          { type, id: "call_7", name: "read", arguments: "{}", input: "{}" },
          { type: `${type}_output`, call_id: "call_7", output: words(900) },
        ];
        const result = await bench.window.compact({ model: MODEL, store: false, input: list });
        expect(result.outcome).toBe("remote");
        const [compact] = bench.bodies("/responses/compact");
        expect(compact?.["input"]).toMatchObject([{}, { type, call_id: "call_7" }, { call_id: "call_7" }]);
        expect(compact?.["input"]).not.toHaveProperty("1.id");
        const other = await bench.open({ sessionId: "plain" });
        const { body } = await other.request({ model: MODEL, store: false, input: list });
        expect(body["input"]).toMatchObject([{}, { id: "call_7", call_id: "call_7" }, {}]);
      });
    },
  );
});

it("compacts two items where they are long", async () => {
  await withWindow({}, async (bench) => {
    const list = [user(words(300)), { role: "assistant", content: words(900) }];
    expect((await bench.window.compact({ model: MODEL, input: list })).outcome).toBe("remote");
    const short = [user("Hello."), { role: "assistant", content: "Hello." }];
    const result = await (await bench.open({ sessionId: "short" })).compact({ model: MODEL, input: short });
    expect(result).toMatchObject({ outcome: "none", reason: "too_small" });
  });
});

describe("a window that is not compacted remotely by itself", () => {
  it.each([
    ["off", "local"],
    ["server", "remote"],
  ] as const)("is compacted on request in the mode %s: %s", async (mode, outcome) => {
    await withWindow({ window: { mode } }, async (bench) => {
      const list = await longConversation(bench);
      expect((await bench.window.compact({ model: MODEL, input: list })).outcome).toBe(outcome);
      const text = JSON.stringify((await bench.window.request({ model: MODEL, input: list })).body);
      expect(text).toContain(outcome === "local" ? "full output: art_" : '"compaction"');
    });
  });

  it("archives the conversation from the first answer on, and knows why the cache was lost", async () => {
    const storage = memoryStorage();
    const options = { mode: "server", compactThreshold: 1000, storage } as const;
    await withWindow({ window: options }, async (bench) => {
      await turn(bench.window, [user("Hello."), user("Never change the archive.")]);
      const first = await storage.read("s", ["item"]);
      expect(JSON.stringify(first)).toContain("Never change the archive.");
      expect(first).toHaveLength(3);
      const list = await longConversation(bench);
      const usage = { inputTokens: 3000, cachedTokens: 2000 };
      bench.server.reply([{ type: "compaction" }, "Compacted."], { usage });
      const more = await turn(bench.window, [...list, user("One.")]);
      bench.server.reply("Fine.", { usage: { inputTokens: 2500, cachedTokens: 0 } });
      const most = await turn(bench.window, [...more, user("Two.")]);
      const losses = bench.named("provider_window.cache_lost").map(({ cause }) => cause);
      expect(new Set(losses)).toEqual(new Set(["intentional_compaction"]));
      const stored = (await storage.read("s", ["item"])).map(({ id }) => id);
      expect(new Set(stored).size).toBe(stored.length);
      expect(stored.length).toBeGreaterThan(most.filter((item) => !isCompactionItem(item)).length - 3);
      const again = await bench.open();
      await turn(again, [...most, user("Three.")]);
      const later = (await storage.read("s", ["item"])).map(({ id }) => id);
      expect(new Set(later).size).toBe(later.length);
    });
  });
});
