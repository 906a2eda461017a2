import { beginCall, type GatewayCall } from "../../compaction/begin-call.js";
import { compactNow } from "../../compaction/compact-now.js";
import type { CompactionContent } from "../../compaction/compaction-content.js";
import { expandCompactions, type ExpandedItems } from "../../compaction/expand-compactions.js";
import { isApplicationItem } from "../../compaction/is-application-item.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import type { InboundRequest } from "../../http/inbound-request.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { stringOf } from "../../json/string-of.js";
import { responsesQuirksOf } from "../../protocols/responses/responses-quirks-of.js";
import type { Route } from "../../routes/route.js";
import { keepCompaction } from "../compactions/keep-compaction.js";
import { tellUnreadable } from "../compactions/tell-unreadable.js";
import { promptBudget } from "../passed/prompt-budget.js";
import { routeSummarizer, sharedSummarizer } from "../summaries/route-summarizer.js";
import { sessionName } from "../session-name.js";
import type { CreateBody } from "./create-body.js";
import { findChain } from "./find-chain.js";
import { rebuildCalls } from "./rebuild-calls.js";
import { resolveReferences } from "./resolve-references.js";
import { withItemIds } from "./with-item-ids.js";

/** A request with the conversation that it continues. */
export interface Conversation {
  /** What this request brought, each item with an id if it is to be kept. */
  readonly input: readonly JsonRecord[];
  /** The whole conversation, as the client knows it. */
  readonly given: readonly JsonRecord[];
  /** The whole conversation, with the content of the newest compaction in its place. */
  readonly items: readonly JsonRecord[];
  /** True if `items` is `given` without what stands before an item of the upstream's own. */
  readonly isPruned: boolean;
  /** True if all of it came with this request. */
  readonly isAsGiven: boolean;
  /** What its client calls it, or the compaction that it goes on from. */
  readonly session: string | undefined;
  /** The prompt in tokens that the route allows. */
  readonly budget: number;
  /** What costs tokens in addition to the list. */
  readonly fixed: readonly unknown[];
  readonly onDisk: boolean;
  /** The upstream that gave the id of the response that this one continues. */
  readonly continuedAt?: string;
}

/** A conversation on its way to a model. */
export interface CalledConversation extends Conversation {
  readonly call: GatewayCall;
  /** A compaction that the client's threshold asked for. */
  readonly compacted?: CompactionContent;
}

export interface ConversationRequest {
  readonly request: InboundRequest;
  readonly create: CreateBody;
  readonly route: Route;
}

/** Finds what a request continues. */
export async function openConversation(
  context: GatewayContext,
  { request, create, route }: ConversationRequest,
): Promise<Conversation> {
  const { body, previous, store } = create;
  const chain = await findChain(context, request.tenant, previous);
  const input = store ? withItemIds(create.input, (prefix) => context.newId(prefix)) : create.input;
  const given = resolveReferences([...(chain?.items ?? []), ...input]);
  const opened = await expanded(context, given, {
    tenant: request.tenant,
    readsForeign: readsCompactions(route),
  });
  const { newest, unreadable, isPruned } = opened;
  const items = rebuildCalls(opened.items);
  const session = newest?.session ?? chain?.session ?? sessionName(request.headers, body, items);
  for (const item of unreadable) tellUnreadable(context, item, { session, model: route.upstreamModel });
  return {
    input,
    given,
    items,
    isPruned: isPruned === true,
    session,
    isAsGiven: previous === undefined && isUnchanged(opened) && items === opened.items,
    budget: conversationBudget(context, body, route),
    fixed: fixedParts(body),
    onDisk: route.archive === "always" || (route.archive === "asked" && store),
    ...(chain?.upstream === undefined ? {} : { continuedAt: chain.upstream }),
  };
}

const LIMITS = { outputLimits: ["max_output_tokens"] } as const;

/** The tokens that a route allows a prompt, beside the answer that its client allows. */
export const conversationBudget = (context: GatewayContext, body: JsonRecord, route: Route): number =>
  promptBudget(context, { api: LIMITS, body, route });

