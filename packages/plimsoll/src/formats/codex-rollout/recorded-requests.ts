import { isRecord } from "../../text/is-record.js";
import { countOf, RequestRecorder } from "../reading/request-recorder.js";
import { stringOf, type WireRecord } from "../reading/wire-record.js";
import type { RecordedRequest } from "../recorded-request.js";

/** What a rollout tells about its requests: the usage of each, and the window that they had to fit. */
export interface RolloutUsage {
  readonly requests: readonly RecordedRequest[];
  /** 0 if unknown. */
  readonly window: number;
}

/** A count is told after each request, and again with news of other limits: then its total is the same. */
export function recordedRequests(records: readonly WireRecord[]): RolloutUsage {
  const recorder = new RequestRecorder();
  let window = 0;
  for (const record of records) {
    if (record["type"] === "compacted") recorder.compacted();
    const payload = record["payload"];
    if (!isRecord(payload) || payload["type"] !== "token_count" || !isRecord(payload["info"])) continue;
    const { last_token_usage: last, total_token_usage: total, model_context_window: max } = payload["info"];
    window = countOf(max) || window;
    if (!isRecord(last)) continue;
    recorder.add(JSON.stringify(total ?? last).slice(0, 500), {
      ts: stringOf(record["timestamp"]),
      tokens: countOf(last["input_tokens"]),
      cached: countOf(last["cached_input_tokens"]),
    });
  }
  return { requests: recorder.requests, window };
}
