import { chat } from "../../formats/chat/chat.js";
import type { Format } from "../../formats/format.js";
import { responses } from "../../formats/responses/responses.js";
import { CallCompactor } from "../core/call-compactor.js";
import { checkedCompactionOptions } from "../core/checked-compaction-options.js";
import { withoutCacheMarks } from "../core/without-cache-marks.js";
import { answeredExchange, streamedExchange } from "./answered-exchange.js";
import type { OpenAiCompactionOptions } from "./open-ai-compaction-options.js";
import { type Api, readRequest } from "./read-request.js";

type Fetch = typeof globalThis.fetch;

/** A `fetch` that compacts, with access to its manager. */
export interface CompactingFetch extends Fetch {
  /** Resolves when no compaction is being prepared in the background. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const FORMATS: Readonly<Record<Api, Format>> = { chat, responses };

/**
 * A `fetch` that compacts requests to `/responses` and `/chat/completions`, recovers if the provider refuses one
 * as too long, and does not touch other requests. For any client that takes a `fetch` and does not sign its
 * bodies.
 */
export function compactingFetch(
  options: OpenAiCompactionOptions = {},
  send: Fetch = globalThis.fetch,
): CompactingFetch {
  const { sessionId, ...rest } = checkedCompactionOptions<OpenAiCompactionOptions>(options);
  const compactors = new Map<Api, CallCompactor<object>>();
  const compactorOf = (api: Api): CallCompactor<object> => {
    const known = compactors.get(api);
    if (known) return known;
    const settings = { ...rest, format: FORMATS[api] };
    const made = new CallCompactor<object>(`openai-${api}`, settings, withoutCacheMarks);
    compactors.set(api, made);
    return made;
  };
  const compacted = async (...[input, init]: Parameters<Fetch>): Promise<Response> => {
    const read = readRequest(input, { init, sessionId });
    if (!read) return send(input, init);
    const call = await compactorOf(read.api).begin(read.request);
    const sendItems = (items: readonly object[]): Promise<Response> =>
      send(input, { ...init, body: read.bodyWith(items) });
    return read.streams ? streamedExchange(call, sendItems) : answeredExchange(call, sendItems);
  };
  const all = async (task: (compactor: CallCompactor<object>) => Promise<void>): Promise<void> => {
    await Promise.all([...compactors.values()].map(task));
  };
  return Object.assign(compacted, {
    settled: () => all((compactor) => compactor.settled()),
    close: () => all((compactor) => compactor.close()),
  });
}
