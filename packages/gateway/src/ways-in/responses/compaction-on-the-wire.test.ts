import { memoryStorage } from "plimsoll";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { bodyProblems, eventProblems } from "../../../../testkit/src/openai/wire-schema-test-support.js";
import type { JsonRecord } from "../../json/json-record.js";
import { temporarySealingKey } from "../../sealing/load-sealing-keys.js";
import { post } from "../../testing/call.js";
import { runGateway, testRoute } from "../../testing/running-gateway.js";
import { scriptedChat } from "../../testing/scripted-chat.js";

const RULE = "Never touch config/prod.yaml.";
const KEY = temporarySealingKey();

/** A session of work: a rule, then steps with large outputs. */
function session(steps: number): JsonRecord[] {
  return [
    {
      type: "message",
      role: "developer",
      content: [{ type: "input_text", text: "You are a coding agent." }],
    },
    { type: "message", role: "user", content: [{ type: "input_text", text: `${RULE} Then fix the build.` }] },
    ...Array.from({ length: steps }, (_, step) => [
      {
        type: "function_call",
        call_id: `c${step}`,
        name: "run",
        arguments: JSON.stringify({ cmd: `cat src/file${step}.ts` }),
      },
      {
        type: "function_call_output",
        call_id: `c${step}`,
        output: `// file ${step}\n${"export const value = 1;\n".repeat(120)}`,
      },
    ]).flat(),
  ];
}

async function setUp(tenantKey = KEY) {
  const upstream = await scriptedChat({ answer: () => ({ text: "On it goes." }) });
  const gateway = await runGateway({
    routes: [testRoute({ model: "kimi", vendor: "generic", baseUrl: upstream.baseUrl, window: 32_000 })],
    sealingKeys: [tenantKey],
    storage: memoryStorage(),
  });
  const create = async (body: JsonRecord): Promise<JsonRecord> =>
    (
      await post(gateway.port, "/v1/responses", { body: { model: "kimi", store: false, ...body } })
    ).json() as JsonRecord;
  return { upstream, gateway, create };
}

const textOf = (value: unknown): string => JSON.stringify(value);
const trigger = { type: "compaction_trigger" };
const outputOf = (response: JsonRecord): JsonRecord[] => response["output"] as JsonRecord[];

