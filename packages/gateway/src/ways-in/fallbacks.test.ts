import { describe, expect, it } from "vitest";
import { post } from "../testing/call.js";
import { runGateway, testRoute } from "../testing/running-gateway.js";
import { scriptedChat } from "../testing/scripted-chat.js";

/** Nobody listens there. */
const NOWHERE = "http://127.0.0.1:9/v1";
const SMALL = 9_000;
const LONG = Array.from({ length: 40 }, (_, index) => ({
  role: index % 2 === 0 ? "user" : "assistant",
  content: `Part ${index}. ${`Nothing new of ${index}. `.repeat(150)}`,
})).concat({ role: "user", content: "And now?" });

async function setUp(first: string, path: string) {
  const upstream = await scriptedChat({ window: SMALL, answer: () => ({ text: "Here I am." }) });
  const small = { model: "small", vendor: "generic", baseUrl: upstream.baseUrl, window: SMALL };
  const gateway = await runGateway({
    routes: [testRoute({ model: "big", vendor: first, baseUrl: NOWHERE, fallbacks: [small] })],
  });
  const ask = (list: readonly object[], stream: boolean) =>
    post(gateway.port, path, { body: { model: "big", stream, input: list, messages: list } });
  return { upstream, ask };
}

describe.each([
  ["a route to OpenAI", "openai", "/v1/responses"],
  ["a route that is translated", "anthropic", "/v1/responses"],
  ["a route that is passed on", "generic", "/v1/chat/completions"],
])("%s that cannot be reached", (_, vendor, path) => {
  it.each([false, true])(
    "is stood in for by another vendor with a smaller window (stream: %s)",
    async (stream) => {
      const { upstream, ask } = await setUp(vendor, path);
      const short = await ask([{ role: "user", content: "Hello" }], stream);
      expect([short.status, short.text.includes("Here I am.")]).toEqual([200, true]);
      const long = await ask(LONG, stream);
      expect([long.status, long.text.includes("Here I am.")]).toEqual([200, true]);
      // The conversation is made to fit before it is sent, not after it was refused.
      expect(upstream.refused()).toBe(0);
      expect(upstream.requests).toHaveLength(2);
    },
  );
});
