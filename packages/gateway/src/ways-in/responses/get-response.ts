import { replayedResponse } from "../../answers/replayed-response.js";
import { responseEventText, STREAM_END } from "../../answers/response-event.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import { EVENT_STREAM } from "../../http/event-stream.js";
import type { Handler } from "../../http/handler.js";
import type { JsonRecord } from "../../json/json-record.js";
import type { Reply } from "../../http/reply.js";
import { invalidQuery } from "../page-limit.js";
import { findStored } from "./find-stored.js";

/** `GET /v1/responses/{id}`, and with `stream=true` the same as the events of a stream. */
export function getResponse(context: GatewayContext): Handler {
  return async (request, reply) => {
    const { query } = request;
    const after = query.get("stream") === "true" ? startingAfter(query) : undefined;
    const { response } = await findStored(context, request);
    if (after === undefined) reply.json(200, response);
    else await replay(reply, response, after);
  };
}

/** The number of the last event that the client has; -1 if it has none. */
function startingAfter(query: URLSearchParams): number {
  const given = query.get("starting_after");
  if (given === null) return -1;
  if (/^\d{1,15}$/u.test(given)) return Number(given);
  throw invalidQuery("starting_after", "the sequence number of an event");
}

/** The end is told in any case: a client may have counted the events of a stream that came in smaller pieces. */
async function replay(reply: Reply, response: JsonRecord, after: number): Promise<void> {
  const events = replayedResponse(response);
  const wanted = events.filter(
    (event, index) => event.sequence_number > after || index === events.length - 1,
  );
  const stream = reply.stream(200, EVENT_STREAM);
  for (const event of wanted) await stream.write(responseEventText(event));
  await stream.write(STREAM_END);
  stream.end();
}
