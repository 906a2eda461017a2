import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How one request is answered: with a text, or refused as too long in one of the three shapes. */
export type Answer = "text" | "http" | "error_event" | "failed" | "other_failure";

export interface ReceivedRequest {
  readonly stream: boolean;
  readonly input: readonly Readonly<Record<string, unknown>>[];
  readonly bytes: number;
}

const REFUSAL = {
  code: "context_length_exceeded",
  message: "Your input exceeds the context window of this model. Please adjust your input and try again.",
};
const OTHER = { code: "server_error", message: "The server had an error." };

function responseOf(status: string, error: object | null): object {
  const message = {
    type: "message",
    id: "msg_1",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text: "All is well.", annotations: [], logprobs: [] }],
  };
  return {
    id: "resp_1",
    object: "response",
    created_at: 0,
    model: "gpt-5",
    status,
    error,
    incomplete_details: null,
    output: status === "completed" ? [message] : [],
    tools: [],
    usage: { input_tokens: 100, output_tokens: 5, total_tokens: 105 },
  };
}

function eventsOf(answer: Answer): object[] {
  const created = { type: "response.created", response: responseOf("in_progress", null) };
  if (answer === "text") {
    const place = { item_id: "msg_1", output_index: 0, content_index: 0 };
    return [
      created,
      { type: "response.output_text.delta", ...place, delta: "All is " },
      { type: "response.output_text.delta", ...place, delta: "well." },
      { type: "response.completed", response: responseOf("completed", null) },
    ];
  }
  if (answer === "error_event") return [created, { type: "error", error: REFUSAL }];
  const error = answer === "failed" ? REFUSAL : OTHER;
  return [created, { type: "response.failed", response: responseOf("failed", error) }];
}

function send(response: ServerResponse, answer: Answer, stream: boolean): void {
  if (answer === "http") {
    response.writeHead(400, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { ...REFUSAL, type: "invalid_request_error", param: "input" } }));
    return;
  }
  if (!stream) {
    const failed = { failed: REFUSAL, other_failure: OTHER }[answer as string];
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(responseOf(failed ? "failed" : "completed", failed ?? null)));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  eventsOf(answer).forEach((event, sequence_number) =>
    response.write(`data: ${JSON.stringify({ ...event, sequence_number })}\n\n`),
  );
  response.end();
}

async function read(request: IncomingMessage): Promise<ReceivedRequest> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString("utf8");
  const body = JSON.parse(text) as { stream?: boolean; input: ReceivedRequest["input"] };
  return { stream: body.stream === true, input: body.input, bytes: text.length };
}

/** A server that speaks the Responses API, answers by script, and with a text when the script is at its end. */
export async function startResponsesServer(script: readonly Answer[]) {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    read(request).then(
      (body) => {
        received.push(body);
        send(response, script[received.length - 1] ?? "text", body.stream);
      },
      () => request.socket.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
