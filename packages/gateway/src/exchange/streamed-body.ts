import { Readable } from "node:stream";
import type { UpstreamFailure } from "../answers/upstream-failure.js";
import { isRecord } from "../json/is-record.js";
import { jsonOrText } from "../json/json-or-text.js";
import type { Protocol, UpstreamEvent } from "../protocols/protocol.js";
import { readBounded } from "../upstream/read-bounded.js";
import type { Upstream } from "../routes/route.js";
import { withoutKey } from "../upstream/without-key.js";
import type { UpstreamAnswer } from "../upstream/upstream-answer.js";

const MAX_WHOLE_BYTES = 64 * 1024 * 1024;
/** What certainly is no stream of events. Some servers do not say what theirs is. */
const WHOLE = /^(?:application\/json|text\/html)\b/iu;

/**
 * The events of an accepted request, also of an upstream that takes no notice of `stream` and answers in one piece, and what it says
 * where that is no answer.
 */
export async function streamedBody(
  { headers, body }: UpstreamAnswer,
  protocol: Protocol,
  upstream: Pick<Upstream, "name" | "key">,
): Promise<UpstreamAnswer["body"] | { readonly failure: UpstreamFailure }> {
  const type = headers["content-type"] ?? "";
  if (!WHOLE.test(type)) return body;
  const data = jsonOrText(await readBounded(body, MAX_WHOLE_BYTES));
  if (isRecord(data) && data["error"]) {
    const failure = protocol.readFailure(400, data, headers);
    return { failure: { ...failure, message: withoutKey(failure.message, upstream) } };
  }
  const events = protocol.wholeEvents?.(data) ?? [];
  if (events.length > 0) return Readable.from(events.map(eventText), { objectMode: false });
  const kind = type.split(";")[0];
  const message = `The upstream ${upstream.name} answered with ${kind} that is no answer. Check base_url.`;
  return { failure: { status: 502, code: "server_error", message } };
}

function eventText({ event, data }: UpstreamEvent): Buffer {
  const name = event === "" ? "" : `event: ${event}\n`;
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return Buffer.from(`${name}data: ${text}\n\n`, "utf8");
}
