import { describe, expect, it } from "vitest";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import {
  longConversation,
  MODEL,
  turn,
  user,
  type WindowBench,
  withWindow,
  words,
} from "./provider-window-test-support.js";
import type { ProviderWindow } from "./provider-window.js";
import type { WindowItem } from "./window/window-item.js";

/** Every body that a conversation with two compactions sends. */
async function bodiesOf(windowFor: (bench: WindowBench) => ProviderWindow): Promise<unknown[]> {
  let bodies: unknown[] = [];
  await withWindow({ window: { triggerPct: 0.55, storage: memoryStorage() } }, async (bench) => {
    const window = windowFor(bench);
    let list = await longConversation({ ...bench, window });
    list = await turn(window, [...list, user("And in April?")]);
    bench.server.reply(words(2500));
    list = await turn(window, [...list, user("All of it.")]);
    await turn(window, [...list, user("And in May?")]);
    expect(bench.bodies("/responses/compact")).toHaveLength(2);
    // Every server encrypts with a key of its own.
    const plain = JSON.stringify(bench.server.requests.map(({ body }) => body)).replaceAll(
      /"encrypted_content":"[^"]*"/g,
      '"encrypted_content":"…"',
    );
    bodies = (JSON.parse(plain) as Record<string, unknown>[]).map(({ stream: _stream, ...rest }) => rest);
  });
  return bodies;
}

describe("the same conversation", () => {
  it("sends the same where every request is made by a new process", async () => {
    const reopened = (bench: WindowBench): ProviderWindow => ({
      ...bench.window,
      create: (async (body: object) =>
        (await bench.open()).create(structuredClone(body))) as ProviderWindow["create"],
    });
    expect(await bodiesOf(reopened)).toEqual(await bodiesOf(({ window }) => window));
  });

  it("sends the same where it is streamed", async () => {
    const streamed = ({ window }: WindowBench): ProviderWindow => ({
      ...window,
      create: (async (body: object) => {
        let response = {};
        for await (const event of window.stream(body)) {
          const { type, response: whole } = event as { type: string; response: object };
          if (type === "response.completed") response = whole;
        }
        return response;
      }) as ProviderWindow["create"],
    });
    expect(await bodiesOf(streamed)).toEqual(await bodiesOf(({ window }) => window));
  });

  it("sends the same where the caller sends by itself", async () => {
    const manual = ({ window, client }: WindowBench): ProviderWindow => ({
      ...window,
      create: async (body) => {
        const prepared = await window.request(body);
        const response = await client.responses.create(prepared.body as never);
        await prepared.received(response);
        return response as never;
      },
    });
    expect(await bodiesOf(manual)).toEqual(await bodiesOf(({ window }) => window));
  });
});

describe("the trigger", () => {
  it("rests on the estimate where the provider reports no usage", async () => {
    await withWindow({ window: { triggerPct: 0.55 } }, async ({ window, named }) => {
      const list: WindowItem[] = [user("Read."), { role: "assistant", content: words(1300) }];
      const first = await window.request({ model: MODEL, input: [user("Read.")] });
      await first.received({ id: "resp_1", status: "completed", output: list.slice(1) });
      const input = [...list, user("More."), { role: "assistant", content: words(1300) }, user("And?")];
      await window.request({ model: MODEL, input });
      expect(named("provider_window.compacted")).toMatchObject([{ trigger: "estimate" }]);
    });
  });

  it("leaves a window alone that does not get smaller, until it has grown", async () => {
    const server = { compactionTokens: 2250 };
    await withWindow({ server, window: { triggerPct: 0.55 } }, async (bench) => {
      const { window, bodies, server: scripted } = bench;
      let list = await longConversation(bench);
      for (const text of ["One.", "Two.", "Three.", "Four."])
        list = await turn(window, [...list, user(text)]);
      expect(bodies("/responses/compact")).toHaveLength(1);
      expect((await window.state()).floor).toBeGreaterThan(2200);
      scripted.reply(words(800));
      list = await turn(window, [...list, user("Five.")]);
      await turn(window, [...list, user("Six.")]);
      expect(bodies("/responses/compact")).toHaveLength(2);
    });
  });
});

describe("a failure that the caller tells of", () => {
  it("gives what to send instead, and in the end nothing", async () => {
    await withWindow({}, async (bench) => {
      const list = await longConversation(bench);
      const overflow = { status: 400, code: "context_length_exceeded" };
      const first = await bench.window.request({ model: MODEL, input: [...list, user("And?")] });
      expect(first.mode).toBe("incremental");
      const second = await first.failed(overflow);
      expect(second).toMatchObject({ mode: "full", miss: { reason: "remote_compaction" } });
      expect(await second?.failed({ status: 401, message: "No." })).toBeUndefined();
      const third = await second?.failed(overflow);
      expect(third).toMatchObject({ mode: "full", miss: { reason: "local_compaction" } });
      expect(await third?.failed(overflow)).toBeUndefined();
    });
  });
});
