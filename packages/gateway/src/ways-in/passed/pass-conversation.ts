import { beginCall } from "../../compaction/begin-call.js";
import type { ClientApi } from "../../compaction/compactors.js";
import { inputBudget } from "../../compaction/input-budget.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import { passedExchange } from "../../exchange/passed-exchange.js";
import { UpstreamRefused } from "../../exchange/upstream-refused.js";
import { ApiError } from "../../http/api-error.js";
import type { Handler } from "../../http/handler.js";
import type { InboundRequest } from "../../http/inbound-request.js";
import { upstreamHeaders } from "../../http/upstream-headers.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { sameItems } from "../../json/same-items.js";
import type { PassedRequest as Passed } from "../../protocols/protocol.js";
import type { ProtocolName } from "../../protocols/protocol-name.js";
import type { Route } from "../../routes/route.js";
import { keepAutomatic } from "../compactions/keep-automatic.js";
import { failureError } from "../failure-error.js";
import { findRoute } from "../find-route.js";
import { hasManagement, managedRequest, managesContext, withoutManagement } from "./managed-request.js";
import { routeSummarizer } from "../summaries/route-summarizer.js";
import { sessionName } from "../session-name.js";
import { sendsAhead } from "./sends-ahead.js";

/** An API that is passed on in itself. */
export interface PassedApi {
  readonly api: ClientApi;
  readonly protocol: ProtocolName;
  /** Behind the base address of the upstream. */
  readonly path: string;
  /** The settings that limit the answer, the first that is set. */
  readonly outputLimits: readonly string[];
  /** The system prompt, where it stands beside the list. */
  instructionsOf(body: JsonRecord): string | undefined;
}

const SAFE_SHARE = 0.95;

/** Compacts a conversation if it must be, and passes it on in the protocol that it came in. */
export function passConversation(context: GatewayContext, api: PassedApi): Handler {
  const handler: Handler = async (request, reply) => {
    const read = readBody(context, request);
    const route = findRoute(context.routes, read.body["model"]);
    checkProtocol(route, api);
    request.notes.route = route.model;
    const { body, messages, ...managed } = managedRequest(context, {
      route,
      ...read,
      instructions: api.instructionsOf(read.body),
    });
    const onDisk = route.archive === "always";
    const call = await beginCall(
      context.compactors.of(request.tenant, api.api, onDisk),
      modelRequest(context, { api, request, body, messages, route, ...managed }),
      managed.compactTo === undefined ? route.policy : "auto",
    );
    const headers = upstreamHeaders(request.headers);
    const unchanged = (items: readonly object[], to: Route): boolean =>
      sameItems(items, read.messages) &&
      body["model"] === to.upstreamModel &&
      (!hasManagement(read.body) || managesContext(context, to));
    const changed = (items: readonly object[], to: Route): Passed => {
      const whole = { headers, body: { ...body, model: to.upstreamModel, messages: items } };
      const passed = managesContext(context, to) ? whole : withoutManagement(whole);
      const amend = sameItems(items, read.messages) ? undefined : context.protocols[api.protocol].amend;
      return amend?.(passed, to.upstream.vendor) ?? passed;
    };
    try {
      await passedExchange(context, {
        request,
        reply,
        call,
        routes: [route, ...route.fallbacks.filter(({ upstream }) => upstream.protocol === api.protocol)],
        path: api.path,
        headersFor: (items, to) => (unchanged(items, to) ? headers : changed(items, to).headers),
        bodyFor: (items, to) =>
          unchanged(items, to) ? request.body : JSON.stringify(changed(items, to).body),
        ...(managed.amendAnswer ? { amendAnswer: managed.amendAnswer } : {}),
      });
      await keepAutomatic(context, { request, route, call, api: api.api, items: messages, onDisk });
    } catch (error) {
      throw error instanceof UpstreamRefused ? failureError(error.failure) : error;
    }
  };
  return Object.assign(handler, { ahead: sendsAhead(context, api) });
}

interface ReadBody {
  readonly body: JsonRecord;
  readonly messages: readonly JsonRecord[];
}

function readBody(context: GatewayContext, request: InboundRequest): ReadBody {
  const body = context.parseConversation(request, "messages");
  if (!isRecord(body)) throw new ApiError(400, "The body must be a JSON object.");
  const { messages } = body;
  if (!Array.isArray(messages) || !messages.every(isRecord))
    throw new ApiError(400, "Invalid 'messages': it must be a list of objects.", { param: "messages" });
  return { body, messages };
}

function checkProtocol(route: Route, { protocol, path }: PassedApi): void {
  if (route.upstream.protocol === protocol) return;
  throw new ApiError(
    400,
    `The route of ${route.model} speaks ${route.upstream.protocol}, and ${path} is passed on to ${protocol} upstreams only. Use /v1/responses, which is translated to every upstream.`,
    { param: "model", code: "unsupported_route" },
  );
}

interface PassedRequest extends ReadBody {
  readonly api: PassedApi;
  readonly request: InboundRequest;
  readonly route: Route;
  /** Tokens that its client wants the prompt to have at most. */
  readonly compactTo?: number;
}

function modelRequest(
  context: GatewayContext,
  { api, request, body, messages, route, compactTo = Number.POSITIVE_INFINITY }: PassedRequest,
) {
  const limit = api.outputLimits.map((key) => body[key]).find((value) => typeof value === "number");
  const budget = inputBudget(context.windows.of(route), route.outputReserve, limit);
  const instructions = api.instructionsOf(body);
  const summarizer = routeSummarizer(context, route);
  const sessionId = sessionName(request.headers, body, messages);
  return {
    items: messages,
    model: route.upstreamModel,
    tools: [body["tools"], body["response_format"]].filter((part) => part !== undefined),
    maxContextTokens: Math.min(compactTo, Math.floor(budget * SAFE_SHARE)),
    size: request.body.length,
    signal: request.signal,
    ...(instructions === undefined ? {} : { instructions }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(summarizer ? { summarizer } : {}),
  };
}
