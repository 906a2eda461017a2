import { describe, expect, it } from "vitest";
import { post } from "../../testing/call.js";
import { runGateway, testRoute } from "../../testing/running-gateway.js";
import { scriptedChat } from "../../testing/scripted-chat.js";

const MESSAGES = [{ role: "user", content: "How deep may a ship be loaded in winter?" }];
const ZERO = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

async function setUp(usage: typeof ZERO | "none") {
  const upstream = await scriptedChat({ answer: () => ({ text: "To the line W.", usage }) });
  const gateway = await runGateway({
    routes: [testRoute({ model: "m", vendor: "generic", baseUrl: upstream.baseUrl })],
  });
  return async (fields: object) =>
    post(gateway.port, "/v1/chat/completions", { body: { model: "m", messages: MESSAGES, ...fields } });
}

describe("usage that an upstream of Chat did not count", () => {
  it.each([["0", ZERO] as const, ["none", "none"] as const])("is estimated: %s", async (_, usage) => {
    const ask = await setUp(usage);
    const whole = (await ask({})).json() as { usage: { prompt_tokens: number } };
    expect(whole.usage.prompt_tokens).toBeGreaterThan(5);
    const { text } = await ask({ stream: true, stream_options: { include_usage: true } });
    expect(Number(/"prompt_tokens":(\d+)/.exec(text)?.[1])).toBeGreaterThan(5);
    expect(text.indexOf('"prompt_tokens"')).toBeLessThan(text.indexOf("[DONE]"));
  });
});
