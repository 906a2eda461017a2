import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isRecord } from "../json/is-record.js";
import { DEMO_WINDOW, type DemoAnswer, demoAnswer } from "./demo-answer.js";

export interface DemoUpstream {
  readonly baseUrl: string;
  close(): Promise<void>;
}

const MODEL = "demo";
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const PIECE = 24;

/** A model that needs no network and no key: a server on this machine that speaks Chat Completions by a script. */
export async function startDemoUpstream(): Promise<DemoUpstream> {
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const path = (incoming.url ?? "").split("?")[0];
  if (incoming.method === "GET" && path === "/v1/models") {
    send(outgoing, 200, { object: "list", data: [{ id: MODEL, object: "model", owned_by: "plimsoll" }] });
  } else if (incoming.method !== "POST" || path !== "/v1/chat/completions") {
    refuse(outgoing, 404, "There is nothing at this path.");
  } else {
    const body = await readJson(incoming).catch(() => undefined);
    if (body === undefined) refuse(outgoing, 400, "The body is not a JSON object.");
    else complete(body, outgoing);
  }
}

async function readJson(incoming: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Error("too large");
    chunks.push(chunk);
  }
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  if (!isRecord(body)) throw new Error("no object");
  return body;
}

function complete(body: Readonly<Record<string, unknown>>, outgoing: ServerResponse): void {
  const given = demoAnswer(body);
  if (given.promptTokens > DEMO_WINDOW) {
    refuse(
      outgoing,
      400,
      `This model's maximum context length is ${DEMO_WINDOW} tokens. However, you requested ${given.promptTokens} tokens.`,
      "context_length_exceeded",
    );
  } else if (body["stream"] === true) stream(given, outgoing);
  else send(outgoing, 200, completion(given));
}

function completion(given: DemoAnswer): Record<string, unknown> {
  const message = {
    role: "assistant",
    content: given.text,
    ...(given.call ? { tool_calls: [toolCall(given.call)] } : {}),
  };
  const choice = { index: 0, message, finish_reason: finishReason(given) };
  return {
    id: "chatcmpl-demo",
    object: "chat.completion",
    created: 0,
    model: MODEL,
    choices: [choice],
    usage: usage(given),
  };
}

/** A few words at a time, as models do. */
function stream(given: DemoAnswer, outgoing: ServerResponse): void {
  outgoing.writeHead(200, { "content-type": "text/event-stream" });
  const chunk = (more: Record<string, unknown>): void => {
    const head = { id: "chatcmpl-demo", object: "chat.completion.chunk", created: 0, model: MODEL };
    outgoing.write(`data: ${JSON.stringify({ ...head, ...more })}\n\n`);
  };
  const delta = (change: Record<string, unknown>, reason: string | null = null): void =>
    chunk({ choices: [{ index: 0, delta: change, finish_reason: reason }] });
  delta({ role: "assistant", content: "" });
  for (let at = 0; at < given.text.length; at += PIECE) delta({ content: given.text.slice(at, at + PIECE) });
  if (given.call) delta({ tool_calls: [{ index: 0, ...toolCall(given.call) }] });
  delta({}, finishReason(given));
  chunk({ choices: [], usage: usage(given) });
  outgoing.end("data: [DONE]\n\n");
}

const finishReason = ({ call }: DemoAnswer): string => (call ? "tool_calls" : "stop");

function toolCall({ id, name, arguments: text }: NonNullable<DemoAnswer["call"]>): Record<string, unknown> {
  return { id, type: "function", function: { name, arguments: text } };
}

function usage({ promptTokens, outputTokens }: DemoAnswer): Record<string, unknown> {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: outputTokens,
    total_tokens: promptTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: 0 },
  };
}

function refuse(outgoing: ServerResponse, status: number, ...[message, code]: [string, string?]): void {
  send(outgoing, status, {
    error: { message, type: "invalid_request_error", param: null, code: code ?? null },
  });
}

function send(outgoing: ServerResponse, status: number, body: unknown): void {
  outgoing.writeHead(status, { "content-type": "application/json" });
  outgoing.end(JSON.stringify(body));
}
