import type { IncomingMessage, ServerResponse } from "node:http";
import { readBody, startLoopbackServer } from "plimsoll/testing";
import { parseJson } from "../json-text.js";
import { ApiRefusal } from "./api-refusal.js";
import type { ScriptedAnswer, ScriptedPart } from "./scripted-answer.js";
import type { AcceptedCall, UpstreamCall, UpstreamDialect } from "./upstream-dialect.js";
import { createFaultQueue, type FaultHandle, type MetFault, type UpstreamFault } from "./upstream-fault.js";

/** Writes the answer of a request that no reply was queued for. */
export type RespondUpstream = (
  call: AcceptedCall,
) => ScriptedAnswer | readonly ScriptedPart[] | Promise<ScriptedAnswer | readonly ScriptedPart[]>;

/** A scripted server of a vendor. */
export interface ScriptedUpstream {
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly origin: string;
  /** Every request so far, in order, refused ones included. */
  readonly requests: readonly UpstreamCall[];
  /** Every request that the API accepted, counted ones left out. */
  readonly accepted: readonly AcceptedCall[];
  /** What was refused, in the API's words. */
  readonly refusals: readonly string[];
  /** Queues what the next accepted request is answered with. */
  reply(...answers: readonly (ScriptedAnswer | readonly ScriptedPart[])[]): void;
  /** Queues a fault for the next requests. It uses up no reply. */
  fault(fault: UpstreamFault, times?: number): FaultHandle;
  /** Stops the server; what waits is closed. */
  close(): Promise<void>;
}

const MOST_BYTES = 256 * 1024 * 1024;
const JSON_HEADERS = { "content-type": "application/json" };
const STREAM_HEADERS = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" };

/** A real HTTP server on the loopback interface that talks as a vendor's API does. */
export async function startUpstream(
  dialect: UpstreamDialect,
  respond: RespondUpstream,
): Promise<ScriptedUpstream> {
  const [requests, accepted]: [UpstreamCall[], AcceptedCall[]] = [[], []];
  const refusals: string[] = [];
  const replies: (ScriptedAnswer | readonly ScriptedPart[])[] = [];
  const faults = createFaultQueue();

  const answer = async (call: UpstreamCall, response: ServerResponse, queued?: MetFault): Promise<void> => {
    const request = dialect.accept(call);
    if (request.kind === "count") {
      response.writeHead(200, JSON_HEADERS).end(JSON.stringify(dialect.count(request)));
      return;
    }
    const scripted = replies.shift() ?? (await respond(request));
    accepted.push(request);
    const whole = "parts" in scripted ? scripted : { parts: scripted };
    const met = whole.fault ? faults.meet(whole.fault) : queued;
    if (met?.fault.kind === "status") {
      response.writeHead(met.fault.status, { ...JSON_HEADERS, ...met.fault.headers });
      response.end(met.fault.body ?? JSON.stringify(dialect.refusalBody(refusalOf(met.fault))));
      return;
    }
    const { json, frames } = dialect.write(whole, request, accepted.length);
    if (request.kind === "stream") await sendStream(response, withError(frames, met, dialect), met);
    else response.writeHead(200, JSON_HEADERS).end(JSON.stringify(json));
  };

  const server = await startLoopbackServer(async (request, response) => {
    const call = await readCall(request);
    requests.push(call);
    const met = faults.take();
    if (met?.fault.kind === "reset") {
      request.socket.resetAndDestroy();
      return;
    }
    try {
      if (met?.fault.kind === "status") throw refusalOf(met.fault);
      await answer(call, response, met);
    } catch (error) {
      if (response.headersSent) throw error;
      const refusal = error instanceof ApiRefusal ? error : scriptFailure(error);
      refusals.push(refusal.message);
      const body = met?.fault.kind === "status" ? met.fault.body : undefined;
      response.writeHead(refusal.status, { ...JSON_HEADERS, ...refusal.headers });
      response.end(body ?? JSON.stringify(dialect.refusalBody(refusal)));
    }
  });
  return {
    origin: server.origin,
    requests,
    accepted,
    refusals,
    reply: (...answers) => void replies.push(...answers),
    fault: (fault, times) => faults.add(fault, times),
    async close() {
      faults.close();
      await server.close();
    },
  };
}

async function readCall(request: IncomingMessage): Promise<UpstreamCall> {
  const { method = "", url: path = "", headers } = request;
  const bytes = await readBody(request, MOST_BYTES);
  const text = bytes.toString("utf8");
  return { method, path, headers, text, body: parseJson(text), bytes: bytes.length };
}

function refusalOf({
  message,
  body: _body,
  kind: _kind,
  ...rest
}: Extract<UpstreamFault, { kind: "status" }>): ApiRefusal {
  return new ApiRefusal(message ?? `The server answered ${rest.status}.`, rest);
}

/** A mistake in the script, such as a `respond` that throws, is told to the client. */
function scriptFailure(error: unknown): ApiRefusal {
  const message = error instanceof Error ? error.message : String(error);
  return new ApiRefusal(`The scripted server failed: ${message}`, { status: 500 });
}

function withError(frames: readonly string[], met: MetFault | undefined, dialect: UpstreamDialect): string[] {
  const fault = met?.fault;
  if (fault?.kind !== "error_event") return [...frames];
  const { message = "The server had an error.", status, type, afterEvents } = fault;
  const refusal = new ApiRefusal(message, { status, ...(type === undefined ? {} : { type }) });
  return [...frames.slice(0, afterEvents ?? Math.floor(frames.length / 2)), dialect.errorFrame(refusal)];
}

async function sendStream(
  response: ServerResponse,
  frames: readonly string[],
  met: MetFault | undefined,
): Promise<void> {
  const fault = met?.fault;
  response.writeHead(200, STREAM_HEADERS);
  response.flushHeaders();
  if (fault?.kind === "cut") {
    const sent = frames.slice(0, fault.afterEvents ?? Math.floor(frames.length / 2));
    response.write(sent.join(""), () => response.socket?.resetAndDestroy());
    return;
  }
  if (fault?.kind === "garbage") {
    response.end(fault.text);
    return;
  }
  if (fault?.kind === "endless") {
    await repeatFrames(response, frames.slice(1, 2));
    return;
  }
  const before = fault?.kind === "stall" ? (fault.afterEvents ?? 0) : 0;
  await writeFrames(response, frames.slice(0, before));
  if (fault?.kind === "stall") await met?.released;
  await writeFrames(response, frames.slice(before));
  response.end();
}

async function repeatFrames(response: ServerResponse, frames: readonly string[]): Promise<void> {
  while (!response.destroyed) {
    await writeFrames(response, frames);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function writeFrames(response: ServerResponse, frames: readonly string[]): Promise<void> {
  for (const frame of frames) {
    if (response.destroyed) return;
    if (response.write(frame)) continue;
    await new Promise<void>((resolve) => {
      const goOn = (): void => {
        response.off("drain", goOn).off("close", goOn);
        resolve();
      };
      response.once("drain", goOn).once("close", goOn);
    });
  }
}
