import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { callbackExporter } from "../../events/callback-exporter.js";
import type { CompactEvent } from "../../events/compact-event.js";
import { canonicalMessage } from "./canonical-message.js";
import { compactionMiddleware } from "./compaction-middleware.js";
import { durableCompactionMiddleware } from "./durable-compaction-middleware.js";
import { toolSchemas } from "./tool-schemas.js";

const LONG: BaseMessage[] = Array.from({ length: 120 }, (_, index) => {
  const text = `Message ${index}: the ledger of order A-${1000 + index} was read line by line, and every sum is right.`;
  return index % 2 === 0 ? new HumanMessage(text) : new AIMessage(text);
});
const SETTINGS = {
  model: "gpt-5",
  maxContextTokens: 2000,
  policy: { hardCapBuffer: 200 },
  prepareAtPct: 0,
} as const;

type Middleware = ReturnType<typeof compactionMiddleware>;
type Wrap = Extract<NonNullable<Middleware["wrapModelCall"]>, (...args: never[]) => unknown>;
type Request = Parameters<Wrap>[0];

/** A model that says, or throws, these one after the other, and then the last one again. */
class FixedModel extends BaseChatModel {
  calls = 0;
  readonly #answers: readonly (string | Error | AIMessage)[];

  constructor(...answers: readonly (string | Error | AIMessage)[]) {
    super({ maxRetries: 0 });
    this.#answers = answers;
  }

  override _llmType(): string {
    return "fixed";
  }

  override bindTools(): this {
    return this;
  }

  override _generate() {
    const answer = this.#answers[this.calls++] ?? this.#answers.at(-1) ?? "";
    if (answer instanceof Error) return Promise.reject(answer);
    const message = typeof answer === "string" ? new AIMessage(answer) : answer;
    return Promise.resolve({ generations: [{ text: message.text, message }] });
  }
}

/** What the middleware sends on, by calling its hook as the agent does. */
async function sent(
  middleware: Middleware,
  messages: BaseMessage[],
  thread?: string,
): Promise<BaseMessage[]> {
  const seen: BaseMessage[][] = [];
  const runtime = { configurable: thread === undefined ? {} : { thread_id: thread } };
  const request = { messages, tools: [], systemPrompt: "Be brief.", runtime } as unknown as Request;
  await middleware.wrapModelCall?.(request, (one) => {
    seen.push(one.messages);
    return Promise.resolve(new AIMessage("done"));
  });
  return seen[0] ?? [];
}

