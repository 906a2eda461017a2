import OpenAI, { AzureOpenAI } from "openai";
import { describe, expect, it } from "vitest";
import { MODEL, clientOf, eventsOf, refusal, withServer } from "./openai-test-support.js";

describe("startScriptedOpenAI", () => {
  it("answers with queued replies in order, then with `respond`", async () => {
    await withServer({ respond: ({ items }) => `saw ${items.length}` }, async (server, client) => {
      server.reply("first");
      server.reply([
        { type: "reasoning", summary: "thinking" },
        { type: "function_call", name: "look", arguments: { at: 1 } },
      ]);
      expect((await client.responses.create({ model: MODEL, input: "a" })).output_text).toBe("first");
      const calling = await client.responses.create({ model: MODEL, input: "b" });
      expect(calling.output.map(({ type }) => type)).toEqual(["reasoning", "function_call"]);
      expect(calling.output[1]).toMatchObject({ name: "look", arguments: '{"at":1}', status: "completed" });
      expect((await client.responses.create({ model: MODEL, input: "c" })).output_text).toBe("saw 1");
    });
  });

  it("records every request, refused ones included", async () => {
    await withServer({ now: () => 7000 }, async (server, client) => {
      await client.responses.create({ model: MODEL, input: "a" });
      await refusal(client.responses.retrieve("resp_nothing"));
      expect(server.requests).toMatchObject([
        { method: "POST", path: "/v1/responses", body: { model: MODEL, input: "a" }, at: 7000 },
        { method: "GET", path: "/v1/responses/resp_nothing", body: undefined, bytes: 0 },
      ]);
      expect(server.requests[0]?.bytes).toBe(JSON.stringify(server.requests[0]?.body).length);
      expect(server.requests[0]?.headers["authorization"]).toBe("Bearer key-1");
    });
  });

  it("gives the same bytes for the same requests", async () => {
    const play = async (): Promise<string> => {
      let text = "";
      await withServer({ secret: "same" }, async (server, client) => {
        server.reply({ type: "reasoning", tokens: 10 });
        server.reply("done");
        const first = await client.responses.create({
          model: MODEL,
          input: "a",
          include: ["reasoning.encrypted_content"],
        });
        const second = await client.responses.compact({ model: MODEL, input: "b" });
        text = JSON.stringify([first, second]);
      });
      return text;
    };
    expect(await play()).toBe(await play());
  });

  it("streams each kind of item so that the SDK's own accumulator rebuilds the response", async () => {
    await withServer({}, async (server, client) => {
      server.reply([
        { type: "reasoning", summary: "First this, then that." },
        { type: "message", text: "Calling the tools now.", phase: "commentary" },
        { type: "function_call", name: "look", arguments: { path: "a b c" } },
        { type: "custom_tool_call", name: "patch", input: "*** Begin\n+ line" },
        { type: "local_shell_call", command: ["ls", "-l"] },
        { type: "refusal", text: "No more." },
      ]);
      const stream = client.responses.stream({ model: MODEL, input: "go" });
      const events = await eventsOf(stream);
      const final = await stream.finalResponse();
      expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index));
      expect(final.output.map(({ type }) => type)).toEqual([
        "reasoning",
        "message",
        "function_call",
        "custom_tool_call",
        "local_shell_call",
        "message",
      ]);
      const stored = await client.responses.retrieve(final.id);
      expect(stored.output).toEqual(
        events.flatMap((e) => (e.type === "response.output_item.done" ? [e.item] : [])),
      );
    });
  });

  it("ends a response as incomplete, streaming or not", async () => {
    await withServer({}, async (server, client) => {
      server.reply("cut sho", { incomplete: true });
      server.reply("cut sho", { incomplete: true });
      const response = await client.responses.create({ model: MODEL, input: "a" });
      expect([response.status, response.incomplete_details]).toEqual([
        "incomplete",
        { reason: "max_output_tokens" },
      ]);
      const events = await eventsOf(
        await client.responses.create({ model: MODEL, input: "a", stream: true }),
      );
      expect(events.at(-1)?.type).toBe("response.incomplete");
    });
  });

  it("refuses a body over the limit, a body that is not JSON, a missing key and unknown routes", async () => {
    await withServer({ maxRequestBytes: 2000 }, async (server, client) => {
      const long = await refusal(client.responses.create({ model: MODEL, input: "x".repeat(5000) }));
      expect([long.status, long.code]).toEqual([413, "request_too_large"]);
      const broken = await fetch(`${server.url}/responses`, {
        method: "POST",
        headers: { authorization: "Bearer k" },
        body: "{",
      });
      expect(broken.status).toBe(400);
      const anonymous = await fetch(`${server.url}/responses`, { method: "POST", body: "{}" });
      expect(anonymous.status).toBe(401);
      const unknown = await refusal(client.post("/nothing", { body: {} }));
      expect([unknown.status, unknown.message]).toEqual([404, "404 Invalid URL (POST /v1/nothing)"]);
      expect((await refusal(client.put("/responses", { body: {} }))).status).toBe(405);
    });
  });

  it("serves the bases of Azure and of the ChatGPT backend", async () => {
    await withServer({}, async (server) => {
      for (const base of ["/openai/v1", "/backend-api/codex"]) {
        const client = new OpenAI({ apiKey: "k", baseURL: `${server.origin}${base}`, maxRetries: 0 });
        expect((await client.responses.create({ model: MODEL, input: "a" })).output_text).toBe("Understood.");
      }
      const azure = new AzureOpenAI({ endpoint: server.origin, apiKey: "k", apiVersion: "2026-01-01" });
      expect((await azure.responses.create({ model: MODEL, input: "a" })).output_text).toBe("Understood.");
      expect(server.requests.at(-1)?.path).toBe("/openai/responses?api-version=2026-01-01");
    });
  });

  it("tells the client when `respond` throws", async () => {
    const respond = (): string => {
      throw new Error("not expected");
    };
    await withServer({ respond }, async (_, client) => {
      const error = await refusal(client.responses.create({ model: MODEL, input: "a" }));
      expect(error.message).toBe("500 The scripted server failed: not expected");
    });
  });

  it("keeps accounts apart", async () => {
    await withServer({}, async (server, client) => {
      const { id } = await client.responses.create({ model: MODEL, input: "a" });
      expect((await refusal(clientOf(server, "key-2").responses.retrieve(id))).status).toBe(404);
      expect((await client.responses.retrieve(id)).id).toBe(id);
      await client.responses.delete(id);
      expect((await refusal(client.responses.retrieve(id))).message).toBe(
        `404 Response with id '${id}' not found.`,
      );
    });
  });
});
