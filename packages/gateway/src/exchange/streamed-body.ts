import { Readable } from "node:stream";
import type { UpstreamFailure } from "../answers/upstream-failure.js";
import { isRecord } from "../json/is-record.js";
import { exactOrText } from "../json/exact-or-text.js";
import type { Protocol } from "../protocols/protocol.js";
import { eventText } from "./event-text.js";
import { readBounded } from "../upstream/read-bounded.js";
import type { Upstream } from "../routes/route.js";
import { withoutKey } from "../upstream/without-key.js";
import type { UpstreamAnswer } from "../upstream/upstream-answer.js";

const MAX_WHOLE_BYTES = 64 * 1024 * 1024;
/** What certainly is no stream of events. Some servers do not say what theirs is. */
const WHOLE = /^(?:application\/json|text\/html)\b/iu;

/** True for the headers of an answer that came whole, whatever was asked for. */
export const isWhole = (headers: UpstreamAnswer["headers"]): boolean =>
  WHOLE.test(headers["content-type"] ?? "");

/**
 * The events of an accepted request, also of an upstream that takes no notice of `stream` and answers in one piece, and what it says
 * where that is no answer.
 */
export async function streamedBody(
  { headers, body }: UpstreamAnswer,
  protocol: Protocol,
  upstream: Pick<Upstream, "name" | "key">,
): Promise<UpstreamAnswer["body"] | { readonly failure: UpstreamFailure }> {
  if (!isWhole(headers)) return body;
  const data = exactOrText(await readBounded(body, MAX_WHOLE_BYTES));
  if (isRecord(data) && protocol.isFailure(data)) {
    const failure = protocol.readFailure(400, data, headers);
    return { failure: { ...failure, message: withoutKey(failure.message, upstream) } };
  }
  const events = protocol.wholeEvents?.(data) ?? [];
  if (events.length > 0)
    return Readable.from([Buffer.from(events.map(eventText).join(""), "utf8")], { objectMode: false });
  const [kind = ""] = (headers["content-type"] ?? "").split(";");
  const message = `The upstream ${upstream.name} answered with ${kind} that is no answer. Check base_url.`;
  return { failure: { status: 502, code: "server_error", message } };
}
