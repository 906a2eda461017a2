import type { IncomingMessage, ServerResponse } from "node:http";
import { parseJson } from "../json-text.js";
import { isRecord } from "../wire-record.js";
import { loadExactEstimator } from "plimsoll";
import { BodyTooLarge, MAX_REQUEST_BYTES, readBody, startLoopbackServer } from "plimsoll/testing";
import { createAccounts } from "./account.js";
import { ApiError } from "./api-error.js";
import {
  createFaultQueue,
  type FaultHandle,
  type MetFault,
  type QueuedFault,
  refusalOf,
} from "./openai-fault.js";
import { createPromptRenderer } from "./prompt-renderer.js";
import { type FoundRoute, findRoute } from "./find-route.js";
import type { OpenAIReplySettings, ScriptedOpenAIOptions } from "./scripted-openai-options.js";
import type { ScriptedOutput } from "./scripted-output.js";
import { createSealer } from "./sealed-content.js";
import { sendOutcome, sendRefusal } from "./send-outcome.js";
import type { QueuedReply, ServerState } from "./server-state.js";

/** A request as the server received it. */
export interface OpenAIRequest {
  readonly method: string;
  /** With the query, as sent. */
  readonly path: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The length of the body. */
  readonly bytes: number;
  /** When it came, by the server's clock. */
  readonly at: number;
}

export interface ScriptedOpenAI {
  /** The base URL, version part included. */
  readonly url: string;
  /** `http://127.0.0.1:PORT`, for other bases: `/openai`, `/openai/v1` and `/backend-api/codex` are served too. */
  readonly origin: string;
  /** Every request so far, in order, refused ones included. */
  readonly requests: readonly OpenAIRequest[];
  /** Queues what the next `responses.create` answers. */
  reply(output: ScriptedOutput | readonly ScriptedOutput[], settings?: OpenAIReplySettings): void;
  /** Queues a fault for the next requests to its route. A fault uses up no reply. */
  fault(fault: QueuedFault): FaultHandle;
  /** Stops the server; what hangs is closed. */
  close(): Promise<void>;
}

const START_OF_TIME = 1_771_352_836_000;
let serversStarted = 0;

function numberedIds(): (prefix: string) => string {
  let made = 0;
  return (prefix) => {
    made += 1;
    return `${prefix}_${made.toString(16).padStart(50, "0")}`;
  };
}

function createState(options: ScriptedOpenAIOptions, now: () => number): Omit<ServerState, "renderer"> {
  return {
    replies: [],
    respond: options.respond ?? (() => "Understood."),
    rules: {
      unpersistedIds: options.unpersistedIds ?? "needed",
      missingResponseStatus: options.missingResponseStatus ?? 400,
    },
    contextWindow: options.contextWindow ?? Number.POSITIVE_INFINITY,
    overflow: options.overflow ?? "http",
    compactionTokens: options.compactionTokens ?? 400,
    compactingEvents: options.compactingEvents ?? false,
    encryptReasoning: options.encryptReasoning ?? false,
    makeId: options.makeId ?? numberedIds(),
    now,
  };
}

/** An exchange whose body was read. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: unknown;
  readonly route: FoundRoute;
}

/** A mistake in the script, such as a `respond` that throws, is told to the client. */
function ownFailure(error: unknown): ApiError {
  const message = error instanceof Error ? error.message : String(error);
  return new ApiError(`The scripted server failed: ${message}`, { status: 500, type: "server_error" });
}

/** True if the fault is a refusal, which is then sent. */
function isRefused(
  fault: MetFault["fault"],
  { request, response, body }: Pick<Exchange, "request" | "response" | "body">,
): boolean {
  const refusal = refusalOf(fault, { path: request.url ?? "", body });
  if (refusal === undefined) return false;
  sendRefusal(response, refusal, fault.kind === "status" ? fault.body : undefined);
  return true;
}

function assertJsonBody({ method }: IncomingMessage, body: unknown): void {
  if (method === "POST" && !isRecord(body))
    throw new ApiError("We could not parse the JSON body of your request.");
}

type Handler = (exchange: Exchange, met: MetFault | undefined) => Promise<void>;

function createHandler(state: ServerState, accountOf: ReturnType<typeof createAccounts>): Handler {
  return async ({ request, response, body, route }, met) => {
    const fault = met?.fault;
    if (fault?.kind === "reset") {
      request.socket.resetAndDestroy();
      return;
    }
    if (fault?.kind === "hang" && fault.afterEvents === undefined) await met?.released;
    try {
      if (fault !== undefined && isRefused(fault, { request, response, body })) return;
      const account = accountOf(request.headers);
      assertJsonBody(request, body);
      const outcome = await route.answer(state, { account, body: isRecord(body) ? body : {}, fault });
      await sendOutcome(response, outcome, met);
    } catch (error) {
      if (response.headersSent) throw error;
      sendRefusal(response, error instanceof ApiError ? error : ownFailure(error));
    }
  };
}

function refuseLongBody(response: ServerResponse, error: unknown): void {
  if (!(error instanceof BodyTooLarge)) throw error;
  const refusal = new ApiError(error.message, { status: 413, code: "request_too_large" });
  response.setHeader("connection", "close");
  sendRefusal(response, refusal);
}

/**
 * A real HTTP server on the loopback interface that speaks the Responses API as OpenAI's does: it stores, chains,
 * validates, counts, caches and compacts, answers with what was queued, and fails on demand.
 */
export async function startScriptedOpenAI(options: ScriptedOpenAIOptions = {}): Promise<ScriptedOpenAI> {
  const requests: OpenAIRequest[] = [];
  const now = options.now ?? ((): number => START_OF_TIME + requests.length * 1000);
  serversStarted += 1;
  const sealer = createSealer(options.secret ?? `scripted server ${serversStarted}`, now);
  const renderer = createPromptRenderer(await loadExactEstimator("o200k_base"));
  const state: ServerState = { ...createState(options, now), renderer };
  const faults = createFaultQueue();
  const handle = createHandler(state, createAccounts(sealer));

  const server = await startLoopbackServer(async (request, response) => {
    const { method = "", url: path = "", headers } = request;
    let bytes: Buffer;
    try {
      bytes = await readBody(request, options.maxRequestBytes ?? MAX_REQUEST_BYTES);
    } catch (error) {
      refuseLongBody(response, error);
      return;
    }
    const body = parseJson(bytes.toString("utf8"));
    const route = findRoute(method, path);
    requests.push({ method, path, body, headers, bytes: bytes.length, at: now() });
    response.setHeader("x-request-id", `req_${requests.length}`);
    await handle({ request, response, body, route }, faults.take(route.faults));
  });
  return {
    url: `${server.origin}/v1`,
    origin: server.origin,
    requests,
    reply(output, settings = {}) {
      const reply: QueuedReply = { output: [output].flat(), settings };
      state.replies.push(reply);
    },
    fault: (fault) => faults.add(fault),
    async close() {
      faults.close();
      await server.close();
    },
  };
}
