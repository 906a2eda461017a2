import fc from "fast-check";
import { type CompactEvent, type Exporter, heuristicEstimator, memoryStorage } from "plimsoll";
import { scaled } from "plimsoll-testkit/scaled";
import { describe, expect, it } from "vitest";
import type { JsonRecord } from "../../json/json-record.js";
import { recordsIn } from "../../json/records-in.js";
import { temporarySealingKey } from "../../sealing/load-sealing-keys.js";
import type { SealingKey } from "../../sealing/sealing-key.js";
import { call, post } from "../../testing/call.js";
import { runGateway, testRoute } from "../../testing/running-gateway.js";
import { type ChatAnswer, scriptedChat } from "../../testing/scripted-chat.js";

const RULE = "Never touch config/prod.yaml.";
const WINDOW = 12_000;
const SUMMARY = "The build of the parser was looked at file by file; src/f3.ts still fails in the lexer.";
const trigger = { type: "compaction_trigger" };

function session(steps: number): JsonRecord[] {
  return [
    { role: "user", content: `${RULE} Then fix the build.` },
    { role: "assistant", content: "On it." },
    ...Array.from({ length: steps }, (_, step) => [
      { type: "function_call", call_id: `c${step}`, name: "run", arguments: `{"cmd":"cat src/f${step}.ts"}` },
      {
        type: "function_call_output",
        call_id: `c${step}`,
        output: `// ${step}\n${"export const value = 1;\n".repeat(120)}`,
      },
    ]).flat(),
    { role: "user", content: "And now the tests." },
  ];
}

/** What a server counts: the words of the request, and the room that it must keep for the answer. */
const served = (request: JsonRecord): number =>
  recordsIn(request["messages"]).reduce(
    (total, { content }) => total + heuristicEstimator.count(String(content)),
    heuristicEstimator.count(JSON.stringify(request["response_format"] ?? "")),
  ) + Number(request["max_tokens"] ?? request["max_completion_tokens"] ?? 0);

interface SetUp {
  readonly answer?: () => ChatAnswer;
  readonly patienceMs?: number;
  readonly sealingKeys?: readonly [SealingKey, ...SealingKey[]];
  readonly byOther?: boolean;
  readonly exporters?: readonly Exporter[];
}

async function setUp({
  answer = () => ({ text: SUMMARY }),
  byOther = false,
  exporters = [],
  ...options
}: SetUp = {}) {
  const upstream = await scriptedChat({ window: WINDOW, count: served, answer });
  const route = { vendor: "generic", baseUrl: upstream.baseUrl, window: WINDOW, outputReserve: 2_000 };
  const writer = testRoute({ ...route, model: "claude-haiku-4-5", upstreamModel: "claude-haiku-4-5" });
  const summarizer = byOther ? writer : "model";
  const gateway = await runGateway({
    routes: [testRoute({ ...route, model: "kimi", summarizer }), writer],
    storage: memoryStorage(),
    compaction: { estimator: heuristicEstimator, exporters },
    ...options,
  });
  const compact = async (input: readonly JsonRecord[]): Promise<JsonRecord> => {
    const body = { model: "kimi", store: false, input: [...input, trigger] };
    const answered = await post(gateway.port, "/v1/responses", { body });
    expect(answered.status).toBe(200);
    const response = answered.json() as JsonRecord;
    expect(response).toMatchObject({ status: "completed", output: [{ type: "compaction" }] });
    return recordsIn(response["output"])[0] as JsonRecord;
  };
  /** Codex has the model write a summary, and the gateway only bounds what is asked. */
  const summarizeLocally = async (input: readonly JsonRecord[]): Promise<void> => {
    const prompt = { role: "user", content: "Create a handoff summary." };
    const headers = { "x-codex-turn-metadata": JSON.stringify({ request_kind: "compaction" }) };
    const body = { model: "kimi", store: false, tools: [], input: [...input, prompt] };
    const answered = await post(gateway.port, "/v1/responses", { body, headers });
    expect(answered.json()).toMatchObject({ status: "completed" });
    expect(JSON.stringify(upstream.requests.at(-1))).toContain(prompt.content);
  };
  const look = async ({ id }: JsonRecord): Promise<Record<string, JsonRecord>> =>
    (await call({ port: gateway.port, path: `/v1/compactions/${String(id)}` })).json() as never;
  return { upstream, gateway, compact, summarizeLocally, look };
}

