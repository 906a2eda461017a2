import type { InboundRequest } from "./inbound-request.js";
import type { Reply } from "./reply.js";

/** Answers one kind of request. An error that it throws becomes the error body of the API that was called. */
export type Handler = (request: InboundRequest, reply: Reply) => Promise<void>;
