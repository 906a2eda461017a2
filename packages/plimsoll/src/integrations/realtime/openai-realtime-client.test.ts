import { connect } from "node:net";
import OpenAI from "openai";
import { OpenAIRealtimeWS } from "openai/realtime/ws";
import { expect, it } from "vitest";
import { reply, request } from "./compacted-session-test-support.js";
import { compactRealtime } from "./realtime-compactor.js";
import { startServer } from "./realtime-test-support.js";

/** The client speaks TLS to whatever base it is given; here its bytes go to the server in clear. */
function openClient(url: string): OpenAIRealtimeWS {
  const port = Number(new URL(url).port);
  const client = new OpenAI({ apiKey: "sk-test", baseURL: `https://127.0.0.1:${port}/v1` });
  const options = { createConnection: () => connect(port, "127.0.0.1") };
  return new OpenAIRealtimeWS({ model: "gpt-realtime", options }, client);
}

it("compacts between the Realtime client of the openai package and its server", async () => {
  const server = await startServer({ respond: () => [reply], maxContextTokens: 3000 });
  const client = openClient(server.url);
  client.on("error", () => undefined);
  const compactor = compactRealtime(client, { maxContextTokens: 3000, triggerTokens: 1000 });
  await new Promise<void>((resolve) => {
    client.on("session.created", () => resolve());
  });
  let answered: () => void = () => undefined;
  client.on("response.done", () => answered());
  for (let turn = 1; turn <= 12; turn++) {
    const done = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const content = [{ type: "input_text" as const, text: request(turn) }];
    client.send({ type: "conversation.item.create", item: { type: "message", role: "user", content } });
    client.send({ type: "response.create" });
    await done;
    await compactor.settled();
  }
  client.close();
  await server.close();
  expect(compactor.summaries.length).toBeGreaterThan(0);
  expect(server.items[0]?.role).toBe("system");
  expect(server.peakTokens).toBeLessThan(2000);
  expect(server.violations).toEqual([]);
});
