import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { heuristicEstimator } from "plimsoll";
import { onTestFinished } from "vitest";
import { isRecord } from "../json/is-record.js";
import type { JsonRecord } from "../json/json-record.js";
import { recordsIn } from "../json/records-in.js";

/** What the model says to one request. */
export interface ChatAnswer {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  readonly usage?: JsonRecord | "none";
  readonly status?: number;
  readonly error?: JsonRecord;
  /** Ends the connection after the first chunk. */
  readonly cut?: boolean;
  /** Goes on with the same text until the client leaves. */
  readonly endless?: boolean;
  /** A text in place of a stream of events. */
  readonly garbage?: string;
  /** Never answers. */
  readonly hang?: boolean;
}

export interface ScriptedChat {
  readonly baseUrl: string;
  readonly requests: JsonRecord[];
  /** The body of each request as it came. */
  readonly bodies: string[];
  readonly largest: () => number;
  /** How many requests were over the window. */
  readonly refused: () => number;
}

export interface ScriptedChatOptions {
  readonly window?: number;
  /** The tokens of a request. @default an estimate by its JSON */
  count?(request: JsonRecord): number;
  answer(request: JsonRecord, index: number): ChatAnswer;
}

/** A Chat Completions server that refuses what real ones refuse: broken pairs, and prompts over its window. */
export async function scriptedChat({
  window = 1_000_000,
  count = (request) => heuristicEstimator.count(JSON.stringify([request["messages"], request["tools"]])),
  answer,
}: ScriptedChatOptions): Promise<ScriptedChat> {
  const requests: JsonRecord[] = [];
  const bodies: string[] = [];
  let largest = 0;
  let refused = 0;
  const server = createServer((incoming, outgoing) => {
    void readText(incoming).then((text) => {
      const request = JSON.parse(text) as JsonRecord;
      const tokens = count(request);
      requests.push(request);
      bodies.push(text);
      const problem = pairProblem(recordsIn(request["messages"]));
      if (problem !== undefined)
        return refuse(outgoing, 400, { message: problem, type: "invalid_request_error" });
      if (tokens > window) refused++;
      if (tokens > window) return refuse(outgoing, 400, overflow(window, tokens));
      largest = Math.max(largest, tokens);
      const given = answer(request, requests.length - 1);
      return given.hang ? undefined : send(outgoing, request, { ...given, tokens });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    bodies,
    largest: () => largest,
    refused: () => refused,
  };
}

const overflow = (window: number, tokens: number): JsonRecord => ({
  message: `This model's maximum context length is ${window} tokens. However, you requested ${tokens} tokens in the messages. Please reduce the length of the messages.`,
  type: "invalid_request_error",
  code: "context_length_exceeded",
});

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function refuse(outgoing: ServerResponse, status: number, error: JsonRecord): void {
  outgoing.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ error }));
}

function pairProblem(messages: readonly JsonRecord[]): string | undefined {
  let open = new Set<unknown>();
  for (const message of messages) {
    if (message["role"] === "tool") {
      if (!open.delete(message["tool_call_id"]))
        return "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
      continue;
    }
    if (open.size > 0)
      return "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.";
    open = new Set(recordsIn(message["tool_calls"]).map(({ id }) => id));
  }
  return open.size > 0
    ? "An assistant message with 'tool_calls' must be followed by tool messages."
    : undefined;
}

function send(
  outgoing: ServerResponse,
  request: JsonRecord,
  answer: ChatAnswer & { readonly tokens: number },
): void {
  if (answer.status !== undefined) return refuse(outgoing, answer.status, answer.error ?? { message: "no" });
  const usage = usageOf(answer);
  if (request["stream"] !== true) {
    const message = { role: "assistant", content: answer.text ?? null, ...callsOf(answer) };
    const body = {
      id: "c",
      object: "chat.completion",
      created: 1,
      model: request["model"],
      choices: [{ index: 0, message, finish_reason: finish(answer) }],
      usage,
    };
    outgoing.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    return;
  }
  outgoing.writeHead(200, { "content-type": "text/event-stream" });
  const chunk = (delta: JsonRecord, reason: string | null = null): void => {
    const choices = [{ index: 0, delta, finish_reason: reason }];
    outgoing.write(
      `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: request["model"], choices })}\n\n`,
    );
  };
  if (isNoAnswer(outgoing, answer, chunk)) return;
  chunk({ role: "assistant", content: "" });
  if (answer.reasoning) chunk({ reasoning_content: answer.reasoning });
  for (const part of answer.text?.match(/.{1,5}/gs) ?? []) chunk({ content: part });
  if (answer.cut) return void outgoing.write(": cut\n\n", () => setImmediate(() => outgoing.destroy()));
  answer.calls?.forEach((call, index) => {
    chunk({
      tool_calls: [{ index, id: call.id, type: "function", function: { name: call.name, arguments: "" } }],
    });
    chunk({ tool_calls: [{ index, function: { arguments: call.arguments } }] });
  });
  chunk({}, finish(answer));
  const wants = isRecord(request["stream_options"]) && request["stream_options"]["include_usage"] === true;
  if (wants && usage !== "none")
    outgoing.write(
      `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", choices: [], usage })}\n\n`,
    );
  outgoing.end("data: [DONE]\n\n");
}

/** True for what is no answer, and was sent. */
function isNoAnswer(
  outgoing: ServerResponse,
  { garbage, endless, text = "" }: ChatAnswer,
  chunk: (delta: JsonRecord) => void,
): boolean {
  if (garbage !== undefined) outgoing.end(garbage);
  else if (endless) repeat(outgoing, () => chunk({ content: text }));
  return garbage !== undefined || endless === true;
}

function repeat(outgoing: ServerResponse, write: () => void): void {
  if (outgoing.destroyed) return;
  write();
  setImmediate(() => repeat(outgoing, write));
}

const usageOf = ({ usage, tokens }: ChatAnswer & { readonly tokens: number }): JsonRecord | "none" =>
  usage ?? { prompt_tokens: tokens, completion_tokens: 7, total_tokens: tokens + 7 };

const finish = ({ calls }: ChatAnswer): string => (calls ? "tool_calls" : "stop");

const callsOf = ({ calls }: ChatAnswer): JsonRecord =>
  calls
    ? {
        tool_calls: calls.map(({ id, name, arguments: given }) => ({
          id,
          type: "function",
          function: { name, arguments: given },
        })),
      }
    : {};
