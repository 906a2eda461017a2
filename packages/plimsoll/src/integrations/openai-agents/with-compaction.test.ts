import {
  addTraceProcessor,
  Agent,
  type AgentInputItem,
  MemorySession,
  type Model,
  type ModelProvider,
  Runner,
  setTraceProcessors,
  setTracingDisabled,
  type Span,
  tool,
  Usage,
} from "@openai/agents";
import {
  assistantMessage,
  functionCall,
  modelError,
  modelResponder,
  ScriptedModel,
} from "@openai/agents/testing";
import { afterEach, describe, expect, it } from "vitest";
import { callbackExporter } from "../../events/callback-exporter.js";
import type { CompactEvent } from "../../events/compact-event.js";
import { characterEstimator } from "../../testing/character-estimator.js";
import { agentsCompaction, withCompaction } from "./agents-compaction.js";
import type { AgentsCompactionOptions } from "./agents-compaction-options.js";

const user = (content: string): AgentInputItem => ({ type: "message", role: "user", content });

const talk = (count: number, about = "bay"): AgentInputItem[] =>
  Array.from({ length: count }, (_, index) => [
    user(`Question ${index}: what is in ${about} ${index}? ${"Please look again. ".repeat(8)}`),
    assistantMessage(`Answer ${index}: nothing is there. ${"I have looked twice. ".repeat(8)}`),
  ]).flat();

function setUp(more: AgentsCompactionOptions = {}) {
  const events: CompactEvent[] = [];
  const compaction = agentsCompaction({
    maxContextTokens: 4000,
    estimator: characterEstimator,
    prepareAtPct: 0,
    exporters: [callbackExporter((event) => void events.push(event))],
    ...more,
    policy: { hardCapBuffer: 200, ...more.policy },
  });
  const named = (name: string) => events.filter(({ event }) => event === name);
  return { compaction, named };
}

const runner = (more = {}) => new Runner({ tracingDisabled: true, ...more });
const textOf = (model: ScriptedModel, call: number): string =>
  JSON.stringify(model.calls[call]?.request.input);

