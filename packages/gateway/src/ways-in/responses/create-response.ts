import type { UpstreamFailure } from "../../answers/upstream-failure.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import type { Wait } from "../../exchange/passed-exchange.js";
import type { Handler } from "../../http/handler.js";
import type { Reply } from "../../http/reply.js";
import { alikeRoutes } from "../alike-routes.js";
import { findRoute } from "../find-route.js";
import { PatientReply } from "../patient-reply.js";
import { type ApiAhead, sendsAhead } from "../passed/sends-ahead.js";
import { answerStreaming } from "./answer-streaming.js";
import { answerWhole } from "./answer-whole.js";
import { readCreateBody } from "./create-body.js";
import type { AnsweringCall } from "./answering-call.js";
import { CompactionCall } from "./compaction-call.js";
import {
  callConversation,
  type Conversation,
  type ConversationRequest,
  conversationBudget,
  openConversation,
} from "./open-conversation.js";
import { isLocalCompaction } from "./is-local-compaction.js";
import { isPassedOn } from "./is-passed-on.js";
import { LocalCompactionCall } from "./local-compaction-call.js";
import { passResponse } from "./pass-response.js";
import { responseSigns } from "./response-signs.js";
import { TranslatedCall } from "./translated-call.js";

/** `POST /v1/responses`. */
export function createResponse(context: GatewayContext): Handler {
  const handler: Handler = async (request, reply) => {
    const create = readCreateBody(context.parseConversation(request, "input"));
    const route = findRoute(context.routes, create.body["model"]);
    request.notes.route = route.model;
    await respond(context, { request, create, route, reply });
  };
  return Object.assign(handler, { ahead: sendsAhead(context, AHEAD) });
}

interface RequestToAnswer extends ConversationRequest {
  readonly reply: Reply;
}

async function respond(context: GatewayContext, { reply, ...asked }: RequestToAnswer): Promise<void> {
  const { request, create } = asked;
  const conversation = await openConversation(context, asked);
  const answer = (call: AnsweringCall, to = reply): Promise<void> =>
    create.stream
      ? answerStreaming({ call, request, reply: to, keepAliveMs: context.keepAliveMs })
      : answerWhole(call, to);
  const compact = (to = reply): Promise<void> => answer(new CompactionCall(context, asked, conversation), to);
  if (context.addsFacts && isLocalCompaction(request, create.body)) {
    const ask = (signal: AbortSignal): AnsweringCall =>
      new TranslatedCall(context, { ...asked, request: { ...request, signal } }, conversation);
    return answer(new LocalCompactionCall(context, { asked, conversation, ask }));
  }
  const isPassed = isPassedOn(asked, conversation);
  if (create.trigger && !isPassed) return compact();
  if (!isPassed) return answer(new TranslatedCall(context, asked, conversation));
  return passPatiently(context, { ...asked, reply }, { conversation, compact, answer });
}

interface Answers {
  readonly conversation: Conversation;
  answer(call: AnsweringCall, reply: Reply): Promise<void>;
  compact(reply: Reply): Promise<void>;
}

/** Passes the request on, with a streaming client that hears meanwhile that a compaction before it takes long. */
async function passPatiently(
  context: GatewayContext,
  asked: RequestToAnswer,
  answers: Answers,
): Promise<void> {
  const { request, create } = asked;
  const { keepAliveMs } = context;
  const signs = responseSigns(context, asked, answers.conversation.items);
  const patient = create.stream ? new PatientReply(asked.reply, { request, keepAliveMs, signs }) : undefined;
  const reply = patient ?? asked.reply;
  const during: Wait = (work) => patient?.during(work) ?? work;
  try {
    await pass(context, { ...asked, reply, during }, answers);
  } catch (error) {
    if (!patient?.tell(error)) throw error;
  }
}

async function pass(
  context: GatewayContext,
  { reply, during, ...asked }: RequestToAnswer & { readonly during: Wait },
  { conversation, answer, compact }: Answers,
): Promise<void> {
  const { create, route } = asked;
  const called = await during(callConversation(context, asked, { ...conversation, isPassed: true }));
  const { alike, next } = alikeRoutes(route, (other) => {
    const isSmaller = conversationBudget(context, create.body, other) < conversation.budget;
    return !isSmaller && isPassedOn({ ...asked, route: other }, conversation);
  });
  return passResponse(context, {
    ...asked,
    reply,
    during,
    conversation: called,
    routes: alike,
    ...(next ? { goOn: () => respond(context, { ...asked, reply, route: next }) } : {}),
    refused(failure) {
      if (create.trigger) return compact(reply);
      const isHere = create.compactThreshold !== undefined && isAboutCompaction(failure);
      return isHere ? answer(new TranslatedCall(context, asked, conversation), reply) : undefined;
    },
  });
}

/** Clients with long conversations want a stream; where one does not, its request is sent anew. */
const AHEAD: ApiAhead = {
  protocol: "responses",
  path: "/responses",
  list: "input",
  headers: { accept: "text/event-stream" },
};

const ABOUT = /context_management|compact/iu;

/** True if an upstream refuses to compact, and not what it is asked. */
const isAboutCompaction = ({ status, message }: UpstreamFailure): boolean =>
  status === 400 && ABOUT.test(message);
