import { compactNow } from "../../compaction/compact-now.js";
import type { CompactionOrigin } from "../../compaction/compaction-account.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import { keepCompaction } from "../compactions/keep-compaction.js";
import {
  type Conversation,
  type ConversationRequest,
  commonOptions,
  readableItems,
} from "./open-conversation.js";

/**
 * Keeps beside an upstream's own compaction item, which nobody else can read, what the gateway would have made of the same
 * conversation: its owner can look into it, and the thread can go on with another model. The client has its answer already.
 */
export async function keepShadow(
  context: GatewayContext,
  asked: ConversationRequest & { readonly conversation: Conversation },
  { id, origin }: { readonly id: string; readonly origin: CompactionOrigin },
): Promise<void> {
  const { request, create, route, conversation } = asked;
  const { budget, onDisk } = conversation;
  const { tenant } = request;
  const { items, session } = await readableItems(context, tenant, conversation);
  const manager = context.compactors.of(tenant, "responses", onDisk).manager(route.upstreamModel);
  const content = await compactNow(manager, {
    ...commonOptions(asked, conversation),
    origin,
    by: "upstream",
    route,
    session: session ?? context.newId("thread"),
    items,
    budget: Math.min(budget, create.compactThreshold ?? budget),
    id,
    createdAt: Math.floor(context.now() / 1000),
    // The client may be gone by now.
    signal: AbortSignal.timeout(context.patienceMs),
  });
  await keepCompaction(context, { request, onDisk }, content);
}
