import OpenAI, { APIError } from "openai";
import { describe, expect, it } from "vitest";
import type { JsonRecord } from "../../json/json-record.js";
import { recordsIn } from "../../json/records-in.js";
import { runGateway, testRoute } from "../../testing/running-gateway.js";
import { type ChatAnswer, scriptedChat } from "../../testing/scripted-chat.js";

const TOOLS = [
  {
    type: "function" as const,
    name: "run",
    description: "Runs.",
    parameters: { type: "object" },
    strict: false,
  },
];

async function setUp(answers: readonly ChatAnswer[], route: JsonRecord = {}, options: JsonRecord = {}) {
  const upstream = await scriptedChat({
    ...(typeof options["window"] === "number" ? { window: options["window"] } : {}),
    answer: (_, index) => answers[index] ?? { text: "That was all." },
  });
  const gateway = await runGateway({
    routes: [testRoute({ model: "kimi", vendor: "generic", baseUrl: upstream.baseUrl, ...route })],
  });
  const client = new OpenAI({ baseURL: gateway.baseURL, apiKey: "any", maxRetries: 0 });
  return { upstream, gateway, client };
}

describe("the official client of OpenAI, on a model of another vendor", () => {
  it("gets an answer, whole", async () => {
    const { client, upstream } = await setUp([{ reasoning: "Hm.", text: "Good day to you." }]);
    const response = await client.responses.create({
      model: "kimi",
      instructions: "Be kind.",
      input: "Hello",
    });
    expect(response.output_text).toBe("Good day to you.");
    expect(response.output.map(({ type }) => type)).toEqual(["reasoning", "message"]);
    expect(response.usage?.input_tokens).toBeGreaterThan(0);
    expect(upstream.requests[0]?.["messages"]).toEqual([
      { role: "system", content: "Be kind." },
      { role: "user", content: "Hello" },
    ]);
  });

  it("gets an answer, streamed, that its accumulator takes", async () => {
    const { client } = await setUp([
      {
        reasoning: "Hm.",
        text: "Good day to you.",
        calls: [{ id: "c1", name: "run", arguments: '{"cmd":"ls"}' }],
      },
    ]);
    const stream = client.responses.stream({ model: "kimi", input: "Hello", tools: TOOLS });
    let text = "";
    stream.on("response.output_text.delta", (event) => {
      text += event.delta;
    });
    const response = await stream.finalResponse();
    expect(text).toBe("Good day to you.");
    expect(response.output.map(({ type }) => type)).toEqual(["reasoning", "message", "function_call"]);
    expect(response.output[2]).toMatchObject({ call_id: "c1", name: "run", arguments: '{"cmd":"ls"}' });
  });

  it("continues a stored response, lists what it was given, and deletes it", async () => {
    const { client, upstream } = await setUp([
      { calls: [{ id: "c1", name: "run", arguments: "{}" }] },
      { text: "Two files." },
    ]);
    const first = await client.responses.create({ model: "kimi", input: "List", tools: TOOLS });
    const second = await client.responses.create({
      model: "kimi",
      previous_response_id: first.id,
      input: [{ type: "function_call_output", call_id: "c1", output: "a\nb" }],
      tools: TOOLS,
    });
    expect(second.output_text).toBe("Two files.");
    expect(recordsIn(upstream.requests[1]?.["messages"]).map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
    ]);
    const items = await client.responses.inputItems.list(second.id, { order: "asc" });
    expect(items.data.map(({ type }) => type)).toEqual(["message", "function_call", "function_call_output"]);
    expect((await client.responses.retrieve(second.id)).output_text).toBe("Two files.");
    await client.responses.delete(second.id);
    await expect(client.responses.retrieve(second.id)).rejects.toMatchObject({ status: 404 });
  });

  it("finds nothing of a response that was not to be stored", async () => {
    const { client } = await setUp([{ text: "x" }]);
    const { id } = await client.responses.create({ model: "kimi", input: "Hello", store: false });
    await expect(client.responses.retrieve(id)).rejects.toMatchObject({ status: 404 });
    const next = client.responses.create({ model: "kimi", input: "On", previous_response_id: id });
    await expect(next).rejects.toMatchObject({ status: 400, code: "previous_response_not_found" });
    const long = "resp_".padEnd(5000, "x");
    await expect(client.responses.retrieve(long)).rejects.toMatchObject({ status: 404 });
    const afterLong = client.responses.create({ model: "kimi", input: "x", previous_response_id: long });
    await expect(afterLong).rejects.toMatchObject({ status: 400, code: "previous_response_not_found" });
  });

  it.each([
    [400, { message: "temperature is wrong" }, 400],
    [401, { message: "bad key sk-live-0123456789abcdef0123456789" }, 401],
    [404, { message: "no such model" }, 404],
    [429, { message: "slow down" }, 429],
    [500, { message: "oops" }, 502],
  ])("is told of an upstream's %d", async (status, error, shown) => {
    const { client } = await setUp([
      { status, error },
      { status, error },
    ]);
    const failed = await client.responses
      .create({ model: "kimi", input: "Hello" })
      .catch((one: unknown) => one);
    expect(failed).toBeInstanceOf(APIError);
    expect((failed as APIError).status).toBe(shown);
    expect(String(failed)).not.toContain("sk-live");
    const streamed = client.responses.stream({ model: "kimi", input: "Hello" }).finalResponse();
    await expect(streamed).rejects.toMatchObject({ status: shown });
  });

  it("never gets a cut answer as a complete one", async () => {
    const { client } = await setUp([
      { text: "The answer is", cut: true },
      { text: "The answer is", cut: true },
    ]);
    const whole = client.responses.create({ model: "kimi", input: "Hello" });
    await expect(whole).rejects.toMatchObject({ status: 502, code: "server_error" });
    const events = await client.responses.create({ model: "kimi", input: "Hello", stream: true });
    const types: string[] = [];
    for await (const event of events) types.push(event.type);
    expect(types.at(-1)).toBe("response.failed");
  });

  it("is served by the next route where the first fails", async () => {
    const broken = await scriptedChat({ answer: () => ({ status: 529, error: { message: "overloaded" } }) });
    const good = await scriptedChat({ answer: () => ({ text: "Here I am." }) });
    const gateway = await runGateway({
      routes: [
        testRoute({
          model: "kimi",
          vendor: "generic",
          baseUrl: broken.baseUrl,
          fallbacks: [{ model: "glm", vendor: "glm", baseUrl: good.baseUrl }],
        }),
      ],
    });
    const client = new OpenAI({ baseURL: gateway.baseURL, apiKey: "any", maxRetries: 0 });
    expect((await client.responses.create({ model: "kimi", input: "Hello" })).output_text).toBe("Here I am.");
    expect(good.requests[0]?.["model"]).toBe("glm");
  });

  it("is told the usage of the prompt that was sent, where the upstream says nothing", async () => {
    const uncounted = { prompt_tokens: 700, completion_tokens: 0, total_tokens: 700 };
    const { client, gateway } = await setUp([
      { text: "One two three.", usage: "none" },
      { text: "One two three.", usage: uncounted },
    ]);
    const response = await client.responses.create({ model: "kimi", input: "Hello ".repeat(500) });
    expect(response.usage?.input_tokens).toBeGreaterThan(300);
    const second = await client.responses.create({ model: "kimi", input: "Hello" });
    expect(second.usage?.input_tokens).toBe(700);
    for (const { usage } of [response, second]) {
      expect(usage?.output_tokens).toBeGreaterThan(2);
      expect(usage?.output_tokens).toBeLessThan(20);
    }
    expect(gateway.records.map(({ notes }) => notes.tokensEstimated)).toEqual([true, true]);
  });

  it("counts what a conversation costs", async () => {
    const { client } = await setUp([]);
    const few = await client.responses.inputTokens.count({ model: "kimi", input: "Hello" });
    const many = await client.responses.inputTokens.count({ model: "kimi", input: "Hello ".repeat(1000) });
    expect(many.input_tokens).toBeGreaterThan(few.input_tokens + 500);
  });

  it("is told which models there are", async () => {
    const { client } = await setUp([]);
    const models = await client.models.list();
    expect(models.data).toMatchObject([{ id: "kimi", object: "model", context_window: 128_000 }]);
    expect(await client.models.retrieve("kimi")).toEqual(models.data[0]);
    const unknown = await client.models.retrieve("a/b").catch((one: unknown) => one);
    expect(unknown).toMatchObject({ status: 404, code: "model_not_found" });
    const error = await client.responses.create({ model: "gpt-9", input: "x" }).catch((one: unknown) => one);
    expect(error).toMatchObject({ status: 404, code: "model_not_found" });
  });
});