describe("the LangChain middleware", () => {
  it("sends kept messages as the very objects of the state", async () => {
    const middleware = compactionMiddleware(SETTINGS);
    expect(await sent(middleware, LONG.slice(0, 4))).toEqual(LONG.slice(0, 4));
    const messages = await sent(middleware, LONG);
    expect(messages.length).toBeLessThan(60);
    expect(messages.at(-1)).toBe(LONG.at(-1));
    await middleware.close();
  });

  it("knows a thread again by its id, also when its messages come from a checkpoint", async () => {
    const middleware = compactionMiddleware(SETTINGS);
    const before = await sent(middleware, LONG, "thread-1");
    const copies = LONG.map((message) =>
      message.getType() === "human"
        ? new HumanMessage({ content: message.content, id: "restored" })
        : new AIMessage({ content: message.content, id: "restored" }),
    );
    const after = await sent(middleware, [...copies, new HumanMessage("And now?")], "thread-1");
    expect(after.slice(0, -1).map(({ content }) => content)).toEqual(before.map(({ content }) => content));
    expect(await middleware.manager().remember("thread-1")).toMatchObject({ version: 1 });
  });

  it("continues a thread in a new process from the state, with no more summaries", async () => {
    let summaries = 0;
    const exporters = [callbackExporter(({ event }) => void (event === "compact.compacted" && summaries++))];
    const thread = { configurable: { thread_id: "t" } };
    const counts: number[] = [];
    for (const isFresh of [false, true]) {
      summaries = 0;
      const checkpointer = new MemorySaver();
      const make = () => {
        const middleware = compactionMiddleware({ ...SETTINGS, exporters });
        const model = new FixedModel("Done. Every line of the ledger adds up, and nothing is missing in it.");
        return {
          middleware,
          agent: createAgent({ model, tools: [], checkpointer, middleware: [middleware] }),
        };
      };
      let process = make();
      await process.agent.invoke({ messages: LONG }, thread);
      for (let turn = 0; turn < 12; turn++) {
        if (isFresh) process = make();
        const messages = [new HumanMessage(`Turn ${turn}: go through the next ledger.`)];
        await process.agent.invoke({ messages }, thread);
      }
      const { summary } = await process.middleware.manager().remember("t");
      expect(summary).not.toBe("");
      counts.push(summaries);
    }
    expect(counts[0]).toBeGreaterThanOrEqual(1);
    expect(counts[1]).toBeLessThanOrEqual(Number(counts[0]));
  });

  it("keeps the rules of a sub-agent out of the thread that it inherits", async () => {
    const sessions: string[] = [];
    const exporters = [
      callbackExporter((event: CompactEvent) => {
        if (event.event === "compact.compacted") sessions.push(event.session_id);
      }),
    ];
    const middleware = compactionMiddleware({ ...SETTINGS, exporters, newSessionId: () => "sub" });
    const rule = new HumanMessage("Rule: never write to the table invoices.");
    const worker = createAgent({ model: new FixedModel("done"), tools: [], middleware: [middleware] });
    const delegate = tool(
      async () => {
        await worker.invoke({ messages: [rule, ...LONG] });
        return "delegated";
      },
      { name: "delegate", description: "Asks the worker.", schema: z.object({}) },
    );
    const call = new AIMessage({ content: "", tool_calls: [{ id: "c1", name: "delegate", args: {} }] });
    const main = createAgent({
      model: new FixedModel(call, "done"),
      tools: [delegate],
      middleware: [middleware],
      checkpointer: new MemorySaver(),
    });
    await main.invoke({ messages: LONG }, { configurable: { thread_id: "main" } });
    expect(new Set(sessions)).toEqual(new Set(["main", "sub"]));
    const { constraints } = (await middleware.manager().checkpoint("main")) ?? { constraints: [] };
    expect(JSON.stringify(constraints)).not.toContain("invoices");
    expect(JSON.stringify(await middleware.manager().checkpoint("sub"))).toContain("invoices");
    await middleware.close();
  });

  it("gives other errors to the agent, once", async () => {
    const failing = new FixedModel(new Error("The key is wrong."));
    const agent = createAgent({ model: failing, tools: [], middleware: [compactionMiddleware(SETTINGS)] });
    await expect(agent.invoke({ messages: LONG.slice(0, 3) })).rejects.toThrow("The key is wrong.");
    expect(failing.calls).toBe(1);
  });

  it("compacts the state of an agent, which then goes on from it", async () => {
    const middleware = durableCompactionMiddleware(SETTINGS);
    const model = new FixedModel("done");
    const agent = createAgent({ model, tools: [], middleware: [middleware] });
    const { messages } = await agent.invoke({ messages: LONG });
    expect(messages.length).toBeLessThan(60);
    const summary = messages.findIndex(({ text }) => text.includes("COMPACT-SUMMARY v1"));
    expect(summary).toBeGreaterThanOrEqual(0);
    expect(messages.every((message) => typeof message.id === "string")).toBe(true);
    const more = await agent.invoke({ messages: [...messages, new HumanMessage("And now?")] });
    expect(more.messages[summary]?.text).toBe(messages[summary]?.text);
  });

  it("leaves a shortened result in the place that it has in the graph around the agent", async () => {
    const middleware = durableCompactionMiddleware({ ...SETTINGS, maxContextTokens: 4000 });
    const agent = createAgent({ model: new FixedModel("done"), tools: [], middleware: [middleware] });
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("clerk", agent.graph)
      .addEdge(START, "clerk")
      .compile();
    const call = (id: string) => ({ id, name: "read", args: {}, type: "tool_call" as const });
    const row = "Ledger row 7 is booked and paid. ".repeat(700);
    const result = (id: string) =>
      new ToolMessage({ content: row, tool_call_id: id, id: `result ${id}`, artifact: { rows: 700 } });
    const { messages } = await graph.invoke({
      messages: [
        new HumanMessage("Read both."),
        new AIMessage({ content: "", tool_calls: [call("a"), call("b")] }),
        result("a"),
        result("b"),
      ],
    });
    const results = messages.filter((message) => ToolMessage.isInstance(message));
    expect(results.map(({ id, artifact }) => ({ id, artifact }))).toEqual([
      { id: "result a", artifact: { rows: 700 } },
      { id: "result b", artifact: { rows: 700 } },
    ]);
    expect(results.every(({ text }) => text.length < row.length)).toBe(true);
  });

  it("counts tools by their JSON Schema", () => {
    const schema = z.object({ order: z.string().describe("The number of an order.") });
    const look = tool(() => "nothing", { name: "look", description: "Looks it up.", schema });
    const plain = { type: "function", function: { name: "plain" } };
    const text = JSON.stringify(toolSchemas([look, plain, "odd"]));
    expect(text).toContain("The number of an order.");
    expect(text).toContain('"plain"');
    const unrepresentable = { name: "odd", schema: z.object({ when: z.date() }) };
    expect(toolSchemas([unrepresentable])).toEqual([{ name: "odd", description: undefined, parameters: {} }]);
  });
});

describe("canonicalMessage", () => {
  it("is the same whatever LangGraph adds to a message", () => {
    const fields = () => ({ content: "berth 7", tool_call_id: "call_1", name: "find_berth" });
    const before = canonicalMessage(new ToolMessage(fields()));
    const grown = new ToolMessage({ ...fields(), id: "x", response_metadata: { a: 1 } });
    expect(canonicalMessage(grown)).toEqual(before);
    expect(before).toEqual({ type: "tool", ...fields() });
  });

  it("leaves alone what is no message", () => {
    const odd = { content: "text" };
    expect(canonicalMessage(odd)).toBe(odd);
  });
});
