import { isRecord } from "../../text/is-record.js";
import { countOf, RequestRecorder } from "../reading/request-recorder.js";
import { stringOf, type WireRecord } from "../reading/wire-record.js";
import type { RecordedRequest } from "../recorded-request.js";
import { isCompactBoundary } from "./effective-lines.js";

/** The usage of each response; one that is split over lines is told with each of them. */
export function recordedRequests(lines: readonly WireRecord[]): readonly RecordedRequest[] {
  const recorder = new RequestRecorder();
  for (const line of lines) {
    if (isCompactBoundary(line) || line["isCompactSummary"] === true) recorder.compacted();
    const message = line["message"];
    if (line["type"] !== "assistant" || !isRecord(message) || !isRecord(message["usage"])) continue;
    const { usage } = message;
    const cached = countOf(usage["cache_read_input_tokens"]);
    recorder.add(stringOf(message["id"]) || stringOf(line["uuid"]), {
      ts: stringOf(line["timestamp"]),
      tokens: countOf(usage["input_tokens"]) + countOf(usage["cache_creation_input_tokens"]) + cached,
      cached,
    });
  }
  return recorder.requests;
}
