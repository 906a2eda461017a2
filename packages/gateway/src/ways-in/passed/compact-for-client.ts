import { compactNow } from "../../compaction/compact-now.js";
import type { CompactionContent } from "../../compaction/compaction-content.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import type { InboundRequest } from "../../http/inbound-request.js";
import type { JsonRecord } from "../../json/json-record.js";
import type { Route } from "../../routes/route.js";
import { keepCompaction } from "../compactions/keep-compaction.js";
import { sharedSummarizer } from "../summaries/route-summarizer.js";
import type { Compact } from "./read-context-edits.js";

/** A conversation of the Messages API whose client wants it to be compacted. */
export interface ClientCompaction {
  readonly request: InboundRequest;
  readonly route: Route;
  readonly compact: Compact;
  readonly session: string;
  readonly messages: readonly JsonRecord[];
  /** Tools and schemas. */
  readonly tools: readonly unknown[];
  readonly instructions?: string;
  /** Tokens that the prompt may have. */
  readonly budget: number;
  readonly onDisk: boolean;
}

/**
 * Compacts a conversation as its client asked, and where it would be compacted anyway, because the window is smaller than the client's
 * trigger. Undefined where there is nothing to do: it goes on from a compaction that the client did not take over, or nothing of it could
 * be made smaller.
 */
export async function compactForClient(
  context: GatewayContext,
  { request, route, compact, session, messages, tools, budget, onDisk, ...rest }: ClientCompaction,
): Promise<CompactionContent | undefined> {
  const compactor = context.compactors.of(request.tenant, "messages", onDisk);
  const manager = compactor.manager(route.upstreamModel);
  const common = { tools, signal: request.signal, ...rest };
  if (compact.trigger > 0) {
    const options = { ...common, maxContextTokens: budget };
    const { measurement, decision } = await manager.decide(session, messages, options);
    const isFull = route.policy === "auto" ? decision.action === "compact" : measurement.tokens > budget;
    if (measurement.tokens <= compact.trigger && !isFull) return undefined;
  }
  const content = await compactNow(manager, {
    ...common,
    origin: compact.trigger > 0 ? "threshold" : "standalone",
    api: "messages",
    route,
    prices: context.compactors.prices,
    summarizer: sharedSummarizer(context, compactor, route),
    configured: context.compactors.summarizer,
    session,
    items: messages,
    budget: compact.trigger > 0 ? Math.min(budget, compact.trigger) : budget,
    id: context.newId("cmp"),
    createdAt: Math.floor(context.now() / 1000),
    ...(compact.instructions === undefined ? {} : { note: compact.instructions }),
  });
  if (content.account.archived === undefined && compact.trigger > 0) return undefined;
  request.notes.compaction = content.account.degraded.length > 0 ? "requested_degraded" : "requested";
  await keepCompaction(context, { request, onDisk }, content);
  return content;
}
