import OpenAI from "openai";
import { describe, expect, it, vi } from "vitest";
import { callbackExporter } from "../../events/callback-exporter.js";
import type { CompactEvent } from "../../events/compact-event.js";
import { startScriptedModel } from "../../testing/scripted-model.js";
import { compactingFetch } from "./compacting-fetch.js";
import { withCompaction } from "./with-compaction.js";

type Turn = { readonly role: "user" | "assistant"; readonly content: string };

const LONG: Turn[] = Array.from({ length: 120 }, (_, index) => ({
  role: index % 2 === 0 ? "user" : "assistant",
  content: `Message ${index}: the ledger of order A-${1000 + index} was read line by line, and every sum is right.`,
}));
const SETTINGS = { maxContextTokens: 2000, policy: { hardCapBuffer: 200 }, prepareAtPct: 0 } as const;
const OVERFLOW = JSON.stringify({
  error: { message: "Your input exceeds the context window of this model.", code: "context_length_exceeded" },
});

const bodyOf = (json: unknown): { readonly messages: unknown[]; readonly input: unknown[] } =>
  json as { messages: unknown[]; input: unknown[] };

describe("the OpenAI client with compaction", () => {
  it("compacts what is created, and leaves the caller's list and the given client alone", async () => {
    const server = await startScriptedModel([{ reply: { text: "one" } }, { reply: { text: "two" } }]);
    const plain = new OpenAI({ baseURL: server.url, apiKey: "none", maxRetries: 0 });
    const client = withCompaction(plain, SETTINGS);
    const list = [...LONG];
    const { choices } = await client.chat.completions.create({ model: "gpt-5", messages: list });
    expect(choices[0]?.message.content).toBe("one");
    expect(list).toEqual(LONG);
    expect(bodyOf(server.requests[0]?.json).messages.length).toBeLessThan(60);
    await plain.chat.completions.create({ model: "gpt-5", messages: list });
    expect(bodyOf(server.requests[1]?.json).messages).toHaveLength(120);
    await server.close();
  });

  it("sends a request that fits byte for byte as the client made it", async () => {
    const bodies: unknown[] = [];
    const send = (_: unknown, init?: RequestInit) => {
      bodies.push(init?.body);
      return Promise.resolve(new Response('{"status":"completed"}'));
    };
    const fetch = compactingFetch(SETTINGS, send);
    const body = '{"input" : [{"role":"user","content":"Hello."}],"model":"gpt-5"}';
    await fetch("http://127.0.0.1/v1/responses", { method: "POST", body });
    expect(bodies).toEqual([body]);
  });

  it.each([
    ["another address", "http://127.0.0.1/v1/embeddings", { method: "POST", body: '{"input":[{}]}' }],
    ["another method", "http://127.0.0.1/v1/responses", { method: "GET" }],
    ["a text as input", "http://127.0.0.1/v1/responses", { method: "POST", body: '{"input":"Hello."}' }],
    ["no JSON", "http://127.0.0.1/v1/responses", { method: "POST", body: "hello" }],
  ])("passes on %s untouched", async (_, address, init) => {
    const response = new Response("as it is");
    const fetch = compactingFetch(SETTINGS, () => Promise.resolve(response));
    expect(await fetch(new URL(address), init)).toBe(response);
    await fetch.settled();
  });

  it("leaves a history alone that the provider keeps, and tells it once", async () => {
    const events: CompactEvent[] = [];
    const bodies: string[] = [];
    const send = (_: unknown, init?: RequestInit) => {
      bodies.push(String(init?.body));
      return Promise.resolve(new Response("{}"));
    };
    const exporters = [callbackExporter((event: CompactEvent) => void events.push(event))];
    const fetch = compactingFetch({ ...SETTINGS, exporters }, send);
    const body = JSON.stringify({ input: LONG, previous_response_id: "resp_1" });
    await fetch("http://127.0.0.1/v1/responses", { method: "POST", body });
    await fetch("http://127.0.0.1/v1/responses", { method: "POST", body });
    expect(bodies).toEqual([body, body]);
    expect(events).toMatchObject([{ event: "compact.passed_through", cause: "server_managed" }]);
    await fetch.close();
  });

  it("gives the provider's refusal to the client where nothing smaller can be sent, status and body as they came", async () => {
    const server = await startScriptedModel([{ reply: { status: 400, body: OVERFLOW } }]);
    const client = withCompaction(new OpenAI({ baseURL: server.url, apiKey: "none", maxRetries: 0 }), {
      ...SETTINGS,
      exporters: [],
    });
    const input = [{ role: "user" as const, content: "Hello." }];
    await expect(client.responses.create({ model: "gpt-5", input })).rejects.toMatchObject({
      status: 400,
      code: "context_length_exceeded",
    });
    await server.close();
  });

  it("gives other errors to the client, which retries them as it likes", async () => {
    const busy = {
      status: 429,
      body: '{"error":{"message":"slow down"}}',
      headers: { "retry-after-ms": "1" },
    };
    const server = await startScriptedModel([{ reply: busy }, { reply: { text: "done" } }]);
    const client = withCompaction(
      new OpenAI({ baseURL: server.url, apiKey: "none", maxRetries: 1 }),
      SETTINGS,
    );
    const { output_text: text } = await client.responses.create({ model: "gpt-5", input: LONG });
    expect(text).toBe("done");
    expect(server.requests[1]?.text).toBe(server.requests[0]?.text);
    await server.close();
  });

  it("keeps sessions by the name that the caller finds in the body", async () => {
    const events: CompactEvent[] = [];
    const exporters = [callbackExporter((event: CompactEvent) => void events.push(event))];
    const sessionId = (body: Readonly<Record<string, unknown>>) => String(body["prompt_cache_key"]);
    const fetch = compactingFetch({ ...SETTINGS, exporters, sessionId }, () =>
      Promise.resolve(new Response("{}")),
    );
    const body = JSON.stringify({ messages: LONG, prompt_cache_key: "desk-4" });
    await fetch("http://127.0.0.1/v1/chat/completions?api-version=1", { method: "POST", body });
    expect(new Set(events.map(({ session_id }) => session_id))).toEqual(new Set(["desk-4"]));
  });
});