describe("a compaction trigger", () => {
  it("is answered by exactly one compaction item, streamed as the API streams", async () => {
    const { gateway } = await setUp();
    const { text, status } = await post(gateway.port, "/v1/responses", {
      body: { model: "kimi", store: false, stream: true, input: [...session(10), trigger] },
    });
    expect(status).toBe(200);
    const events = text.split("\n\n").flatMap((block) => {
      const data = block.split("\n").find((line) => line.startsWith("data: {"));
      return data ? [JSON.parse(data.slice(6)) as JsonRecord] : [];
    });
    expect(events.flatMap(eventProblems)).toEqual([]);
    const done = events.filter(({ type }) => type === "response.output_item.done");
    expect(done).toHaveLength(1);
    expect(done[0]?.["item"]).toMatchObject({ type: "compaction" });
    const last = events.at(-1)?.["response"] as JsonRecord;
    expect(last).toMatchObject({ status: "completed", output: [{ type: "compaction" }] });
    expect((last["usage"] as JsonRecord)["input_tokens"]).toBeGreaterThan(1_000);
  });

  it("shows nothing of the conversation in the item", async () => {
    const { create } = await setUp();
    const [item] = outputOf(await create({ input: [...session(10), trigger] }));
    expect(textOf(item)).not.toContain("prod.yaml");
    expect(String(item?.["encrypted_content"]).length).toBeLessThan(40_000);
  });

  it("lets the thread go on, with the user's rule and without what was compacted", async () => {
    const { create, upstream } = await setUp();
    const history = session(60);
    const [item] = outputOf(await create({ input: [...history, trigger] }));
    const [developer, user] = history;
    const response = await create({
      input: [developer, user, item, { type: "message", role: "user", content: "Go on." }],
    });
    expect(response).toMatchObject({ status: "completed" });
    const sent = upstream.requests.at(-1);
    expect(textOf(sent).includes(RULE)).toBe(true);
    expect(textOf(sent).includes("COMPACT-SUMMARY")).toBe(true);
    expect(textOf(sent).split(RULE).length - 1).toBeLessThanOrEqual(2);
    expect(textOf(sent)).not.toContain(String(item?.["encrypted_content"]).slice(0, 40));
  });

  it("compacts again what was compacted, five times, and keeps the rule", async () => {
    const { create, upstream } = await setUp();
    let history = session(6);
    for (let round = 0; round < 5; round++) {
      const [item] = outputOf(await create({ input: [...history, trigger] }));
      history = [
        ...session(0),
        item as JsonRecord,
        ...session(6)
          .slice(2)
          .map((one) => rename(one, round)),
      ];
    }
    await create({ input: history });
    expect(textOf(upstream.requests.at(-1)).includes(RULE)).toBe(true);
  });

  it("opens after a restart with the same key, and on another node", async () => {
    const first = await setUp();
    const [item] = outputOf(await first.create({ input: [...session(10), trigger] }));
    const second = await setUp();
    await second.create({ input: [item, { role: "user", content: "Go on." }] });
    expect(textOf(second.upstream.requests[0]).includes(RULE)).toBe(true);
  });

  it("never bricks a thread: an item that cannot be opened is said to be unreadable", async () => {
    const first = await setUp();
    const [item] = outputOf(await first.create({ input: [...session(10), trigger] }));
    const other = await setUp(temporarySealingKey());
    const response = await other.create({ input: [item, { role: "user", content: "Go on." }] });
    expect(response).toMatchObject({ status: "completed" });
    const sent = textOf(other.upstream.requests[0]);
    expect(sent).toContain("cannot be read here");
    expect(sent).not.toContain(RULE);
    expect(other.gateway.said).toEqual([]);
  });

  it("is refused anywhere but at the end", async () => {
    const { gateway } = await setUp();
    const body = { model: "kimi", input: [trigger, ...session(1)] };
    const answer = await post(gateway.port, "/v1/responses", { body });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("compaction_trigger");
  });
});

const rename = (item: JsonRecord, round: number): JsonRecord =>
  "call_id" in item ? { ...item, call_id: `${String(item["call_id"])}r${round}` } : item;

describe("POST /v1/responses/compact", () => {
  it("gives the user's messages and one compaction item, by the official client", async () => {
    const { gateway, upstream } = await setUp();
    const client = new OpenAI({ baseURL: gateway.baseURL, apiKey: "any", maxRetries: 0 });
    const input = session(10) as unknown as OpenAI.Responses.ResponseInputItem[];
    const compacted = await client.responses.compact({ model: "kimi", input });
    expect(bodyProblems(compacted)).toEqual([]);
    expect(compacted.output.map(({ type }) => type)).toEqual(["message", "compaction"]);
    const next = [
      ...compacted.output,
      { role: "user", content: "Go on." },
    ] as OpenAI.Responses.ResponseInputItem[];
    await client.responses.create({ model: "kimi", input: next, store: false });
    expect(textOf(upstream.requests[0]).includes(RULE)).toBe(true);
  });

  it("takes what Codex sends, and refuses to stream as the API does", async () => {
    const { gateway } = await setUp();
    const extra = {
      tools: [],
      parallel_tool_calls: true,
      reasoning: { effort: "low" },
      prompt_cache_key: "t",
    };
    const body = { model: "kimi", input: session(3), instructions: "Be brief.", ...extra };
    expect((await post(gateway.port, "/v1/responses/compact", { body })).status).toBe(200);
    const streamed = await post(gateway.port, "/v1/responses/compact", { body: { ...body, stream: true } });
    expect(streamed.status).toBe(400);
    expect(streamed.json()).toMatchObject({ error: { code: "unknown_parameter" } });
  });

  it("never gives an empty list", async () => {
    const { gateway } = await setUp();
    const body = { model: "kimi", input: [{ role: "user", content: "Hi." }] };
    const answer = (await post(gateway.port, "/v1/responses/compact", { body })).json() as JsonRecord;
    expect(outputOf(answer).map(({ type }) => type)).toEqual(["message", "compaction"]);
  });
});