/** True if no compaction was opened, or could not be. */
const isUnchanged = ({ newest, unreadable, isPruned }: ExpandedItems): boolean =>
  newest === undefined && unreadable.length === 0 && isPruned !== true;

/** The items of a conversation as anybody can read them: with a shadow in place of an item that only its upstream reads. */
export async function readableItems(
  context: GatewayContext,
  tenant: string,
  { given, items, session }: Conversation,
): Promise<Pick<Conversation, "items" | "session">> {
  const readable = await expanded(context, given, { tenant, readsForeign: false });
  return readable.newest ? { items: readable.items, session: readable.newest.session } : { items, session };
}

function expanded(
  context: GatewayContext,
  given: readonly JsonRecord[],
  { tenant, readsForeign }: { readonly tenant: string; readonly readsForeign: boolean },
): Promise<ExpandedItems> {
  return expandCompactions(given, {
    sealer: context.sealer,
    tenant,
    now: context.now(),
    maxItemDays: context.items.maxDays,
    readsForeign,
    find: (id) => context.kept.get(tenant, id),
  });
}

/** True if an upstream makes compaction items, and reads them. */
const readsCompactions = ({ upstream, upstreamModel }: Route): boolean =>
  upstream.protocol === "responses" && responsesQuirksOf(upstream.vendor, upstreamModel).items === "all";

/** Compacts what must be compacted, and begins the call. */
export async function callConversation(
  context: GatewayContext,
  { request, create, route }: ConversationRequest,
  conversation: Conversation & { readonly isPassed: boolean },
): Promise<CalledConversation> {
  const compactor = context.compactors.of(request.tenant, "responses", conversation.onDisk);
  const { budget } = conversation;
  const common = commonOptions({ request, create, route }, conversation);
  let { items, session } = conversation;
  let compacted: CompactionContent | undefined;
  if (create.compactThreshold !== undefined && !conversation.isPassed) {
    session ??= context.newId("thread");
    const { measurement } = await compactor.manager(route.upstreamModel).decide(session, items, common);
    if (measurement.tokens >= create.compactThreshold) {
      compacted = await compactNow(compactor.manager(), {
        ...common,
        origin: "threshold",
        route,
        prices: context.compactors.prices,
        summarizer: sharedSummarizer(context, compactor, route),
        configured: context.compactors.summarizer,
        session,
        items,
        budget: Math.min(budget, create.compactThreshold),
        id: context.newId("cmp"),
        createdAt: Math.floor(context.now() / 1000),
      });
      items = [...items.filter(isApplicationItem), ...compacted.items];
      await keepCompaction(context, { request, onDisk: conversation.onDisk }, compacted);
    }
  }
  const named = session === undefined ? {} : { sessionId: session };
  const summarizer = routeSummarizer(context, route);
  const call = await beginCall(
    compactor,
    {
      items,
      model: route.upstreamModel,
      ...common,
      ...named,
      // What is continued, or opened, may be larger than what came.
      ...(conversation.isAsGiven && !compacted ? { size: request.body.length } : {}),
      ...(summarizer ? { summarizer } : {}),
    },
    route.policy,
  );
  return { ...conversation, items, call, ...(compacted ? { compacted } : {}) };
}

export interface CommonOptions {
  readonly tools: readonly unknown[];
  readonly maxContextTokens: number;
  readonly signal: AbortSignal;
  readonly instructions?: string;
}

/** What every call of the library for a conversation is told. */
export function commonOptions(
  { request, create }: ConversationRequest,
  { budget, fixed }: Conversation,
): CommonOptions {
  const instructions = stringOf(create.body["instructions"]);
  return {
    tools: fixed,
    maxContextTokens: budget,
    signal: request.signal,
    ...(instructions === "" ? {} : { instructions }),
  };
}

function fixedParts(body: JsonRecord): unknown[] {
  const tools: unknown = body["tools"];
  const format = isRecord(body["text"]) ? body["text"]["format"] : undefined;
  return [...(Array.isArray(tools) ? tools : []), ...(format === undefined ? [] : [format])];
}
