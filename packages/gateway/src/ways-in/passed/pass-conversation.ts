import { beginCall } from "../../compaction/begin-call.js";
import { CLIENT_FORMATS, type ClientApi } from "../../compaction/compactors.js";
import { AnswerCounter } from "../../exchange/answer-counter.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import { passedExchange, type Wait } from "../../exchange/passed-exchange.js";
import { UpstreamRefused } from "../../exchange/upstream-refused.js";
import type { UsageCompletion } from "../../exchange/usage-completion.js";
import { ApiError } from "../../http/api-error.js";
import type { Handler } from "../../http/handler.js";
import type { InboundRequest } from "../../http/inbound-request.js";
import type { Reply } from "../../http/reply.js";
import { upstreamHeaders } from "../../http/upstream-headers.js";
import { exactText } from "../../json/exact-text.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { stringOf } from "../../json/string-of.js";
import { sameItems } from "../../json/same-items.js";
import type { PassedRequest as Passed } from "../../protocols/protocol.js";
import type { ProtocolName } from "../../protocols/protocol-name.js";
import type { Route } from "../../routes/route.js";
import { keepAutomatic } from "../compactions/keep-automatic.js";
import { failureError } from "../failure-error.js";
import { type AlikeRoutes, alikeRoutes } from "../alike-routes.js";
import { findRoute } from "../find-route.js";
import { answerAmendments, type DoneToContext } from "./answer-amendments.js";
import { compactForClient } from "./compact-for-client.js";
import { compactionBlock } from "./compaction-block.js";
import {
  hasManagement,
  type ManagedRequest,
  managedRequest,
  managesContext,
  withoutManagement,
} from "./managed-request.js";
import { exactRequest } from "./exact-request.js";
import { answerPaused } from "./paused-answer.js";
import { PatientReply, type StreamSigns } from "../patient-reply.js";
import { promptBudget } from "./prompt-budget.js";
import type { Compact } from "./read-context-edits.js";
import { routeSummarizer } from "../summaries/route-summarizer.js";
import { sessionName } from "../session-name.js";
import { refuseThread } from "./refuse-thread.js";
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
  usageCompletion(body: JsonRecord, counter: AnswerCounter): UsageCompletion;
  /** What of a whole answer its client would get in a stream. @default all of it */
  streamed?(data: JsonRecord, body: JsonRecord): JsonRecord;
  /** True for a whole answer that has something in it. */
  isAnswer(data: JsonRecord): boolean;
  readonly signs: StreamSigns;
}

/** Compacts a conversation if it must be, and passes it on in the protocol that it came in. */
export function passConversation(context: GatewayContext, api: PassedApi): Handler {
  const handler: Handler = async (request, reply) => {
    const read = readBody(context, request);
    const route = findRoute(context.routes, read.body["model"]);
    checkProtocol(route, api);
    if (api.api === "messages") refuseThread(read.body, route);
    request.notes.route = route.model;
    const others = route.fallbacks.filter(({ upstream }) => upstream.protocol === api.protocol);
    const { keepAliveMs } = context;
    const patient =
      read.body["stream"] === true
        ? new PatientReply(reply, { request, keepAliveMs, signs: api.signs })
        : undefined;
    const given = { ...read, api, request, reply: patient ?? reply };
    const wait: Wait = (work) => patient?.during(work) ?? work;
    try {
      await new PassedConversation(context, given, wait).pass({ ...route, fallbacks: others });
    } catch (error) {
      if (!patient?.tell(error)) throw error;
    }
  };
  return Object.assign(handler, { ahead: sendsAhead(context, api) });
}

interface ConversationToPass extends ReadBody {
  readonly api: PassedApi;
  readonly request: InboundRequest;
  readonly reply: Reply;
}

/** A conversation on its way to one upstream after another. */
class PassedConversation {
  readonly #context: GatewayContext;
  readonly #given: ConversationToPass;
  readonly #wait: Wait;

  constructor(context: GatewayContext, given: ConversationToPass, wait: Wait) {
    this.#context = context;
    this.#given = given;
    this.#wait = wait;
  }

