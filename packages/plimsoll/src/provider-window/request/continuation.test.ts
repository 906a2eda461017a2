import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { MODEL, turn, user, withWindow } from "../provider-window-test-support.js";
import type { WindowItem } from "../window/window-item.js";

describe("continuation", () => {
  it("sends the first request whole and then only what is new", async () => {
    await withWindow({}, async ({ window, server, bodies, named }) => {
      let list: WindowItem[] = [user("Hello.")];
      list = await turn(window, list);
      server.reply([{ type: "function_call", name: "look", arguments: {}, call_id: "call_1" }]);
      list = await turn(window, [...list, user("Look.")]);
      list = await turn(window, [...list, { type: "function_call_output", call_id: "call_1", output: "ok" }]);
      const sent = bodies("/responses");
      expect(sent.map(({ input }) => (input as unknown[]).length)).toEqual([1, 1, 1]);
      expect(sent[0]).not.toHaveProperty("previous_response_id");
      expect(sent[2]).toMatchObject({ previous_response_id: expect.stringMatching(/^resp_/) });
      expect(named("provider_window.continuation_missed")).toEqual([]);
      expect(await window.state()).toMatchObject({ responses: 3, pending: [], covered: 0 });
    });
  });

  it("takes the typed bodies of the official client", async () => {
    await withWindow({}, async ({ window, client }) => {
      const body: OpenAI.Responses.ResponseCreateParamsNonStreaming = { model: MODEL, input: "Hello." };
      const prepared = await window.request(body);
      const response = await client.responses.create({ ...body, ...prepared.body });
      await prepared.received(response);
      expect((await window.state()).base?.responseId).toBe(response.id);
    });
  });

  it("recognises what it returned although an SDK or a host wrapped it anew", async () => {
    await withWindow({}, async ({ window, named }) => {
      const answer = await window.create({ model: MODEL, input: "Hello." });
      const text = "Understood.";
      expect(answer["output"]).toMatchObject([{ content: [{ text }] }]);
      await turn(window, [user("Hello."), { role: "assistant", content: text }, user("Go on.")]);
      expect(named("provider_window.request_sent").map(({ mode }) => mode)).toEqual(["full", "incremental"]);
    });
  });

  it("says where a rewritten list parts from what the provider holds", async () => {
    await withWindow({}, async ({ window, bodies, named }) => {
      const list = await turn(window, [
        user("My key is sk-proj-abcdefghijklmnopqrstuvwxyz123456."),
        user("Hi."),
      ]);
      const rewritten = [list[0]!, user("password=hunter2 was changed"), ...list.slice(2), user("Go on.")];
      await turn(window, rewritten);
      expect(bodies("/responses")[1]).not.toHaveProperty("previous_response_id");
      expect(bodies("/responses")[1]?.["input"]).toHaveLength(4);
      const [miss] = named("provider_window.continuation_missed");
      expect(miss).toMatchObject({
        reason: "conversation_not_strict_append_only",
        expected_prefix_length: 3,
        current_length: 4,
        first_mismatch_index: 1,
        expected: { type: "message", stable_id: expect.stringMatching(/^[0-9a-f]{24}$/) },
        current: { type: "message", preview: expect.stringContaining("[REDACTED:password]") },
        changed_fields: [],
      });
      expect(miss?.["expected_shape_hash"]).toBe(miss?.["current_shape_hash"]);
      await turn(window, rewritten);
    });
  });

  it("names the fields that changed the shape, and not those that are none of it", async () => {
    await withWindow({}, async ({ window, named }) => {
      const body = { instructions: "Be brief.", temperature: 1 };
      let list = await turn(window, [user("Hello.")], body);
      list = await turn(window, [...list, user("One.")], { ...body, temperature: 0, metadata: { a: "b" } });
      list = await turn(window, [...list, user("Two.")], { ...body, instructions: "Be long.", tools: [] });
      await turn(window, [...list, user("Three.")], { ...body, instructions: "Be long.", tools: [] });
      expect(named("provider_window.request_sent").map(({ mode }) => mode)).toEqual([
        "full",
        "incremental",
        "full",
        "incremental",
      ]);
      const [miss] = named("provider_window.continuation_missed");
      expect(miss).toMatchObject({
        reason: "request_shape_changed",
        changed_fields: ["instructions", "tools"],
      });
      expect(miss?.["expected_shape_hash"]).not.toBe(miss?.["current_shape_hash"]);
    });
  });

  it("sends everything where nothing is stored, and says so", async () => {
    await withWindow({}, async ({ window, bodies, named }) => {
      const list = await turn(window, [user("Hello.")], { store: false });
      await turn(window, [...list, user("One.")], { store: false });
      expect(bodies("/responses")[1]?.["input"]).toHaveLength(3);
      expect(named("provider_window.continuation_missed")).toMatchObject([
        { reason: "store_disabled", first_mismatch_index: -1, changed_fields: [] },
      ]);
    });
  });

  it("starts over where the provider has lost the response", async () => {
    for (const status of [400, 404] as const) {
      await withWindow({}, async ({ window, server, bodies, named }) => {
        const list = await turn(window, [user("Hello.")]);
        server.fault({ kind: "previous_response_not_found", status });
        await turn(window, [...list, user("One.")]);
        expect(bodies("/responses").map((body) => "previous_response_id" in body)).toEqual([
          false,
          true,
          false,
        ]);
        expect(bodies("/responses")[2]?.["input"]).toHaveLength(3);
        expect(named("provider_window.continuation_missed")).toMatchObject([
          { reason: "response_not_found" },
        ]);
      });
    }
  });

  it("goes on after a restart, from what is stored", async () => {
    const { memoryStorage } = await import("../../stores/memory/memory-storage.js");
    await withWindow({ window: { storage: memoryStorage() } }, async ({ window, open, bodies }) => {
      const list = await turn(window, [user("Hello.")]);
      const again = await open();
      await turn(again, structuredClone([...list, user("One.")]));
      expect(bodies("/responses")[1]).toMatchObject({
        input: [user("One.")],
        previous_response_id: expect.any(String),
      });
    });
  });

  it("does not go on from an answer that is still being written", async () => {
    await withWindow({}, async ({ window, named }) => {
      const prepared = await window.request({ model: MODEL, background: true, input: "Hello." });
      await prepared.received({ id: "resp_1", status: "queued", output: [] });
      const next = await window.request({ model: MODEL, input: [user("Hello."), user("Go on.")] });
      expect(next).toMatchObject({ mode: "full", miss: { reason: "response_not_continuable" } });
      expect(named("provider_window.continuation_missed")).toHaveLength(1);
    });
  });

  it("goes on without its store, and says so", async () => {
    const { memoryStorage } = await import("../../stores/memory/memory-storage.js");
    const { CompactError } = await import("../../errors/compact-error.js");
    const broken = () => Promise.reject(new CompactError("STORE_UNAVAILABLE", "The disk is gone."));
    const storage = { ...memoryStorage(), append: broken };
    await withWindow({ window: { storage } }, async ({ window, named }) => {
      const list = await turn(window, [user("Hello.")]);
      await turn(window, [...list, user("One.")]);
      expect(named("provider_window.request_sent").at(-1)).toMatchObject({ mode: "incremental" });
      expect(named("compact.store_degraded").length).toBeGreaterThan(0);
    });
  });

  it("leaves a conversation alone that the caller has the provider keep", async () => {
    await withWindow({}, async ({ window, client }) => {
      const first = await client.responses.create({ model: MODEL, input: "Hello." });
      const body = { model: MODEL, previous_response_id: first.id, input: "One." };
      const prepared = await window.request(body);
      expect(prepared).toMatchObject({ mode: "passthrough", body });
      expect((await window.create(body))["status"]).toBe("completed");
      expect((await window.state()).responses).toBe(0);
    });
  });

  it("goes on from the last answer after a request that failed or was given up", async () => {
    await withWindow({}, async ({ window, server, named }) => {
      const list = await turn(window, [user("Hello.")]);
      server.fault({ kind: "status", status: 403, error: { message: "No." } });
      await expect(turn(window, [...list, user("One.")])).rejects.toThrow(/No\./);
      for await (const _ of window.stream({ model: MODEL, input: [...list, user("One.")] })) break;
      await turn(window, [...list, user("One."), user("Two.")]);
      expect(named("provider_window.request_sent").map(({ mode }) => mode)).toEqual([
        "full",
        "incremental",
        "incremental",
        "incremental",
      ]);
    });
  });

  it("refuses an input that is no list of items", async () => {
    await withWindow({}, async ({ window }) => {
      await expect(window.create({ model: MODEL, input: [3] })).rejects.toThrow(/neither a text nor a list/);
    });
  });
});
