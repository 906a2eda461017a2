import { OpenAIRealtimeWebSocket, RealtimeAgent, RealtimeSession, tool } from "@openai/agents-realtime";
import { afterEach, describe, expect, it } from "vitest";
import { compactRealtime } from "./realtime-compactor.js";

describe("t", () => {
  afterEach(() => undefined);
  it("types", () => {
    const transport = new OpenAIRealtimeWebSocket({ url: "ws://x" });
    const session = new RealtimeSession(new RealtimeAgent({ name: "a" }), { transport });
    const one = compactRealtime(session);
    const two = compactRealtime(transport);
    const three = compactRealtime(new WebSocket("ws://127.0.0.1:9"));
    expect([one, two, three, tool].length).toBe(4);
  });
});
