import { createServer, request as httpRequest, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Answer, call } from "../testing/call.js";
import { runGateway, testRoute } from "../testing/running-gateway.js";

const event = (delta: object): string =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`;
const WHOLE = JSON.stringify({
  id: "c",
  object: "chat.completion",
  choices: [{ index: 0, message: { role: "assistant", content: "Good." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 },
});

/** An upstream that answers a large conversation at once, and holds the stream of the other open. */
async function setUp() {
  const told: string[] = [];
  let open: (stream: ServerResponse) => void = () => undefined;
  const opened = new Promise<ServerResponse>((resolve) => {
    open = resolve;
  });
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const { model, messages } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as {
        model: string;
        messages: unknown[];
      };
      if (model === "other") return open(outgoing.writeHead(200, { "content-type": "text/event-stream" }));
      told.push(`compacted to ${messages.length < TURNS ? "less" : "nothing less"}`);
      outgoing.setHeader("content-type", "application/json").end(WHOLE);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const { port } = await runGateway({
    routes: [
      testRoute({ model: "other", vendor: "generic", baseUrl }),
      testRoute({ model: "small", vendor: "generic", baseUrl, window: 16_000 }),
    ],
  });
  return { port, told, opened };
}

const TURNS = 60;
const MESSAGES = Array.from({ length: TURNS }, (_, turn) => ({
  role: turn % 2 === 0 ? "user" : "assistant",
  content: `Step ${turn}. ${`Never change src/file${turn}.ts before Anna has looked at part ${turn} of it. `.repeat(40)}`,
}));

describe("a stream", () => {
  it("goes on while the conversation of another client is compacted", async () => {
    const { port, told, opened } = await setUp();
    const client = httpRequest({ port, method: "POST", path: "/v1/chat/completions" });
    client.setHeader("content-type", "application/json");
    client.end(
      JSON.stringify({ model: "other", stream: true, messages: [{ role: "user", content: "Hi." }] }),
    );
    const stream = await opened;
    // Each chunk is sent when the one before has come.
    client.on("response", (answer) =>
      answer.on("data", () => {
        told.push("chunk");
        stream.write(event({ content: "more" }));
      }),
    );
    stream.write(event({ content: "first" }));
    await expect.poll(() => told.length, { timeout: 60_000 }).toBeGreaterThan(0);
    const compact = (messages: readonly object[]): Promise<Answer> =>
      call({
        port,
        method: "POST",
        path: "/v1/chat/completions",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ model: "small", messages }),
      });
    // Loads what a compaction needs: modules come in many turns by themselves.
    await compact(MESSAGES.slice(1));
    told.length = 0;
    const answer = await compact(MESSAGES);
    client.on("error", () => undefined).destroy();
    expect(answer.status).toBe(200);
    const place = told.indexOf("compacted to less");
    expect(place).toBeGreaterThan(6);
    expect(told.slice(0, place).every((what) => what === "chunk")).toBe(true);
  });
});
