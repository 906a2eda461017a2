import { anthropic, type Format } from "plimsoll";
import { countPrompt } from "../../exchange/count-prompt.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import { ApiError } from "../../http/api-error.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { recordsIn } from "../../json/records-in.js";
import { stringOf } from "../../json/string-of.js";
import type { PassedRequest } from "../../protocols/protocol.js";
import type { Route } from "../../routes/route.js";
import { tellUnreadable } from "../compactions/tell-unreadable.js";
import { expandCompactionBlocks } from "./expand-compaction-blocks.js";
import { COMPACT, readContextEdits, readSummarize } from "./read-context-edits.js";
import { type ContextLimits, type ManagedContext, manageContext } from "./manage-context.js";

/** The library compacts from about this share of the prompt's budget on. */
const COMPACTING_SHARE = 0.75;
const FIELD = "context_management";
/** By which a client asks for a `compaction` block and nothing else. */
const SUMMARIZE = "compaction";
const BETAS: readonly string[] = [
  "context-management-2025-06-27",
  "compact-2026-01-12",
  "compact-2026-09-04",
];

export interface RequestToManage {
  readonly route: Route;
  readonly tenant: string;
  readonly body: JsonRecord;
  readonly messages: readonly JsonRecord[];
  /** The system prompt, where it stands beside the list. */
  readonly instructions: string | undefined;
  /** Tokens that the prompt may have. */
  readonly budget: number;
}

export interface ManagedRequest extends ManagedContext {
  /** The session of the compaction that the conversation goes on from. */
  readonly session?: string;
  /** True if edits are to be reported in the answer. */
  readonly isReported: boolean;
  /** The tokens before the edits. */
  originalTokens?(): number;
}

/**
 * A request of the Messages API with its compaction blocks opened, and with `context_management` done if the upstream does not do it.
 *
 * @throws ApiError
 */
export async function managedRequest(
  context: GatewayContext,
  asked: RequestToManage,
): Promise<ManagedRequest> {
  const { route, tenant, body } = asked;
  if (!context.protocols[route.upstream.protocol].managesContext)
    return { messages: asked.messages, applied: [], isReported: false };
  const isLeft = managesContext(context, route, body);
  const expanded = await expandCompactionBlocks(asked.messages, {
    sealer: context.sealer,
    tenant,
    now: context.now(),
    maxItemDays: context.items.maxDays,
    readsForeign: managedBy(context, route) === "all",
    find: (id) => context.kept.get(tenant, id),
  });
  const session = expanded.newest?.session;
  for (const item of expanded.unreadable)
    tellUnreadable(context, item, { session, model: route.upstreamModel });
  const common = {
    messages: expanded.messages,
    applied: [],
    isReported: false,
    ...(session === undefined ? {} : { session }),
  };
  if (isLeft || !hasManagement(body)) return common;
  const summarize = readSummarize(body[SUMMARIZE]);
  if (summarize && body[FIELD] !== undefined && body[FIELD] !== null)
    throw new ApiError(400, `'${SUMMARIZE}' cannot be combined with '${FIELD}'.`, { param: SUMMARIZE });
  if (summarize) return { ...common, compact: summarize };
  const limits = limitsOf(context, asked);
  return {
    ...common,
    ...manageContext(expanded.messages, readContextEdits(body[FIELD]), limits),
    isReported: true,
    originalTokens: () => limits.count(asked.messages),
  };
}

function limitsOf(
  context: GatewayContext,
  { route, body, instructions, budget }: RequestToManage,
): ContextLimits {
  return {
    count: (items) =>
      countPrompt(context.estimator, {
        format: anthropic as unknown as Format,
        items,
        fixed: [body["tools"]],
        ...(instructions === undefined ? {} : { instructions }),
      }),
    room: budget,
    compactsAbove: route.policy === "auto" ? budget * COMPACTING_SHARE : Number.POSITIVE_INFINITY,
  };
}

/** True if a request asks its upstream to manage the context. */
export const hasManagement = (body: JsonRecord): boolean =>
  body[FIELD] !== undefined || body[SUMMARIZE] !== undefined;

const managedBy = ({ protocols }: GatewayContext, { upstream, upstreamModel }: Route) =>
  protocols[upstream.protocol].managesContext?.(upstreamModel, upstream.vendor) ?? "all";

/** True if an upstream does by itself what a request says of its context, or its API has no such thing. */
export function managesContext(context: GatewayContext, route: Route, body: JsonRecord): boolean {
  const does = managedBy(context, route);
  return does === "all" || (does === "clearing" && !wantsCompaction(body));
}

function wantsCompaction(body: JsonRecord): boolean {
  const management = body[FIELD];
  const edits = isRecord(management) ? recordsIn(management["edits"]) : [];
  return (body[SUMMARIZE] ?? undefined) !== undefined || edits.some(({ type }) => type === COMPACT);
}

/** A request without what its upstream does not know. */
export function withoutManagement({ headers, body }: PassedRequest): PassedRequest {
  const { [FIELD]: _management, [SUMMARIZE]: _summarize, ...rest } = body;
  const { "anthropic-beta": given, ...others } = headers;
  const betas = stringOf(given)
    .split(/\s*,\s*/u)
    .filter((beta) => beta !== "" && !BETAS.includes(beta));
  return {
    headers: betas.length === 0 ? others : { ...others, "anthropic-beta": betas.join(",") },
    body: rest,
  };
}
