import { heuristicEstimator } from "plimsoll";
import { isRecord } from "../json/is-record.js";

/** The window of the demo model, small enough to be exceeded at once. */
export const DEMO_WINDOW = 8000;

export interface DemoCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface DemoAnswer {
  readonly text: string;
  readonly call?: DemoCall;
  readonly promptTokens: number;
  readonly outputTokens: number;
}

/** The mark of a summary that a compaction wrote. */
const SUMMARY = "<COMPACT-SUMMARY";
const MAX_QUOTE = 120;

/**
 * What the built-in model says: nothing clever, but with a tool call where it has tools and nobody answered one yet. The
 * same request gets the same answer.
 */
export function demoAnswer(body: Readonly<Record<string, unknown>>): DemoAnswer {
  const messages = Array.isArray(body["messages"]) ? body["messages"].filter(isRecord) : [];
  const promptTokens = tokensOf(JSON.stringify([messages, body["tools"] ?? []]));
  const last = messages.at(-1);
  const call = last?.["role"] === "tool" ? undefined : callOf(body["tools"], messages.length);
  const text = [opening(last), seen(messages, promptTokens), ...(call ? [`I call ${call.name}.`] : [])].join(
    " ",
  );
  return {
    text,
    ...(call ? { call } : {}),
    promptTokens,
    outputTokens: tokensOf(text) + (call ? tokensOf(call.name + call.arguments) : 0),
  };
}

const tokensOf = (text: string): number => Math.max(1, heuristicEstimator.count(text));

function opening(last: Readonly<Record<string, unknown>> | undefined): string {
  const text = textOf(last?.["content"]).trim();
  const quote = text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}…` : text;
  if (last?.["role"] === "tool") return `The tool says: "${quote}".`;
  return quote === "" ? "Hello." : `You said: "${quote}".`;
}

function seen(messages: readonly Readonly<Record<string, unknown>>[], tokens: number): string {
  const compacted = messages.some((message) => textOf(message["content"]).includes(SUMMARY));
  const several = messages.length === 1 ? "message" : "messages";
  const count = `I see ${messages.length} ${several}, about ${tokens} tokens of my ${DEMO_WINDOW}.`;
  return compacted ? `${count} The gateway compacted this conversation before it reached me.` : count;
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .filter(isRecord)
    .map((part) => (typeof part["text"] === "string" ? part["text"] : ""))
    .join("\n");
}

/** A call of the first tool, with something for each argument that it must have. */
function callOf(tools: unknown, turn: number): DemoCall | undefined {
  const tool = Array.isArray(tools) ? tools.find(isRecord) : undefined;
  const described = isRecord(tool?.["function"]) ? tool["function"] : undefined;
  const name = described?.["name"];
  if (typeof name !== "string") return undefined;
  const parameters = isRecord(described?.["parameters"]) ? described["parameters"] : {};
  const properties = isRecord(parameters["properties"]) ? parameters["properties"] : {};
  const required = Array.isArray(parameters["required"]) ? parameters["required"] : [];
  const given = Object.entries(properties)
    .filter(([key]) => required.includes(key))
    .map(([key, schema]) => [key, sample(schema)]);
  return { id: `call_demo_${turn}`, name, arguments: JSON.stringify(Object.fromEntries(given)) };
}

const SAMPLES: Readonly<Record<string, unknown>> = {
  integer: 1,
  number: 1,
  boolean: true,
  array: [],
  object: {},
};

function sample(schema: unknown): unknown {
  if (!isRecord(schema)) return "demo";
  const { enum: choices, type } = schema;
  if (Array.isArray(choices)) return choices[0];
  return (typeof type === "string" ? SAMPLES[type] : undefined) ?? "demo";
}