/** The embedded part of a conversation is the user's; a question for a summary has nothing else. */
const isQuestion = ({ messages }: JsonRecord): boolean =>
  (messages as JsonRecord[]).every(({ role }) => role !== "assistant");

describe("context_management", () => {
  it("compacts in the same answer once the threshold is reached, and goes on from there", async () => {
    const { create, upstream } = await setUp();
    const context_management = [{ type: "compaction", compact_threshold: 5_000 }];
    const input = session(12);
    const first = await create({ input, context_management });
    expect(outputOf(first).map(({ type }) => type)).toEqual(["compaction", "message"]);
    const sizes = upstream.requests.map((request) => textOf(request).length);
    expect(sizes[0]).toBeLessThan(textOf(input).length / 2);
    const second = await create({
      input: [...input, ...outputOf(first), { role: "user", content: "And now?" }],
      context_management,
    });
    expect(outputOf(second).map(({ type }) => type)).toEqual(["message"]);
    expect(textOf(upstream.requests[1]).includes(RULE)).toBe(true);
    expect(textOf(upstream.requests[1]).length).toBeLessThan(textOf(input).length / 2);
  });

  it.each(["threshold", "trigger"])(
    "says in data events that the work goes on while a model writes (%s)",
    async (how) => {
      const upstream = await scriptedChat({
        // A busy machine may be out of patience before the model was asked for its summary.
        answer: (request) => (isQuestion(request) ? { hang: true } : { text: "On it goes." }),
      });
      const route = testRoute({
        model: "kimi",
        vendor: "generic",
        baseUrl: upstream.baseUrl,
        window: 32_000,
        summarizer: "model",
      });
      const gateway = await runGateway({ routes: [route], keepAliveMs: 5, patienceMs: 400 });
      const context_management = [{ type: "compaction", compact_threshold: 5_000 }];
      const asked =
        how === "trigger" ? { input: [...session(50), trigger] } : { input: session(12), context_management };
      const { text } = await post(gateway.port, "/v1/responses", {
        body: { model: "kimi", store: false, stream: true, ...asked },
      });
      const types = Array.from(text.matchAll(/^data: \{"type":"([a-z_.]+)"/gmu), ([, type]) => type);
      const waiting = types.slice(0, types.indexOf("response.output_item.added"));
      expect(new Set(waiting.slice(1))).toEqual(new Set(["response.in_progress"]));
      expect(waiting.length).toBeGreaterThan(2);
      expect(text).toContain('"type":"compaction"');
      expect(types.at(-1)).toBe("response.completed");
    },
  );

  it("goes on over a chain of stored responses", async () => {
    const { create, upstream } = await setUp();
    const context_management = [{ type: "compaction", compact_threshold: 5_000 }];
    const first = await create({ input: session(12), context_management, store: true });
    const second = await create({
      input: "And now?",
      previous_response_id: first["id"],
      context_management,
      store: true,
    });
    expect(second).toMatchObject({ status: "completed" });
    expect(textOf(upstream.requests[1]).includes(RULE)).toBe(true);
    expect(textOf(upstream.requests[1]).length).toBeLessThan(20_000);
  });

  it("changes nothing below the threshold, and refuses one that is too low", async () => {
    const { create, gateway } = await setUp();
    const high = await create({
      input: session(2),
      context_management: [{ type: "compaction", compact_threshold: 20_000 }],
    });
    expect(outputOf(high).map(({ type }) => type)).toEqual(["message"]);
    const body = {
      model: "kimi",
      input: "x",
      context_management: [{ type: "compaction", compact_threshold: 10 }],
    };
    expect((await post(gateway.port, "/v1/responses", { body })).status).toBe(400);
  });
});
