import { once } from "node:events";
import { createServer, type IncomingMessage, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { ChangedSizes } from "../../exchange/changed-sizes.js";
import { runGateway, testRoute } from "../../testing/running-gateway.js";
import { modelAtStart } from "./model-at-start.js";

const ANSWER = JSON.stringify({
  id: "c",
  object: "chat.completion",
  choices: [{ index: 0, message: { role: "assistant", content: "Good." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 },
});

/** An upstream that notes what comes, whole or not, and can cut the first connection. */
async function setUp({ cutsFirst = false, answersEarly = false, answer = ANSWER, vendor = "generic" } = {}) {
  const begun: IncomingMessage[] = [];
  const whole: string[] = [];
  const [broken, closed]: [number[], number[]] = [[], []];
  const waiting: (() => void)[] = [];
  const server = createServer((incoming, outgoing) => {
    const number = begun.push(incoming);
    for (const go of waiting.splice(0)) go();
    if (cutsFirst && number === 1) return void incoming.socket.resetAndDestroy();
    incoming.socket.once("close", () => closed.push(number));
    if (answersEarly) outgoing.writeHead(401, { "content-type": "application/json" }).write("{");
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("error", () => broken.push(number));
    incoming.on("end", () => {
      whole.push(Buffer.concat(chunks).toString("utf8"));
      const type = answer.startsWith("{") ? "application/json" : "text/event-stream";
      outgoing.setHeader("content-type", type).end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const route = testRoute({ model: "m", vendor, baseUrl, window: 2_000_000 });
  const { port } = await runGateway({ routes: [route] });
  const reached = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
  return { port, begun, whole, broken, closed, reached };
}

const bodyOf = (messages: readonly object[]): Buffer => Buffer.from(JSON.stringify({ model: "m", messages }));
const LARGE = [{ role: "user", content: "All is well. ".repeat(30_000) }];

/** Ends only what hangs. */
const PATIENT = { timeout: 60_000 };

/** A request of which the client sends the second half when it is told to. */
function post(port: number, body: Buffer, path = "/v1/chat/completions") {
  const request = httpRequest({
    port,
    method: "POST",
    path,
    headers: { "content-type": "application/json", "content-length": String(body.length) },
  });
  request.on("error", () => undefined);
  const half = Math.floor(body.length / 2);
  request.write(body.subarray(0, half));
  return {
    request,
    async finish(): Promise<{ status: number | undefined; text: string }> {
      request.end(body.subarray(half));
      const [answer] = (await once(request, "response")) as [IncomingMessage];
      const chunks: Buffer[] = await answer.toArray();
      return { status: answer.statusCode, text: Buffer.concat(chunks).toString("utf8") };
    },
  };
}

describe("a large request", () => {
  it("is on its way to its upstream before it has come, and arrives once, byte for byte", async () => {
    const { port, reached, begun, whole } = await setUp();
    const body = bodyOf(LARGE);
    const arrived = reached();
    const { finish } = post(port, body);
    await arrived;
    expect(whole).toEqual([]);
    expect(await finish()).toEqual({ status: 200, text: ANSWER });
    expect(whole).toEqual([body.toString("utf8")]);
    expect(begun).toHaveLength(1);
    expect(begun[0]?.headers["content-length"]).toBe(String(body.length));
  });

  it("is not completed at its upstream where it turns out to be none", async () => {
    const { port, reached, broken, whole } = await setUp();
    const arrived = reached();
    const { finish } = post(port, Buffer.from(bodyOf(LARGE).toString("utf8").replace(/\}$/u, "?")));
    await arrived;
    expect(await finish()).toMatchObject({ status: 400 });
    await expect.poll(() => broken, PATIENT).toEqual([1]);
    expect(whole).toEqual([]);
  });

  it("leaves no connection open where it was refused before all of it was there, and is given up", async () => {
    const { port, reached, closed } = await setUp({ answersEarly: true });
    const arrived = reached();
    const { finish } = post(port, Buffer.from(bodyOf(LARGE).toString("utf8").replace(/\}$/u, "?")));
    await arrived;
    expect(await finish()).toMatchObject({ status: 400 });
    await expect.poll(() => closed, PATIENT).toEqual([1]);
  });

  it("is given up where its client goes away", async () => {
    const { port, reached, broken } = await setUp();
    const arrived = reached();
    const { request } = post(port, bodyOf(LARGE));
    await arrived;
    request.destroy();
    await expect.poll(() => broken, PATIENT).toEqual([1]);
  });

  it("is sent anew where something in it has to change", async () => {
    const { port, reached, whole, broken } = await setUp();
    const call = { id: "a", type: "function", function: { name: "run", arguments: "{}" } };
    const messages = [
      { role: "user", content: "Go." },
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "a", content: "line of a log, nothing more\n".repeat(20_000) },
    ];
    const arrived = reached();
    const { finish } = post(port, bodyOf(messages));
    await arrived;
    expect(await finish()).toMatchObject({ status: 200 });
    expect(whole).toHaveLength(1);
    expect(whole[0]?.length).toBeLessThan(100_000);
    await expect.poll(() => broken, PATIENT).toEqual([1]);
  });

  it("is sent once more where the upstream closes the connection under it", async () => {
    const { port, whole } = await setUp({ cutsFirst: true });
    const body = bodyOf(LARGE);
    expect(await post(port, body).finish()).toMatchObject({ status: 200 });
    expect(whole).toEqual([body.toString("utf8")]);
  });

  it("waits until all of it is there where it names its model last", async () => {
    const { port, begun, whole } = await setUp();
    const body = Buffer.from(JSON.stringify({ messages: LARGE, model: "m" }));
    const { finish } = post(port, body);
    expect(begun).toHaveLength(0);
    expect(await finish()).toMatchObject({ status: 200 });
    expect(whole).toEqual([body.toString("utf8")]);
  });
});

describe("modelAtStart", () => {
  it("reads the model before the messages, and nothing that only looks like it", () => {
    const read = (text: string) => modelAtStart(Buffer.from(text), "messages");
    expect(read('{"model":"m","stream":true,"messages":[{"role"')).toBe("m");
    expect(read('{ "max_tokens": 5, "metadata": {"a": [1]}, "model": "m/2" , "messages" : [')).toBe("m/2");
    expect(read('{"messages":[{"role":"user"}],"model":"m"}')).toBeUndefined();
    expect(read('{"user":"\\"model\\":\\"x\\", \\"messages\\"","model":"m"')).toBeUndefined();
    expect(read('{"metadata":{"model":"x","messages"')).toBeUndefined();
    expect(read('{"model":7,"messages"')).toBeUndefined();
    expect(read("not json")).toBeUndefined();
  });
});

describe("ChangedSizes", () => {
  it("keeps away from sizes that changed, of the same sender, and doubts that in time", () => {
    const sizes = new ChangedSizes();
    sizes.changed("a", 1000);
    expect(sizes.isLikely("a", 999)).toBe(false);
    expect(sizes.isLikely("b", 2000)).toBe(false);
    expect(sizes.isLikely("a", 2000)).toBe(true);
    const asked = Array.from({ length: 20 }, () => sizes.isLikely("a", 2000));
    expect(asked).toContain(false);
  });
});

const RESPONSE = {
  id: "resp_1",
  object: "response",
  status: "completed",
  model: "m",
  output: [
    {
      id: "msg_1",
      type: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "Good.", annotations: [] }],
    },
  ],
  usage: { input_tokens: 9, output_tokens: 1, total_tokens: 10 },
};
const EVENTS = `event: response.completed\ndata: ${JSON.stringify({ type: "response.completed", response: RESPONSE })}\n\n`;

describe("a large Responses request", () => {
  const responsesBody = (stream: boolean): Buffer =>
    Buffer.from(
      JSON.stringify({ model: "m", instructions: "Be brief.", store: false, input: LARGE, stream }),
    );

  it("goes ahead to an upstream that speaks Responses, byte for byte", async () => {
    const { port, reached, begun, whole } = await setUp({ answer: EVENTS, vendor: "openai" });
    const body = responsesBody(true);
    const arrived = reached();
    const { finish } = post(port, body, "/v1/responses");
    await arrived;
    expect(whole).toEqual([]);
    expect(await finish()).toEqual({ status: 200, text: EVENTS });
    expect(whole).toEqual([body.toString("utf8")]);
    expect(begun).toHaveLength(1);
  });

  it("is sent anew where it wants no stream, and reaches its upstream whole once", async () => {
    const { port, whole } = await setUp({ answer: JSON.stringify(RESPONSE), vendor: "openai" });
    const body = responsesBody(false);
    const answer = await post(port, body, "/v1/responses").finish();
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({ id: "resp_1" });
    expect(whole).toEqual([body.toString("utf8")]);
  });
});