  /**
   * Upstreams that manage the context by themselves get another request than those for which the gateway does it, and those with a
   * smaller window a smaller one.
   */
  async pass(route: Route): Promise<void> {
    const { alike, next } = alikeRoutes(route, (other) => this.#isAlike(route, other));
    const managed = await this.#managed(route);
    const done = managed.compact ? await this.#compacted(route, managed, managed.compact) : managed;
    if (!done) return;
    await this.#send(alike, done, next && (() => this.pass(next)));
  }

  #isAlike(route: Route, other: Route): boolean {
    const { api, body } = this.#given;
    const budgetOf = (one: Route): number => promptBudget(this.#context, { api, body, route: one });
    if (budgetOf(other) < budgetOf(route)) return false;
    const manages = managesContext(this.#context, route, body);
    return managesContext(this.#context, other, body) === manages;
  }

  #managed(route: Route): Promise<ManagedRequest> {
    const { api, request, body, messages } = this.#given;
    const instructions = api.instructionsOf(body);
    const budget = promptBudget(this.#context, { api, body, route });
    return managedRequest(this.#context, {
      route,
      tenant: request.tenant,
      body,
      messages,
      instructions,
      budget,
    });
  }

  /** The conversation after the compaction that its client wants; undefined if the answer was given with that. */
  async #compacted(
    route: Route,
    managed: ManagedRequest,
    compact: Compact,
  ): Promise<PreparedConversation | undefined> {
    const { api, request, reply, body } = this.#given;
    const context = this.#context;
    const { items, tools, instructions, sessionId } = modelRequest(context, {
      ...this.#given,
      ...managed,
      route,
    });
    if (items.length === 0) throw new ApiError(400, "There is nothing to compact.", { param: "messages" });
    const making = compactForClient(context, {
      request,
      route,
      compact,
      session: sessionId ?? context.newId("thread"),
      messages: managed.messages,
      tools,
      budget: promptBudget(context, { api, body, route }),
      onDisk: route.archive === "always",
      ...(instructions === undefined ? {} : { instructions }),
    });
    const content = await this.#wait(making);
    if (!content) return managed;
    const compaction = {
      block: compactionBlock(context, request.tenant, content),
      cost: content.account.cost,
    };
    if (!compact.pauses) return { ...managed, messages: content.items, session: content.session, compaction };
    const paused = {
      reply,
      id: context.newId("msg"),
      model: stringOf(body["model"]),
      isStream: body["stream"] === true,
      isReported: managed.isReported,
    };
    await answerPaused(paused, compaction);
    return undefined;
  }

  async #send(
    routes: AlikeRoutes["alike"],
    prepared: PreparedConversation,
    goOn?: () => Promise<void>,
  ): Promise<void> {
    const { api, request, reply, body } = this.#given;
    const context = this.#context;
    const [route] = routes;
    const onDisk = route.archive === "always";
    const { messages, applied, compaction } = prepared;
    const { wholeEvents } = context.protocols[api.protocol];
    const beginning = beginCall(
      context.compactors.of(request.tenant, api.api, onDisk),
      modelRequest(context, { ...this.#given, ...prepared, route }),
      route.policy,
    );
    const call = await this.#wait(beginning);
    try {
      await passedExchange(context, {
        request,
        reply,
        call,
        during: this.#wait,
        routes,
        path: api.path,
        headersFor: (items, to) => this.#sentFor(items, to).headers,
        bodyFor: (items, to) => {
          const sent = this.#sentFor(items, to);
          return sent.isGiven ? request.body : exactText(sent.body);
        },
        usageCompletion: () => this.#usageCompletion(() => call.sent()),
        isAnswer: (data) => isRecord(data) && api.isAnswer(data),
        ...(body["stream"] === true
          ? { asStream: (data) => wholeEvents?.(api.streamed?.(data, body) ?? data) ?? [] }
          : {}),
        ...(prepared.isReported || compaction
          ? { amendments: answerAmendments({ applied, ...(compaction ? { compaction } : {}) }) }
          : {}),
        ...(goOn ? { goOn } : {}),
      });
      await keepAutomatic(context, { request, route, call, api: api.api, items: messages, onDisk });
    } catch (error) {
      throw error instanceof UpstreamRefused ? failureError(error.failure) : error;
    }
  }

  #usageCompletion(sent: () => readonly object[]): UsageCompletion {
    const { api, body } = this.#given;
    const instructions = api.instructionsOf(body);
    const counter = new AnswerCounter(this.#context.estimator, () => ({
      format: CLIENT_FORMATS[api.api],
      items: sent(),
      fixed: [body["tools"], body["response_format"]],
      ...(instructions === undefined ? {} : { instructions }),
    }));
    return api.usageCompletion(body, counter);
  }

  /** The request for an upstream; the bytes that came where it can be sent just these. */
  #sentFor(items: readonly object[], to: Route): Passed & { readonly isGiven: boolean } {
    const { api, request, body, messages } = this.#given;
    const headers = upstreamHeaders(request.headers);
    const isSame = sameItems(items, messages);
    const manages = managesContext(this.#context, to, body);
    const isGiven = isSame && body["model"] === to.upstreamModel && (manages || !hasManagement(body));
    if (isGiven) return { headers, body, isGiven };
    const changed = exactRequest(request.body, body, { model: to.upstreamModel, messages: items });
    const whole = { headers, body: changed };
    const passed = manages ? whole : withoutManagement(whole);
    const amend = isSame ? undefined : this.#context.protocols[api.protocol].amend;
    return { ...(amend?.(passed, to.upstream.vendor) ?? passed), isGiven };
  }
}

/** A conversation as it is to be sent, with what was done to it. */
interface PreparedConversation extends ManagedRequest {
  readonly compaction?: DoneToContext["compaction"];
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
  /** The session of the compaction that it goes on from. */
  readonly session?: string;
}

function modelRequest(
  context: GatewayContext,
  { api, request, body, messages, route, session }: PassedRequest,
) {
  const instructions = api.instructionsOf(body);
  const summarizer = routeSummarizer(context, route);
  const sessionId = session ?? sessionName(request.headers, body, messages);
  return {
    items: messages,
    model: route.upstreamModel,
    tools: [body["tools"], body["response_format"]].filter((part) => part !== undefined),
    maxContextTokens: promptBudget(context, { api, body, route }),
    signal: request.signal,
    ...(instructions === undefined ? {} : { instructions }),
    ...(sessionId === undefined ? {} : { sessionId }),
    // What an opened compaction stands for may be larger than what came.
    ...(session === undefined ? { size: request.body.length } : {}),
    ...(summarizer ? { summarizer } : {}),
  };
}
