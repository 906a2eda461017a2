import { isRecord } from "../../text/is-record.js";
import { CompactError } from "../../errors/compact-error.js";
import type { ItemMeter } from "../../tokens/item-meter.js";
import { failureOfEvent } from "../transport/provider-failure.js";
import { readStream } from "../transport/read-stream.js";
import type { RequestBody } from "../transport/responses-transport.js";
import { isUserMessage, type WindowItem } from "../window/window-item.js";

/** User messages up to this many tokens, and this share of the window, stay before an item that came alone; the newest count first. */
const MAX_USER_TOKENS = 64_000;
const MAX_USER_SHARE = 0.5;

/** The next request, streaming, with the item at its end that asks for a compaction instead of an answer. */
export function triggerBody(body: RequestBody, input: readonly WindowItem[]): RequestBody {
  const { previous_response_id: _previous, context_management: _management, ...rest } = body;
  return { ...rest, stream: true, input: [...input, { type: "compaction_trigger" }] };
}

/**
 * The answer to a triggered compaction in the shape of the compact route: `output` and `usage`. Throws the
 * stream's failure.
 */
export async function readTriggered(answer: unknown): Promise<unknown> {
  const read = await readStream(answer);
  if (read.failure !== undefined) throw read.failure;
  if (read.response === undefined) {
    throw new CompactError(
      "REMOTE_COMPACTION_FAILED",
      "The stream of a compaction ended before it was complete.",
      {
        details: { code: "server_error" },
      },
    );
  }
  const failure = failureOfEvent(read.response);
  if (failure !== undefined) throw failure;
  return { output: read.output, usage: isRecord(read.response) ? read.response["usage"] : undefined };
}

/**
 * The user's own messages among the replaced items: the provider returns only its item, so they stay before it.
 */
export function keptUserMessages(
  source: readonly WindowItem[],
  { meter, maxTokens }: { readonly meter: ItemMeter<WindowItem>; readonly maxTokens: number },
): readonly WindowItem[] {
  const kept: WindowItem[] = [];
  let left = Math.min(MAX_USER_TOKENS, maxTokens * MAX_USER_SHARE);
  for (const item of source.filter(isUserMessage).toReversed()) {
    left -= meter.tokens(item);
    if (left < 0) break;
    kept.unshift(item);
  }
  return kept;
}