describe("a conversation that outgrows its model", () => {
  it("is compacted before it overflows, three times over, and no request is over the window", async () => {
    const window = 16_000;
    const { client, upstream, gateway } = await setUp(
      Array.from({ length: 60 }, (_, index) => ({
        calls: [{ id: `c${index}`, name: "run", arguments: JSON.stringify({ step: index }) }],
      })),
      { window, outputReserve: 1_000 },
      { window: window - 1_000 },
    );
    const input: OpenAI.Responses.ResponseInputItem[] = [
      { role: "user", content: "Never touch config/prod.yaml. Check every step of the release." },
    ];
    for (let step = 0; step < 60; step++) {
      const response = await client.responses.create({ model: "kimi", input, tools: TOOLS, store: false });
      input.push(...(response.output as OpenAI.Responses.ResponseInputItem[]));
      input.push({
        type: "function_call_output",
        call_id: `c${step}`,
        output: `Step ${step}: ${"all was well here. ".repeat(150)}`,
      });
    }
    expect(upstream.largest()).toBeLessThanOrEqual(window - 1_000);
    expect(upstream.requests).toHaveLength(60);
    expect(JSON.stringify(upstream.requests.at(-1))).toContain("config/prod.yaml");
    const compacted = gateway.records.filter(({ notes }) => notes.compaction === "compacted");
    expect(compacted.length).toBeGreaterThanOrEqual(3);
  });

  it("is compacted and sent again where the upstream's window is smaller than anybody knew", async () => {
    const { client, upstream, gateway } = await setUp([], { window: 128_000 }, { window: 9_000 });
    const input: OpenAI.Responses.ResponseInputItem[] = [{ role: "user", content: "Read all of it." }];
    for (let part = 0; part < 12; part++)
      input.push(
        { type: "function_call", call_id: `c${part}`, name: "run", arguments: "{}" },
        {
          type: "function_call_output",
          call_id: `c${part}`,
          output: `Part ${part}. ${"It says nothing new. ".repeat(250)}`,
        },
      );
    const response = await client.responses.create({ model: "kimi", input, tools: TOOLS, store: false });
    expect(response.output_text).toBe("That was all.");
    expect(gateway.records[0]?.notes.compaction).toBe("overflow_recovered");
    expect(upstream.requests.length).toBeGreaterThan(1);
    const models = await client.models.list();
    expect(models.data).toMatchObject([{ context_window: 9_000 }]);
  });

  it("is made no smaller by asking again, where it is compacted only after a refusal", async () => {
    const { client, upstream } = await setUp(
      [],
      { window: 128_000, policy: "on_overflow" },
      { window: 9_000 },
    );
    const input = Array.from({ length: 24 }, (_, turn) => ({
      role: turn % 2 === 0 ? ("user" as const) : ("assistant" as const),
      content: `Part ${turn}. ${`It says nothing new of ${turn}. `.repeat(150)}`,
    }));
    input.push({ role: "user", content: "And now?" });
    const sizes: number[] = [];
    for (let asked = 0; asked < 4; asked++) {
      await client.responses.create({ model: "kimi", input });
      sizes.push(upstream.bodies.at(-1)?.length ?? 0);
    }
    // Once refused, the whole of it is not sent again.
    expect(upstream.refused()).toBe(1);
    // The first answer teaches the true window; from then on nothing is new.
    expect(sizes.slice(2)).toEqual([sizes[1], sizes[1]]);
  });

  it("bounds one tool result that is several windows long", async () => {
    const { client, upstream } = await setUp([], { window: 262_144 }, { window: 262_144 });
    const lines = Array.from(
      { length: 120_000 },
      (_, index) => `${index} 10.0.0.${index % 250} GET /page/${index}`,
    );
    const input: OpenAI.Responses.ResponseInputItem[] = [
      { role: "user", content: "What is in the log?" },
      { type: "function_call", call_id: "c", name: "run", arguments: "{}" },
      { type: "function_call_output", call_id: "c", output: lines.join("\n") },
    ];
    const response = await client.responses.create({ model: "kimi", input, tools: TOOLS, store: false });
    expect(response.status).toBe("completed");
    expect(upstream.largest()).toBeLessThanOrEqual(262_144);
    expect(upstream.requests).toHaveLength(1);
  });
});
