import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { sampled } from "plimsoll-testkit/scaled";

/** One tool call with what it gave. */
export interface Exchange {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly output: string;
}

/** How a conversation looks in one wire format, written by hand from the vendor's documents. */
export interface Shape {
  user(text: string): object;
  assistant(text: string): object;
  /** The assistant's call and its result. */
  exchange(exchange: Exchange): object[];
}

const json = (value: unknown): string => JSON.stringify(value);

const responses: Shape = {
  user: (text) => ({ type: "message", role: "user", content: [{ type: "input_text", text }] }),
  assistant: (text) => ({
    type: "message",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text, annotations: [] }],
  }),
  exchange: ({ id, name, arguments: input, output }) => [
    { type: "function_call", call_id: id, name, arguments: json(input), status: "completed" },
    { type: "function_call_output", call_id: id, output },
  ],
};

const chat: Shape = {
  user: (text) => ({ role: "user", content: text }),
  assistant: (text) => ({ role: "assistant", content: text }),
  exchange: ({ id, name, arguments: input, output }) => [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id, type: "function", function: { name, arguments: json(input) } }],
    },
    { role: "tool", tool_call_id: id, content: output },
  ],
};

const anthropic: Shape = {
  user: (text) => ({ role: "user", content: [{ type: "text", text }] }),
  assistant: (text) => ({ role: "assistant", content: [{ type: "text", text }] }),
  exchange: ({ id, name, arguments: input, output }) => [
    { role: "assistant", content: [{ type: "tool_use", id, name, input }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: output }] },
  ],
};

const gemini: Shape = {
  user: (text) => ({ role: "user", parts: [{ text }] }),
  assistant: (text) => ({ role: "model", parts: [{ text }] }),
  exchange: ({ name, arguments: args, output }) => [
    { role: "model", parts: [{ functionCall: { name, args } }] },
    { role: "user", parts: [{ functionResponse: { name, response: { output } } }] },
  ],
};

const agents: Shape = {
  user: (text) => ({ type: "message", role: "user", content: [{ type: "input_text", text }] }),
  assistant: (text) => ({
    type: "message",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text }],
  }),
  exchange: ({ id, name, arguments: input, output }) => [
    { type: "function_call", callId: id, name, arguments: json(input), status: "completed" },
    {
      type: "function_call_result",
      callId: id,
      name,
      status: "completed",
      output: { type: "text", text: output },
    },
  ],
};

const aiSdk: Shape = {
  user: (text) => ({ role: "user", content: [{ type: "text", text }] }),
  assistant: (text) => ({ role: "assistant", content: [{ type: "text", text }] }),
  exchange: ({ id, name, arguments: input, output }) => [
    { role: "assistant", content: [{ type: "tool-call", toolCallId: id, toolName: name, input }] },
    {
      role: "tool",
      content: [
        { type: "tool-result", toolCallId: id, toolName: name, output: { type: "text", value: output } },
      ],
    },
  ],
};

const langchain: Shape = {
  user: (text) => new HumanMessage(text),
  assistant: (text) => new AIMessage(text),
  exchange: ({ id, name, arguments: args, output }) => [
    new AIMessage({ content: "", tool_calls: [{ id, name, args, type: "tool_call" }] }),
    new ToolMessage({ content: output, tool_call_id: id, name }),
  ],
};

const plain: Shape = {
  user: (text) => ({ role: "user", content: text, meta: {} }),
  assistant: (text) => ({ role: "assistant", content: text, meta: {} }),
  exchange: ({ id, name, arguments: input, output }) => [
    {
      role: "assistant",
      content: "",
      meta: { tool_calls: [{ id, name, arguments: json(input) }] },
    },
    { role: "tool", content: output, meta: { call_id: id, name } },
  ],
};

/** Every format that a conversation in memory can have. */
export const SHAPES = { responses, chat, anthropic, gemini, agents, "ai-sdk": aiSdk, langchain, plain };

export type ShapeName = keyof typeof SHAPES;

export const SHAPE_NAMES: readonly ShapeName[] = sampled(Object.keys(SHAPES) as ShapeName[], 2);

/** Everything that a list says, as one text to look for strings in. */
export const saidIn = (items: readonly object[]): string => items.map((item) => json(item)).join("\n");

/** About `tokens` tokens of text that repeats nothing of any other seed. */
export function prose(seed: number, tokens: number): string {
  const words: string[] = [];
  let state = seed * 2_654_435_761 + 1;
  for (let index = 0; index < tokens; index++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    words.push(WORDS[state % WORDS.length] as string);
  }
  return words.join(" ");
}

const WORDS =
  "harbour ledger signal copper window garden market silver engine letter planet river bridge candle forest winter paper orange summer stone".split(
    " ",
  );

export const exchange = (number: number, tokens: number): Exchange => ({
  id: `call_${number}`,
  name: "read_file",
  arguments: { path: `src/part-${number}.ts` },
  output: prose(number, tokens),
});

/** A session of work: a request, reads, an answer, again and again. */
export function work(shape: Shape, turns: number): object[] {
  return Array.from({ length: turns }, (_, turn) => [
    shape.user(`Request ${turn}: look at part ${turn}. ${prose(turn, 40)}`),
    ...shape.exchange(exchange(turn, 300)),
    shape.assistant(`Part ${turn} is fine. ${prose(turn + 5000, 60)}`),
  ]).flat();
}
