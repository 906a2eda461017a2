import { recognizeOverflow } from "../../tokens/recognize-overflow.js";
import { isRecord } from "../../text/is-record.js";

/**
 * A thread of Anthropic's Messages: the provider holds the conversation, and a request that continues one has its newest messages
 * only. The tool runner of the client makes threads by itself.
 */
export function continuesThread(body: Readonly<Record<string, unknown>>): boolean {
  const { thread } = body;
  return isRecord(thread) && thread["type"] === "continue";
}

const FULL =
  "The conversation that the provider holds is as long as the window. Plimsoll asks for all of it, to compact it: send the " +
  'whole history with thread: {"type": "create"}.';

/**
 * The answer to a request that continues a thread. Where the provider refuses it as too long, nobody but the client can make it
 * shorter: it is told that the thread is lost, as the API does, and sends the whole conversation again, which is compacted.
 */
export async function askedForWhole(response: Response): Promise<Response> {
  if (response.ok) return response;
  const error: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (!recognizeOverflow({ status: response.status, error }).overflow) return response;
  const details = { error_code: "thread_not_found" };
  const lost = { type: "error", error: { type: "not_found_error", message: FULL, details } };
  return Response.json(lost, { status: 404 });
}
