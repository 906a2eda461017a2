import type { CompactionReport } from "plimsoll";
import type { CallCompactor, ModelRequest, OpenCall } from "plimsoll/calls";
import type { RoutePolicy } from "../routes/route.js";
import { sameItems } from "../json/same-items.js";
import type { CallSummarizer } from "./call-summarizer.js";
import { RefusedConversations } from "./refused-conversations.js";

/** What compaction did for a request: before it was sent, or after the upstream refused it. */
export type CallCompaction = "compacted" | "overflow_recovered";

/** A request on its way to an upstream. */
export interface GatewayCall extends Pick<OpenCall<object>, "items" | "succeeded" | "failed"> {
  /** What compaction did for it so far. */
  compaction(): CallCompaction | undefined;
  /** The compactions so far, oldest first. */
  compactions(): readonly CompactionReport[];
  /** The list that was sent last. */
  sent(): readonly object[];
  /** The engine's session; absent where nothing was compacted. */
  readonly sessionId?: string | undefined;
  /** The model that was to write summaries for it. */
  readonly summarizer?: CallSummarizer;
}

/** A request as it came. */
export interface GatewayRequest extends ModelRequest<object> {
  readonly summarizer?: CallSummarizer;
}

const REFUSED = new WeakMap<CallCompactor<object>, RefusedConversations>();

function refusedBy(compactor: CallCompactor<object>): RefusedConversations {
  const known = REFUSED.get(compactor) ?? new RefusedConversations();
  REFUSED.set(compactor, known);
  return known;
}

/**
 * Begins a call as the policy of its route says. A conversation that is compacted only after a refusal goes on from there: to send the
 * whole of it once more would only be refused once more.
 */
export function beginCall(
  compactor: CallCompactor<object>,
  request: GatewayRequest,
  policy: RoutePolicy,
): Promise<GatewayCall> {
  if (policy === "off") return Promise.resolve(untouchedCall(request));
  const isCompacted = policy === "auto" || refusedBy(compactor).has(request);
  return isCompacted ? compactedCall(compactor, request) : Promise.resolve(lateCall(compactor, request));
}

async function compactedCall(
  compactor: CallCompactor<object>,
  request: GatewayRequest,
): Promise<GatewayCall> {
  const call = await compactor.begin(request);
  let refusals = 0;
  let sent: readonly object[] = call.items;
  return {
    items: call.items,
    ...(call.sessionId === undefined ? {} : { sessionId: call.sessionId }),
    succeeded: (usage) => call.succeeded(usage),
    async failed(error) {
      refusals++;
      const smaller = await call.failed(error);
      sent = smaller ?? sent;
      return smaller;
    },
    compactions: () => call.compactions,
    sent: () => sent,
    ...(request.summarizer ? { summarizer: request.summarizer } : {}),
    compaction() {
      if (refusals > 0 && call.compactions.length > 0) return "overflow_recovered";
      return call.compactions.length > 0 ? "compacted" : undefined;
    },
  };
}

function untouchedCall({ items }: GatewayRequest): GatewayCall {
  return {
    items: [...items],
    succeeded: () => undefined,
    failed: () => Promise.resolve(undefined),
    compaction: () => undefined,
    compactions: () => [],
    sent: () => items,
  };
}

/** Compacts nothing until the upstream refuses the request. */
function lateCall(compactor: CallCompactor<object>, request: GatewayRequest): GatewayCall {
  let call: OpenCall<object> | undefined;
  let sent: readonly object[] = request.items;
  const smaller = async (error: unknown): Promise<object[] | undefined> => {
    if (call) return call.failed(error);
    refusedBy(compactor).add(request);
    call = await compactor.begin(request);
    // What an earlier refusal made of the conversation was not refused yet: it is tried before anything gets smaller still.
    return sameItems(request.items, call.items) ? call.failed(error) : call.items;
  };
  return {
    items: [...request.items],
    succeeded: (usage) => call?.succeeded(usage),
    async failed(error) {
      const list = await smaller(error);
      sent = list ?? sent;
      return list;
    },
    compaction: () => (call ? "overflow_recovered" : undefined),
    compactions: () => call?.compactions ?? [],
    sent: () => sent,
    ...(request.summarizer ? { summarizer: request.summarizer } : {}),
    get sessionId() {
      return call?.sessionId;
    },
  };
}
