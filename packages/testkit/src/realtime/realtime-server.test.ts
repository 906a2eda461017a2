import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { type RealtimeServer, startRealtimeServer } from "./realtime-server.js";
import type { WireEvent } from "./realtime-server-state.js";

describe("startRealtimeServer", () => {
  let server: RealtimeServer;
  let socket: WebSocket;
  let heard: WireEvent[];

  beforeEach(async () => {
    server = await startRealtimeServer({
      WebSocketServer,
      respond: () => [{ text: "Yes.", audioTokens: 12 }],
      maxContextTokens: 100,
    });
    heard = [];
    socket = new WebSocket(server.url);
    socket.on("message", (data) => heard.push(JSON.parse(String(data)) as WireEvent));
    await new Promise<void>((resolve) => {
      socket.once("open", () => resolve());
    });
  });

  afterEach(() => server.close());

  async function tell(...events: object[]): Promise<WireEvent[]> {
    heard.length = 0;
    const ended = new Promise<void>((resolve) => {
      socket.on("message", (data) => String(data).includes("the end of it") && resolve());
    });
    for (const event of events) socket.send(JSON.stringify(event));
    socket.send(JSON.stringify({ type: "conversation.item.retrieve", item_id: "the end of it" }));
    await ended;
    return heard.slice(0, -1);
  }

  const user = (id: string, text: string): object => ({
    type: "conversation.item.create",
    item: { id, type: "message", role: "user", content: [{ type: "input_text", text }] },
  });
  const codes = (events: WireEvent[]): unknown[] =>
    events.flatMap(({ error }) => (error ? [(error as { readonly code: string }).code] : []));

  it("creates items where it is asked to, and tells where they stand", async () => {
    const told = await tell(user("a", "one"), user("b", "two"), {
      ...user("c", "zero"),
      previous_item_id: "root",
    });
    expect(server.items.map(({ id }) => id)).toEqual(["c", "a", "b"]);
    const places = told
      .filter(({ type }) => type === "conversation.item.added")
      .map((event) => event["previous_item_id"]);
    expect(places).toEqual([null, "a", null]);
  });

  it("refuses what the API refuses, and names the event", async () => {
    const told = await tell(
      { ...user("a", "one"), previous_item_id: "nobody", event_id: "e1" },
      user("x".repeat(33), "long"),
      {
        type: "conversation.item.create",
        item: { type: "function_call_output", call_id: "c1", output: "alone" },
      },
      {
        type: "conversation.item.create",
        item: { type: "message", role: "assistant", content: [{ type: "output_audio", transcript: "hm" }] },
      },
      { type: "conversation.item.delete", item_id: "nobody" },
    );
    expect(codes(told)).toEqual([
      "item_not_found",
      "string_above_max_length",
      "invalid_tool_call_id",
      "invalid_value",
      "item_not_found",
    ]);
    expect(told[0]?.["error"]).toMatchObject({ event_id: "e1" });
    expect(codes(await tell(user("a", "one"), user("a", "again")))).toEqual(["item_already_exists"]);
  });

  it("writes down deletions before a summary, outputs without calls, and conversations over the window", async () => {
    await tell(
      user("a", "one"),
      {
        type: "conversation.item.create",
        item: { id: "b", type: "function_call", call_id: "c1", name: "f", arguments: "{}" },
      },
      {
        type: "conversation.item.create",
        item: { id: "c", type: "function_call_output", call_id: "c1", output: "out" },
      },
      { type: "conversation.item.delete", item_id: "b" },
      user("d", "x".repeat(500)),
    );
    expect(server.violations).toEqual([
      "b was deleted before a summary was acknowledged",
      "the output c stands without its call",
      "the conversation has 127 of 100 tokens",
    ]);
  });

  it("responds with usage in which audio counts", async () => {
    socket.send(JSON.stringify(user("a", "four times four")));
    socket.send(JSON.stringify({ type: "response.create" }));
    await server.until(() => server.items.length === 2);
    const told = await tell();
    const done = [...heard, ...told].find(({ type }) => type === "response.done") ?? {};
    expect(server.inputTokens).toBe(4);
    expect(JSON.stringify(done)).toContain('"audio_tokens":12');
  });
});