/** A provider that keeps the bodies it is sent. */
function recorded(answer: () => Response = () => new Response("{}")) {
  const bodies: Readonly<Record<string, unknown>>[] = [];
  const send = async (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
    const text = init?.body ?? (await (input as Request).text());
    bodies.push(JSON.parse(String(text)) as Readonly<Record<string, unknown>>);
    return answer();
  };
  return { bodies, send };
}

const MESSAGES = "http://127.0.0.1/v1/messages?beta=true";

describe("compactingFetch", () => {
  it("compacts requests to Anthropic's Messages, and counts the system prompt", async () => {
    const events: CompactEvent[] = [];
    const exporters = [callbackExporter((event: CompactEvent) => void events.push(event))];
    const { bodies, send } = recorded();
    const fetch = compactingFetch({ ...SETTINGS, exporters }, send);
    const system = [{ type: "text", text: "You keep the ledgers. ".repeat(40) }];
    const body = { model: "claude-example", max_tokens: 100, system, messages: LONG };
    await fetch(MESSAGES, { method: "POST", body: JSON.stringify(body) });
    const { messages, ...others } = bodies[0] as { messages: Turn[] };
    expect(others).toEqual({ model: "claude-example", max_tokens: 100, system });
    expect(messages.length).toBeLessThan(60);
    expect(messages[0]?.role).toBe("user");
    expect(messages.at(-1)).toEqual(LONG.at(-1));
    const estimate = events.find(({ event }) => event === "compact.token_estimate");
    expect(JSON.stringify(estimate)).toMatch(/"system":(?:1[5-9]\d|2\d\d)/);
  });

  it("compacts a request that comes as an object", async () => {
    const { bodies, send } = recorded();
    const fetch = compactingFetch(SETTINGS, send);
    const body = JSON.stringify({ model: "gpt-5", messages: LONG });
    await fetch(new Request("http://127.0.0.1/v1/chat/completions", { method: "POST", body }));
    expect((bodies[0] as { messages: unknown[] }).messages.length).toBeLessThan(60);
  });

  it("warns on the console where it cannot compact a conversation and no exporter is set, once", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { bodies, send } = recorded();
    const fetch = compactingFetch(SETTINGS, send);
    const body = JSON.stringify({ contents: LONG });
    for (let run = 0; run < 3; run++)
      await fetch("http://127.0.0.1/v1/models/m:ask", { method: "POST", body });
    expect(bodies).toHaveLength(3);
    expect(warn.mock.calls).toEqual([
      [
        expect.stringMatching(
          /without compaction: no API that it knows has the address \/v1\/models\/m:ask\./,
        ),
      ],
    ]);
    warn.mockRestore();
    await compactingFetch({ ...SETTINGS, exporters: [] }, send)("http://127.0.0.1/v1/ask", {
      method: "POST",
      body,
    });
  });

  it.each([
    ["/v1/chat/completions", { messages: { first: "hello" } }, /messages is not a list of objects/],
    ["/v1/responses", { input: ["hello", "again"] }, /input is not a list of objects/],
  ])("warns at %s of a list that it cannot read", async (path, body, said) => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { bodies, send } = recorded();
    await compactingFetch(SETTINGS, send)(`http://127.0.0.1${path}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    expect(bodies).toHaveLength(1);
    expect(warn.mock.calls).toEqual([[expect.stringMatching(said)]]);
    warn.mockRestore();
  });

  it("gives its manager, and answers the recall calls of each conversation from what left its window", async () => {
    const call = { id: "call_1", type: "function", function: { name: "recall_search", arguments: "{}" } };
    const answer = { choices: [{ message: { role: "assistant", tool_calls: [call] } }] };
    const { send } = recorded(() => new Response(JSON.stringify(answer)));
    const fetch = compactingFetch({ ...SETTINGS, newSessionId: () => "first" }, send);
    const body = JSON.stringify({ model: "gpt-5", messages: LONG, tools: fetch.tools("chat") });
    await fetch("http://127.0.0.1/v1/chat/completions", { method: "POST", body });
    const search = { ...call, function: { ...call.function, arguments: '{"query":"order A-1004"}' } };
    expect(await fetch.answer(search)).toContain("A-1004");
    expect(await fetch.answer({ ...search, id: "call_of_nobody" })).toContain("Nothing has left");
    expect(await fetch.answer({ id: "x", function: { name: "other" } })).toBeUndefined();
    const undone = await fetch.manager("chat").undo("first", LONG);
    expect(undone.items).toEqual(LONG);
    await fetch.close();
  });
});
