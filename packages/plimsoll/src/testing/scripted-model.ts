import type { IncomingMessage, ServerResponse } from "node:http";
import { parseJson, readBody, startLoopbackServer } from "./loopback-server.js";

/** A request as the scripted model received it. */
export interface ScriptedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The raw body. */
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown;
}

export interface ScriptedReply {
  /** Text of a well-formed answer in the API that was called. */
  readonly text?: string;
  /** A refusal in the API that was called. */
  readonly refusal?: string;
  /** @default 200 */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is, instead of a well-formed answer. */
  readonly body?: string;
  /** The answer waits for this. */
  readonly until?: Promise<unknown>;
  /** The connection is closed without an answer. */
  readonly drop?: boolean;
}

export interface ScriptedStep {
  /** A part of the raw request, or a predicate; a request that does not meet it is unexpected. */
  readonly expect?: string | ((request: ScriptedRequest) => boolean);
  readonly reply: ScriptedReply;
}

export interface ScriptedModel {
  /** The base URL, version part included. */
  readonly url: string;
  /** Every request so far, unexpected ones included. */
  readonly requests: readonly ScriptedRequest[];
  /** Throws if a request was unexpected or a step was not used. */
  verify(): void;
  /** Stops the server, then verifies. */
  close(): Promise<void>;
}

async function readRequest(request: IncomingMessage): Promise<ScriptedRequest> {
  const text = (await readBody(request)).toString("utf8");
  return { path: request.url ?? "", headers: request.headers, text, json: parseJson(text) };
}

function chatBody(reply: ScriptedReply): object {
  const message = { role: "assistant", content: reply.text ?? null, refusal: reply.refusal ?? null };
  return {
    id: "chatcmpl-scripted",
    object: "chat.completion",
    created: 0,
    model: "scripted",
    choices: [{ index: 0, message, finish_reason: "stop", logprobs: null }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

function responsesBody(reply: ScriptedReply): object {
  const part =
    reply.refusal === undefined
      ? { type: "output_text", text: reply.text ?? "", annotations: [], logprobs: [] }
      : { type: "refusal", refusal: reply.refusal };
  return {
    id: "resp_scripted",
    object: "response",
    created_at: 0,
    model: "scripted",
    status: "completed",
    error: null,
    incomplete_details: null,
    output: [
      { type: "message", id: "msg_scripted", role: "assistant", status: "completed", content: [part] },
    ],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  };
}

function meets(step: ScriptedStep, request: ScriptedRequest): boolean {
  if (step.expect === undefined) return true;
  return typeof step.expect === "string" ? request.text.includes(step.expect) : step.expect(request);
}

class Script {
  readonly requests: ScriptedRequest[] = [];
  readonly #unexpected: string[] = [];
  readonly #steps: readonly ScriptedStep[];
  #next = 0;

  constructor(steps: readonly ScriptedStep[]) {
    this.#steps = steps;
  }

  /** The step that answers this request; undefined for an unexpected one. */
  take(request: ScriptedRequest): ScriptedStep | undefined {
    this.requests.push(request);
    const step = this.#steps[this.#next];
    if (step !== undefined && meets(step, request)) {
      this.#next++;
      return step;
    }
    const wanted = step === undefined ? "no step is left" : `step ${this.#next + 1} expects something else`;
    this.#unexpected.push(`request ${this.requests.length} to ${request.path} (${wanted})`);
    return undefined;
  }

  verify(): void {
    const unused = this.#steps
      .slice(this.#next)
      .map((_, index) => `step ${this.#next + index + 1} was not used`);
    const problems = [...this.#unexpected.map((entry) => `unexpected ${entry}`), ...unused];
    if (problems.length > 0)
      throw new Error(`The scripted model was not used as written: ${problems.join("; ")}.`);
  }
}

async function answer(script: Script, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const received = await readRequest(request);
  const step = script.take(received);
  if (step === undefined) {
    response.writeHead(500, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { message: "unexpected request", code: "unexpected_request" } }));
    return;
  }
  const { reply } = step;
  await reply.until;
  if (reply.drop === true) {
    request.socket.destroy();
    return;
  }
  const whole = received.path.includes("/responses") ? responsesBody(reply) : chatBody(reply);
  response.writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers });
  response.end(reply.body ?? JSON.stringify(whole));
}

/**
 * A real HTTP server on the loopback interface that speaks Chat Completions and Responses and answers by
 * script, one step per request, in order.
 */
export async function startScriptedModel(steps: readonly ScriptedStep[]): Promise<ScriptedModel> {
  const script = new Script(steps);
  const server = await startLoopbackServer((request, response) => answer(script, request, response));
  return {
    url: `${server.origin}/v1`,
    requests: script.requests,
    verify: () => script.verify(),
    async close(): Promise<void> {
      await server.close();
      script.verify();
    },
  };
}
