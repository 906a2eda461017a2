import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { providerRefusals } from "../../testing/provider-refusals.js";
import { compactionMiddleware } from "./compaction-middleware.js";
import { durableCompactionMiddleware } from "./durable-compaction-middleware.js";

interface Call {
  readonly id: string;
  readonly name: string;
  readonly args: Record<string, unknown>;
}

const toolCalls = (calls: readonly Call[]) => calls.map((call) => ({ ...call, type: "tool_call" as const }));
const output = (calls: readonly Call[]) =>
  calls.map(({ id, name, args }) => ({
    type: "function_call",
    id: `fc_${id}`,
    call_id: id,
    name,
    arguments: JSON.stringify(args),
    status: "completed",
  }));
const itemIds = (calls: readonly Call[]) => ({
  __openai_function_call_ids__: Object.fromEntries(calls.map(({ id }) => [id, `fc_${id}`])),
});

/** Messages with calls as `@langchain/openai` 1.6 makes them of what the two APIs answer. */
const SHAPES = {
  "Chat Completions": (calls: readonly Call[]) =>
    new AIMessage({ content: "", tool_calls: toolCalls(calls) }),
  "the Responses API": (calls: readonly Call[]) =>
    new AIMessage({
      content: [],
      tool_calls: toolCalls(calls),
      additional_kwargs: itemIds(calls),
      response_metadata: { model_provider: "openai", output: output(calls) },
    }),
  "the Responses API, as standard blocks": (calls: readonly Call[]) =>
    new AIMessage({
      content: [{ type: "reasoning", reasoning: "hm", id: "rs_1" }, ...toolCalls(calls)],
      tool_calls: toolCalls(calls),
      additional_kwargs: itemIds(calls),
      response_metadata: { model_provider: "openai", output_version: "v1", output: output(calls) },
    }),
  "the Responses API, streamed": (calls: readonly Call[]) =>
    new AIMessageChunk({
      content: [],
      tool_call_chunks: calls.map(({ id, name, args }, index) => ({
        type: "tool_call_chunk" as const,
        id,
        name,
        args: JSON.stringify(args),
        index,
      })),
      additional_kwargs: itemIds(calls),
      response_metadata: { model_provider: "openai", output: output(calls) },
    }),
} as const;

const STEPS = 5;

/** Calls for some steps and then answers, and refuses what the strictest provider refuses. */
class CallingModel extends BaseChatModel {
  readonly seen: { readonly results: number; readonly messages: number }[] = [];
  readonly #shape: (calls: readonly Call[]) => AIMessage;
  readonly #parallel: boolean;

  constructor(shape: (calls: readonly Call[]) => AIMessage, parallel: boolean) {
    super({ maxRetries: 0 });
    this.#shape = shape;
    this.#parallel = parallel;
  }

  override _llmType(): string {
    return "calling";
  }

  override bindTools(): this {
    return this;
  }

  override _generate(messages: BaseMessage[]) {
    const refusals = providerRefusals("langchain", messages);
    if (refusals.length > 0) return Promise.reject(new Error(refusals.join("; ")));
    this.seen.push({
      results: messages.filter((message) => message.type === "tool").length,
      messages: messages.length,
    });
    const step = this.seen.length;
    const ids = this.#parallel ? [`call_${step}_0`, `call_${step}_1`] : [`call_${step}_0`];
    const message =
      step % STEPS === 0
        ? new AIMessage(`Done with ${step}.`)
        : this.#shape(ids.map((id) => ({ id, name: "look", args: { order: id } })));
    return Promise.resolve({ generations: [{ text: "", message }] });
  }
}

const look = tool(({ order }) => `${order}: ${"the sum of this line is right. ".repeat(12)}`, {
  name: "look",
  description: "Looks an order up.",
  schema: z.object({ order: z.string() }),
});

const MIDDLEWARES = { model: compactionMiddleware, state: durableCompactionMiddleware } as const;

const COMBINATIONS = Object.entries(SHAPES).flatMap(([api, shape]) =>
  Object.entries(MIDDLEWARES).flatMap(([what, middleware]) =>
    [false, true].map((parallel) => ({ api, shape, what, middleware, parallel })),
  ),
);

describe.each(COMBINATIONS)(
  "an agent on $api, compacted in its $what, with parallel calls: $parallel",
  ({ shape, middleware, parallel }) => {
    const turn = async (maxContextTokens: number, turns: number) => {
      const model = new CallingModel(shape, parallel);
      const own = middleware({
        model: "gpt-5",
        maxContextTokens,
        policy: { hardCapBuffer: 200 },
        prepareAtPct: 0,
      });
      const agent = createAgent({ model, tools: [look], middleware: [own] });
      let messages: BaseMessage[] = [];
      for (let index = 0; index < turns; index++) {
        const asked = new HumanMessage(`Turn ${index}: read it again, please.`);
        ({ messages } = await agent.invoke({ messages: [...messages, asked] }, { recursionLimit: 100 }));
      }
      await own.close();
      return { seen: model.seen, messages };
    };

    it("shows the model every result while there is room", async () => {
      const { seen, messages } = await turn(100_000, 2);
      const each = parallel ? 2 : 1;
      expect(seen.map(({ results }) => results)).toEqual([0, 1, 2, 3, 4, 4, 5, 6, 7, 8].map((n) => n * each));
      expect(messages.filter(({ type }) => type === "tool")).toHaveLength(8 * each);
    });

    it("is taken by the provider after compactions", async () => {
      const { seen } = await turn(1400, 4);
      expect(seen).toHaveLength(4 * STEPS);
      expect(Math.max(...seen.map(({ messages }) => messages))).toBeLessThan(parallel ? 40 : 30);
    });
  },
);