describe("the route's own model", () => {
  it("writes the summary if the route says so", async () => {
    const { upstream, compact, look } = await setUp();
    const view = await look(await compact(session(12)));
    expect(upstream.requests.length).toBeGreaterThan(0);
    expect(upstream.requests[0]?.["model"]).toBe("kimi");
    expect(upstream.requests.every(({ tools }) => tools === undefined)).toBe(true);
    expect(view).toMatchObject({
      summarizer: { name: "model", model: "kimi" },
      cost: { dollars: null },
      degraded: [],
    });
    expect(view["cost"]?.["requests"]).toBe(upstream.requests.length);
    expect(view["summary"]).toContain(SUMMARY);
  });

  it("can be another one, which costs what it costs", async () => {
    const { upstream, compact, look } = await setUp({ byOther: true });
    const view = await look(await compact(session(12)));
    expect(upstream.requests[0]?.["model"]).toBe("claude-haiku-4-5");
    expect(view).toMatchObject({ model: "kimi", summarizer: { model: "claude-haiku-4-5" } });
    expect(view["cost"]?.["dollars"]).toBeGreaterThan(0);
  });

  it.each<[string, ChatAnswer]>([
    ["500", { status: 500 }],
    ["429", { status: 429, error: { message: "Slow down." } }],
    ["silence", { hang: true }],
    ["an empty answer", { text: "" }],
    ["a tool call", { calls: [{ id: "c", name: "run", arguments: "{}" }] }],
    [
      "a refusal because of length",
      { status: 400, error: { message: "maximum context length is 900 tokens" } },
    ],
    ["a refusal", { text: "I'm sorry, but I can't help with that." }],
    ["a stream that breaks off", { text: "The build", cut: true }],
    ["a stream without end", { text: "The build goes on. ".repeat(1_000), endless: true }],
    ["garbage", { garbage: "data: {{{\n\n<html>504</html>\n\ndata: [DONE]\n\n" }],
  ])("degrades to the embedded summarizer after %s, says so, and the thread goes on", async (_, answer) => {
    const events: CompactEvent[] = [];
    const exporter = { name: "test", export: (event: CompactEvent) => void events.push(event) };
    const { gateway, compact, look } = await setUp({
      answer: () => answer,
      // A stream without end is ended by its length, not by the clock.
      patienceMs: answer.endless ? 60_000 : 400,
      exporters: [exporter],
    });
    const item = await compact(session(12));
    const view = await look(item);
    expect(view).toMatchObject({ summarizer: { name: "extractive" }, degraded: [{ kind: "summarizer" }] });
    expect(JSON.stringify(view["checkpoint"])).toContain(RULE);
    expect(gateway.records.find(({ notes }) => notes.compaction)?.notes.compaction).toBe(
      "requested_degraded",
    );
    expect(events.map(({ event }) => event)).toContain("compact.summary_failed");
    const again = await compact([item, { role: "user", content: "Go on." }]);
    expect(JSON.stringify((await look(again))["window"])).toContain("Go on.");
  });

  it("is never asked more than its window holds, whatever the history", async () => {
    const { upstream, compact, summarizeLocally } = await setUp();
    const words = fc.constantFrom("a", "é", "汉字", " the pump ran", '{"k":1},', "\n", "0x9f3a ", "🙂");
    const text = fc
      .tuple(words, fc.integer({ min: 1, max: 12_000 }))
      .map(([word, times]) => word.repeat(Math.ceil(times / word.length)));
    const pair = fc.tuple(text, text, fc.uuid()).map(([given, output, id]) => [
      { type: "function_call", call_id: id, name: "run", arguments: JSON.stringify({ given }) },
      { type: "function_call_output", call_id: id, output },
    ]);
    const message = fc
      .tuple(fc.constantFrom("user", "assistant"), text)
      .map(([role, content]) => [{ role, content }]);
    const history = fc.array(fc.oneof(pair, message), { minLength: 3, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(history, async (parts) => {
        const items = [...parts.flat(), { role: "user", content: "Go on." }];
        await compact(items);
        await summarizeLocally(items);
      }),
      { numRuns: scaled(10, 3) },
    );
    expect(upstream.requests.length).toBeGreaterThan(0);
    expect(upstream.refused()).toBe(0);
  });
});

describe("a node with the same keys", () => {
  it.each(["the same key", "a newer one before it"])(
    "knows rules in an item as the user's, with %s",
    async (how) => {
      const key = temporarySealingKey();
      const first = await setUp({ sealingKeys: [key] });
      const long = {
        role: "user",
        content: `${RULE}\n\n${"The tool shed stands behind the house. ".repeat(600)}`,
      };
      const item = await first.compact([long, ...session(12).slice(1)]);
      const { window } = await first.look(item);
      expect(recordsIn(window).filter(({ content }) => content === long.content)).toEqual([]);
      const second = await setUp({
        sealingKeys: how === "the same key" ? [key] : [temporarySealingKey(), key],
      });
      const view = await second.look(await second.compact([item, ...session(12).slice(2)]));
      const rule = recordsIn(view["checkpoint"]?.["constraints"]).find(({ text }) => text === RULE);
      expect(rule).toMatchObject({ status: "current", provenance: { by: "user" } });
    },
  );
});