describe("withCompaction", () => {
  it("keeps the class, the private fields and the other methods of what it wraps", async () => {
    class ChatCompletionsLike implements Model {
      readonly supportsPromptModelSelection = true;
      readonly #inner = new ScriptedModel([[assistantMessage("Hi.")]]);
      getResponse: Model["getResponse"] = (request) => this.#inner.getResponse(request);
      getStreamedResponse: Model["getStreamedResponse"] = (request) =>
        this.#inner.getStreamedResponse(request);
      getRetryAdvice() {
        return { reason: String(this.#inner.remainingSteps) };
      }
    }
    const model = withCompaction(new ChatCompletionsLike());
    expect(model.constructor.name).toBe("ChatCompletionsLike");
    expect(model).toBeInstanceOf(ChatCompletionsLike);
    expect(model.supportsPromptModelSelection).toBe(true);
    expect(model.getRetryAdvice()).toEqual({ reason: "1" });
    expect((await runner().run(new Agent({ name: "a", model }), "Hello.")).finalOutput).toBe("Hi.");
  });

  it("wraps the models of a provider, sync or not, each once, and refuses everything else", async () => {
    const model = new ScriptedModel([[assistantMessage("Hi.")]]);
    for (const getModel of [() => model, () => Promise.resolve(model)]) {
      const provider: ModelProvider = withCompaction({ getModel } as ModelProvider);
      const found = await provider.getModel("gpt-5");
      expect(found).not.toBe(model);
      expect(await provider.getModel("gpt-5")).toBe(found);
    }
    expect(() => withCompaction({} as Model)).toThrow("neither getModel nor getResponse");
  });

  it("sends a request that fits as it came, also one whose input is a text", async () => {
    const model = new ScriptedModel([[assistantMessage("Hi.")]]);
    const request = {
      input: "Hello.",
      modelSettings: {},
      tools: [],
      handoffs: [],
      outputType: "text",
      tracing: false,
    };
    await withCompaction(model).getResponse(request as never);
    expect(model.calls[0]?.request.input).toBe("Hello.");
  });

  it("counts instructions, tool schemas, handoffs and output types", async () => {
    const { compaction, named } = setUp();
    const model = compaction.model(new ScriptedModel([[assistantMessage("Hi.")]]));
    const look = tool({
      name: "look",
      description: "Looks. ".repeat(40),
      parameters: { type: "object", properties: {}, required: [], additionalProperties: false } as never,
      strict: false,
      execute: () => "seen",
    });
    const agent = new Agent({ name: "a", model, instructions: "Be brief. ".repeat(40), tools: [look] });
    await runner().run(agent, "Hello.");
    const sections = named("compact.token_estimate")[0]?.["sections"] as Record<string, number>;
    expect(sections["system"]).toBeGreaterThan(90);
    expect(sections["tools"]).toBeGreaterThan(60);
  });

  it("leaves a history alone that the server keeps, and warns once", async () => {
    const { compaction, named } = setUp();
    const inner = new ScriptedModel([[assistantMessage("One.")], [assistantMessage("Two.")]]);
    const agent = new Agent({ name: "a", model: compaction.model(inner) });
    for (let turn = 0; turn < 2; turn++) await runner().run(agent, talk(60), { conversationId: "conv_1" });
    expect(inner.calls[0]?.request.input).toHaveLength(120);
    expect(named("compact.passed_through")).toMatchObject([{ cause: "server_managed" }]);
    expect(named("compact.compacted")).toEqual([]);
  });

  it("reaches handoffs, with the same conversation, and agents that are tools, with their own", async () => {
    const { compaction, named } = setUp();
    const nested = new ScriptedModel([[assistantMessage("The crane is fine.")]]);
    const second = new ScriptedModel([[assistantMessage("Done.")]]);
    const first = new ScriptedModel([
      [functionCall("ask_expert", { input: "How is the crane?" }, { callId: "c1" })],
      [functionCall("transfer_to_closer", {}, { callId: "c2" })],
    ]);
    const models = new Map([
      ["m1", first],
      ["m2", second],
      ["m3", nested],
    ]);
    const provider = compaction.provider({ getModel: (name) => models.get(name ?? "") as Model });
    const expert = new Agent({ name: "expert", model: "m3" });
    const closer = new Agent({ name: "closer", model: "m2" });
    const agent = new Agent({
      name: "a",
      model: "m1",
      handoffs: [closer],
      tools: [expert.asTool({ toolName: "ask_expert", toolDescription: "Asks." })],
    });
    const result = await runner({ modelProvider: provider }).run(agent, [
      ...talk(60),
      user("Close the yard."),
    ]);
    expect(result.finalOutput).toBe("Done.");
    expect(textOf(second, 0)).toContain("COMPACT-SUMMARY v1");
    expect(textOf(nested, 0)).toContain("How is the crane?");
    expect(textOf(nested, 0)).not.toContain("Question 1");
    expect(named("compact.compacted")).toHaveLength(1);
    const sessions = new Set(named("compact.token_estimate").map((event) => event.session_id));
    expect(sessions.size).toBe(2);
  });

  it("keeps concurrent runs apart", async () => {
    const { compaction } = setUp();
    const inner = new ScriptedModel(
      Array.from({ length: 8 }, () => modelResponder(() => Promise.resolve([assistantMessage("Noted.")]))),
    );
    const agent = new Agent({ name: "a", model: compaction.model(inner) });
    const runs = ["north", "south", "east", "west"].map(async (side) => {
      const rule = user(`You must never open the ${side} gate.`);
      const input = [user("Hello."), rule, ...talk(60, `${side} bay`), user(`What of the ${side} gate?`)];
      await runner().run(agent, input);
      return side;
    });
    const sides = await Promise.all(runs);
    for (const [index] of inner.calls.entries()) {
      const text = textOf(inner, index);
      const own = sides.filter((side) => text.includes(`${side} gate`));
      expect(own).toHaveLength(1);
      expect(text).toContain(`never open the ${own[0] ?? ""} gate`);
    }
  });

  it("adds what summaries cost to the usage of the run, beside the entry of the call, streaming or not", async () => {
    const summarizer = {
      name: "paid",
      summarize: (request: { onUsage?(usage: object): void }) => {
        request.onUsage?.({ inputTokens: 900, outputTokens: 40, cachedTokens: 8 });
        return Promise.resolve({ text: "Bays were asked for." });
      },
    };
    for (const stream of [false, true]) {
      const { compaction } = setUp({ summarizer } as AgentsCompactionOptions);
      const usage = new Usage({ requests: 1, inputTokens: 500, outputTokens: 7, totalTokens: 507 });
      const step = { output: [assistantMessage("Hi.")], usage, responseId: "r1" };
      const model = compaction.model(new ScriptedModel([step]));
      const agent = new Agent({ name: "a", model });
      const options = { stream } as { stream: true };
      const result = await runner().run(agent, [...talk(60), user("Well?")], options);
      if (stream) await result.completed;
      expect(result.state.usage).toMatchObject({ requests: 2, inputTokens: 1400, outputTokens: 47 });
      expect(result.state.usage.requestUsageEntries).toMatchObject([
        { inputTokens: 500, outputTokens: 7 },
        { inputTokens: 900, outputTokens: 40, endpoint: "plimsoll.summary" },
      ]);
    }
  });

  it("lets an agent read back what left its window, in its own conversation only", async () => {
    const { compaction } = setUp();
    const inner = new ScriptedModel([
      [functionCall("recall_search", { query: "marlinspike" }, { callId: "c1" })],
      [assistantMessage("Found.")],
      [functionCall("recall_search", { query: "marlinspike" }, { callId: "c2" })],
      [assistantMessage("Not found.")],
    ]);
    const agent = new Agent({ name: "a", model: compaction.model(inner), tools: compaction.tools });
    await runner().run(agent, [user("The code word is marlinspike."), ...talk(60), user("What was it?")]);
    const resultOf = (call: number) => JSON.stringify([...(inner.calls[call]?.request.input ?? [])].at(-1));
    expect(resultOf(1)).toContain("The code word is marlinspike.");
    await runner().run(agent, "Somebody else here: what was it?");
    expect(resultOf(3)).not.toContain("code word");
  });

  it("passes an error on that is no overflow", async () => {
    const { compaction } = setUp();
    const error = Object.assign(new Error("Rate limit reached"), { status: 429 });
    const model = compaction.model(new ScriptedModel([modelError(error)]));
    await expect(runner().run(new Agent({ name: "a", model }), "Hello.")).rejects.toBe(error);
  });

  it("finds its conversation again when the session drops the ids of calls", async () => {
    const { compaction, named } = setUp();
    const inner = new ScriptedModel([
      [functionCall("look", {}, { callId: "c1", id: "fc_1" })],
      [assistantMessage("Seen.")],
      [assistantMessage("Again.")],
    ]);
    const look = tool({
      name: "look",
      description: "Looks.",
      parameters: { type: "object", properties: {}, required: [], additionalProperties: false } as never,
      strict: false,
      execute: () => "All clear.",
    });
    const agent = new Agent({ name: "a", model: compaction.model(inner), tools: [look] });
    const session = new MemorySession({ initialItems: talk(60) });
    await runner().run(agent, "Look.", { session });
    await runner().run(agent, "Look again.", { session });
    expect(new Set(named("compact.token_estimate").map((event) => event.session_id)).size).toBe(1);
    expect(named("compact.compacted")).toHaveLength(1);
  });
});

describe("tracing", () => {
  afterEach(() => {
    setTraceProcessors([]);
    setTracingDisabled(true);
  });

  it("has a span for each compaction, without any text of the conversation", async () => {
    const spans: Span<never>[] = [];
    setTracingDisabled(false);
    setTraceProcessors([]);
    addTraceProcessor({
      onTraceStart: () => Promise.resolve(),
      onTraceEnd: () => Promise.resolve(),
      onSpanStart: () => Promise.resolve(),
      onSpanEnd: (span) => Promise.resolve(void spans.push(span as Span<never>)),
      shutdown: () => Promise.resolve(),
      forceFlush: () => Promise.resolve(),
    });
    const { compaction } = setUp();
    const inner = new ScriptedModel([[assistantMessage("Hi.")]]);
    const agent = new Agent({ name: "a", model: compaction.model(inner) });
    await new Runner({ tracingDisabled: false }).run(agent, [...talk(60), user("Well?")]);
    const custom = spans.map((span) => span.toJSON() as never as { span_data: Record<string, unknown> });
    const found = custom.filter(({ span_data }) => span_data["name"] === "compaction");
    expect(found).toHaveLength(1);
    expect(found[0]?.span_data["data"]).toMatchObject({ version: 1, summarizer: "extractive" });
    expect(JSON.stringify(found)).not.toContain("Question");
  });
});

describe("the input filter", () => {
  it("keeps the message of the user in the session, and puts nothing else there, in one long run", async () => {
    const { compaction } = setUp();
    const steps = Array.from({ length: 40 }, (_, step) => [
      functionCall("look", { bay: `${step}` }, { callId: `c${step}` }),
    ]);
    const inner = new ScriptedModel([...steps, [assistantMessage("Done.")]]);
    const look = tool({
      name: "look",
      description: "Looks.",
      parameters: {
        type: "object",
        properties: { bay: { type: "string" } },
        required: ["bay"],
        additionalProperties: false,
      } as never,
      strict: false,
      execute: () => "Nothing is there, as far as can be seen. ".repeat(12),
    });
    const session = new MemorySession({ initialItems: talk(4) });
    const agent = new Agent({ name: "a", model: inner, tools: [look] });
    const options = { session, maxTurns: 60 };
    await runner({ callModelInputFilter: compaction.filter }).run(agent, "Look into every bay.", options);
    const stored = await session.getItems();
    expect(stored).toHaveLength(8 + 1 + 80 + 1);
    expect(stored[8]).toMatchObject({ role: "user", content: "Look into every bay." });
    expect(JSON.stringify(stored)).not.toContain("COMPACT-SUMMARY");
    const last = inner.lastCall?.request.input as AgentInputItem[];
    expect(JSON.stringify(last)).toContain("COMPACT-SUMMARY");
    expect(JSON.stringify(last)).toContain("Look into every bay.");
  });
});
