import type { JsonRecord } from "../json/json-record.js";
import { recordsIn } from "../json/records-in.js";
import { stringOf } from "../json/string-of.js";
import { replayedItem } from "./replayed-item.js";
import type { ResponseEvent } from "./response-event.js";

const ENDS: ReadonlySet<string> = new Set(["completed", "incomplete", "failed"]);
/** What nobody knows of a response before its end. */
const NOT_YET = { output: [], usage: null, completed_at: null, error: null, incomplete_details: null };

/** A finished response as the events of a stream; none if it is not finished. */
export function replayedResponse(response: JsonRecord): readonly ResponseEvent[] {
  const status = stringOf(response["status"]);
  if (!ENDS.has(status)) return [];
  const { output_text: _all, ...rest } = response;
  const begun = { ...rest, ...NOT_YET, status: "in_progress" };
  return [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    ...recordsIn(response["output"]).flatMap(replayedItem),
    { type: `response.${status}`, response },
  ].map((event, index) => ({ ...event, sequence_number: index }));
}
