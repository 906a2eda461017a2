import { ApiError } from "../../http/api-error.js";
import type { JsonRecord } from "../../json/json-record.js";
import type { Route } from "../../routes/route.js";

/**
 * Anthropic's upstream would hold the conversation of a thread, and the gateway see only what is new of it: there would be nothing
 * to compact, and nothing to send to another upstream. The refusal is the API's own, after which its client goes on without a thread.
 *
 * @throws ApiError 400 where the route compacts.
 */
export function refuseThread({ thread }: JsonRecord, { model, policy }: Route): void {
  if ((thread ?? null) === null || policy === "off") return;
  throw new ApiError(
    400,
    `The gateway compacts conversations with ${model}, so it needs all of their messages in every request: send them without 'thread'.`,
    { param: "thread", details: { error_code: "thread_unsupported_request", unsupported: ["thread"] } },
  );
}
