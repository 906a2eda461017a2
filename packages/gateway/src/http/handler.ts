import type { InboundRequest } from "./inbound-request.js";
import type { Reply } from "./reply.js";
import type { Arrival, RequestAhead } from "./request-ahead.js";

/** Answers one kind of request. An error that it throws becomes the error body of the API that was called. */
export interface Handler {
  (request: InboundRequest, reply: Reply): Promise<void>;
  /** Called before the body is read, to pass on what comes. Its result is the `ahead` of the request. */
  readonly ahead?: (arrival: Arrival) => RequestAhead | undefined;
}
