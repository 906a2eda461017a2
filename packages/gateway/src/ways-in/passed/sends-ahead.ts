import { inputBudget } from "../../compaction/input-budget.js";
import { ChangedSizes } from "../../exchange/changed-sizes.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import { SentAhead } from "../../exchange/sent-ahead.js";
import type { Arrival, RequestAhead } from "../../http/request-ahead.js";
import { upstreamHeaders } from "../../http/upstream-headers.js";
import type { ProtocolName } from "../../protocols/protocol-name.js";
import type { Route } from "../../routes/route.js";
import { modelAtStart } from "./model-at-start.js";

/** Smaller bodies come in one piece, and there is nothing to be gained. */
const LEAST_BYTES = 65_536;
/** Few conversations have fewer bytes a token. */
const BYTES_A_TOKEN = 3;
/** Above this share of the budget a conversation may be compacted. */
const QUIET_SHARE = 0.75;

export interface ApiAhead {
  readonly protocol: ProtocolName;
  /** Behind the base address of the upstream. */
  readonly path: string;
  /** The name of the conversation in a body. @default "messages" */
  readonly list?: "messages" | "input";
  /** What a request will probably be sent with. @default what of its client's goes upstream */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Passes large requests on while they still arrive, if they name the model before their messages and will probably not be changed. To
 * which upstream they go is what their client said, never a guess.
 */
export function sendsAhead(
  context: GatewayContext,
  { protocol, path, list = "messages", ...api }: ApiAhead,
): (arrival: Arrival) => RequestAhead | undefined {
  const changes = new ChangedSizes();
  const mayStay = (route: Route, size: number): boolean => {
    const budget = inputBudget(context.windows.of(route), route.outputReserve);
    return route.policy !== "auto" || size / BYTES_A_TOKEN < budget * QUIET_SHARE;
  };
  return (arrival) => {
    const { tenant, size, headers } = arrival;
    if (size < LEAST_BYTES) return undefined;
    return new SentAhead(context.client, arrival, (begin) => {
      const model = modelAtStart(begin, list);
      const route = model === undefined ? undefined : context.routes.find(model);
      if (route?.upstream.protocol !== protocol || route.upstreamModel !== model) return undefined;
      const key = JSON.stringify([tenant, model]);
      if (!mayStay(route, size) || changes.isLikely(key, size)) return undefined;
      return {
        upstream: route.upstream,
        path,
        headers: api.headers ?? upstreamHeaders(headers),
        changed: () => changes.changed(key, size),
      };
    });
  };
}
