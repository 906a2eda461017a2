import type { UpstreamFailure } from "../../answers/upstream-failure.js";
import type { CompactionOrigin } from "../../compaction/compaction-account.js";
import { CLIENT_FORMATS } from "../../compaction/compactors.js";
import { AnswerCounter } from "../../exchange/answer-counter.js";
import type { CountedPrompt } from "../../exchange/count-prompt.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import { passedExchange, type Wait } from "../../exchange/passed-exchange.js";
import { UpstreamRefused } from "../../exchange/upstream-refused.js";
import type { ReceivedBody } from "../../http/received-body.js";
import type { Reply } from "../../http/reply.js";
import { exactText } from "../../json/exact-text.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { recordsIn } from "../../json/records-in.js";
import { sameItems } from "../../json/same-items.js";
import { stringOf } from "../../json/string-of.js";
import { filterBody } from "../../protocols/responses/filter-body.js";
import { responsesQuirksOf } from "../../protocols/responses/responses-quirks-of.js";
import { wholeResponse } from "../../protocols/responses/whole-response.js";
import type { Route } from "../../routes/route.js";
import type { AlikeRoutes } from "../alike-routes.js";
import { keepAutomatic } from "../compactions/keep-automatic.js";
import { failureError } from "../failure-error.js";
import { keepResponse } from "./keep-response.js";
import { keepShadow } from "./keep-shadow.js";
import { withExactItems } from "./with-exact-items.js";
import { withExactTools } from "./with-exact-tools.js";
import { ResponseUsageCompletion } from "./response-usage-completion.js";
import type { CalledConversation, ConversationRequest } from "./open-conversation.js";

export interface PassedResponse extends ConversationRequest {
  readonly reply: Reply;
  readonly conversation: CalledConversation;
  /** Waits for work that may take long, with a client that hears of it if it can. */
  readonly during?: Wait;
  /** The route, and after it those that can be asked the same. */
  readonly routes: AlikeRoutes["alike"];
  /** Goes on with other upstreams if none of these could answer for now. */
  goOn?(): Promise<void>;
  /** True for `/responses/compact`, which asks for a compaction by its path. */
  readonly isStandalone?: boolean;
  /** Answers in place of an upstream that refuses. Undefined: the refusal is passed on. */
  refused?(failure: UpstreamFailure): Promise<void> | undefined;
}

/** Passes a Responses request to an upstream that speaks Responses too. */
export async function passResponse(context: GatewayContext, passed: PassedResponse): Promise<void> {
  const { request, reply, route, conversation } = passed;
  let made: string | undefined;
  try {
    await passedExchange(context, {
      request,
      reply,
      routes: passed.routes,
      call: conversation.call,
      ...(passed.during ? { during: passed.during } : {}),
      path: passed.isStandalone ? "/responses/compact" : "/responses",
      headersFor: () => ({ accept: passed.create.stream ? "text/event-stream" : "application/json" }),
      bodyFor: (items, to) => bodyFor(context, passed, { items: items as readonly JsonRecord[], to }),
      async seen(data) {
        made ??= mayCompact(passed) ? compactionIdIn(data) : undefined;
        await keep(context, passed, data);
      },
      usageCompletion: () => usageCompletion(context, passed),
      isAnswer: (data) =>
        passed.isStandalone ? compactionIdIn(data) !== undefined : isRecord(data) && "output" in data,
      ...(passed.create.stream ? { asStream: wholeResponse } : {}),
      ...(passed.goOn ? { goOn: () => passed.goOn?.() ?? Promise.resolve() } : {}),
      ...(passed.refused ? { refused: (failure) => passed.refused?.(failure) } : {}),
    });
    if (made !== undefined) await keepShadow(context, passed, { id: made, origin: originOf(passed) });
    const { call, items, onDisk } = conversation;
    await keepAutomatic(context, { request, route, call, api: "responses", items, onDisk });
  } catch (error) {
    throw error instanceof UpstreamRefused ? failureError(error.failure) : error;
  }
}

function usageCompletion(
  { estimator }: GatewayContext,
  { create, conversation }: PassedResponse,
): ResponseUsageCompletion {
  const { call, fixed } = conversation;
  const sent = (): CountedPrompt => ({
    format: CLIENT_FORMATS.responses,
    items: call.sent(),
    instructions: stringOf(create.body["instructions"]),
    fixed,
  });
  return new ResponseUsageCompletion(new AnswerCounter(estimator, sent));
}

const mayCompact = ({ create }: PassedResponse): boolean =>
  create.trigger || create.compactThreshold !== undefined;

function originOf({ isStandalone, create }: PassedResponse): CompactionOrigin {
  if (isStandalone) return "standalone";
  return create.trigger ? "trigger" : "threshold";
}

const COMPACTIONS: readonly unknown[] = ["compaction", "compaction_summary"];

/** The id of the compaction item in a finished response. */
function compactionIdIn(data: unknown): string | undefined {
  if (!isRecord(data)) return undefined;
  const response = isRecord(data["response"]) ? data["response"] : data;
  const item = recordsIn(response["output"]).find(({ type }) => COMPACTIONS.includes(type));
  return stringOf(item?.["id"]) || undefined;
}

interface Sending {
  readonly items: readonly JsonRecord[];
  readonly to: Route;
}

/** The body that came, if the upstream can be sent just these. */
function bodyFor(
  context: GatewayContext,
  { create, conversation, request, isStandalone }: PassedResponse,
  { items, to }: Sending,
): string | ReceivedBody {
  const known = items.filter((item) => !isSealedHere(context, item));
  const { given, items: rendered, isPruned } = conversation;
  const isWhole = sameItems(known, given) || (isPruned && sameItems(known, rendered));
  const quirks = responsesQuirksOf(to.upstream.vendor, to.upstreamModel);
  const isContinued = quirks.stateful && conversation.continuedAt === to.upstream.name;
  const isKnownThere = create.previous === undefined || isContinued;
  const isAsked = isWhole && isKnownThere && create.body["model"] === to.upstreamModel;
  if (isAsked && filterBody(create.body, quirks).body === create.body) return request.body;
  const body = withExactTools(create.body, request.body);
  if (isAsked) return exactText(filterBody(body, quirks).body);
  const { previous_response_id: _, store, ...fields } = body;
  // The path asks for it, and takes no word about storing.
  const rest = isStandalone || store === undefined ? fields : { ...fields, store };
  const trigger = create.trigger && !isStandalone ? [{ type: "compaction_trigger" }] : [];
  const came = { input: create.input, received: request.body };
  const sent = { ...rest, model: to.upstreamModel, input: [...withExactItems(known, came), ...trigger] };
  return exactText(filterBody(sent, quirks).body);
}

/** Reasoning that another vendor gave is nothing to this one. */
const isSealedHere = ({ sealer }: GatewayContext, item: JsonRecord): boolean =>
  item["type"] === "reasoning" && sealer.isSeal(stringOf(item["encrypted_content"]));

/** Keeps the finished response. */
async function keep(
  context: GatewayContext,
  { create, conversation, request, route }: PassedResponse,
  data: JsonRecord,
): Promise<void> {
  const response = isRecord(data["response"]) ? data["response"] : data;
  const id = stringOf(response["id"]);
  if (id === "" || response["object"] !== "response") return;
  const upstream = request.notes.upstream ?? route.upstream.name;
  const session = conversation.call.sessionId ?? id;
  await keepResponse(context, { request, create, session, input: conversation.input, upstream }, response);
}
