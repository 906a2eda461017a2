import type { CallCompactor, ModelRequest, OpenCall } from "plimsoll/calls";
import type { RoutePolicy } from "../routes/route.js";

/** A request on its way to an upstream. */
export interface GatewayCall extends Pick<OpenCall<object>, "items" | "succeeded" | "failed"> {
  /** What compaction did for it so far. */
  compaction(): string | undefined;
  /** The engine's session; absent where nothing was compacted. */
  readonly sessionId?: string;
}

/** Begins a call as the policy of its route says. */
export function beginCall(
  compactor: CallCompactor<object>,
  request: ModelRequest<object>,
  policy: RoutePolicy,
): Promise<GatewayCall> {
  if (policy === "auto") return compactedCall(compactor, request);
  return Promise.resolve(policy === "off" ? untouchedCall(request) : lateCall(compactor, request));
}

async function compactedCall(
  compactor: CallCompactor<object>,
  request: ModelRequest<object>,
): Promise<GatewayCall> {
  const call = await compactor.begin(request);
  let refusals = 0;
  return {
    items: call.items,
    ...(call.sessionId === undefined ? {} : { sessionId: call.sessionId }),
    succeeded: (usage) => call.succeeded(usage),
    failed(error) {
      refusals++;
      return call.failed(error);
    },
    compaction() {
      if (refusals > 0 && call.compactions.length > 0) return "overflow_recovered";
      return call.compactions.length > 0 ? "compacted" : undefined;
    },
  };
}

function untouchedCall({ items }: ModelRequest<object>): GatewayCall {
  return {
    items: [...items],
    succeeded: () => undefined,
    failed: () => Promise.resolve(undefined),
    compaction: () => undefined,
  };
}

/** Compacts nothing until the upstream refuses the request. */
function lateCall(compactor: CallCompactor<object>, request: ModelRequest<object>): GatewayCall {
  let call: OpenCall<object> | undefined;
  return {
    items: [...request.items],
    succeeded: (usage) => call?.succeeded(usage),
    async failed(error) {
      if (call) return call.failed(error);
      call = await compactor.begin(request);
      return call.compactions.length > 0 ? call.items : call.failed(error);
    },
    compaction: () => (call ? "overflow_recovered" : undefined),
  };
}
