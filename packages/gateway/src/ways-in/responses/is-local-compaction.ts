import type { InboundRequest } from "../../http/inbound-request.js";
import { isRecord } from "../../json/is-record.js";
import { jsonOrText } from "../../json/json-or-text.js";
import type { JsonRecord } from "../../json/json-record.js";

const METADATA = "x-codex-turn-metadata";
const MAX_CHARACTERS = 65_536;

/**
 * True for a request in which Codex has the model write the summary that it goes on from, as it does with a provider that is not
 * called OpenAI. The client says so itself: nothing but what is added to its own answer depends on it.
 */
export function isLocalCompaction({ headers }: InboundRequest, body: JsonRecord): boolean {
  const client = isRecord(body["client_metadata"]) ? body["client_metadata"] : {};
  return [headers[METADATA], client[METADATA]].some(isOfLocalCompaction);
}

function isOfLocalCompaction(metadata: unknown): boolean {
  if (typeof metadata !== "string" || metadata.length > MAX_CHARACTERS) return false;
  const turn = jsonOrText(metadata);
  if (!isRecord(turn) || turn["request_kind"] !== "compaction") return false;
  return isRecord(turn["compaction"]) && turn["compaction"]["implementation"] === "responses";
}
