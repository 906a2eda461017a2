import { isRecord } from "../../text/is-record.js";
import type { Api } from "./read-request.js";

type Data = Readonly<Record<string, unknown>>;

const records = (value: unknown): Data[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** A call as `CallSessions` knows it. */
export const knownCall = (callId: unknown, name: unknown): object => ({
  type: "function_call",
  callId,
  name,
});

/** The tool calls in an answer, or in one event of a streamed answer. */
const READERS: Readonly<Record<Api, (data: Data) => object[]>> = {
  chat: ({ choices }) =>
    records(choices).flatMap(({ message, delta }) =>
      [message, delta]
        .filter(isRecord)
        .flatMap(({ tool_calls: calls }) =>
          records(calls).flatMap(({ id, function: called }) =>
            typeof id === "string" && isRecord(called) ? [knownCall(id, called["name"])] : [],
          ),
        ),
    ),
  responses: ({ output, type, item }) =>
    [...records(output), ...(type === "response.output_item.done" && isRecord(item) ? [item] : [])].flatMap(
      (one) => (one["type"] === "function_call" ? [knownCall(one["call_id"], one["name"])] : []),
    ),
  messages: ({ content, type, content_block: block }) =>
    [...records(content), ...(type === "content_block_start" && isRecord(block) ? [block] : [])].flatMap(
      (one) => (one["type"] === "tool_use" ? [knownCall(one["id"], one["name"])] : []),
    ),
};

export function callsIn(api: Api, data: unknown): object[] {
  return isRecord(data) ? READERS[api](data) : [];
}
