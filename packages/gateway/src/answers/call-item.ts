import type { JsonRecord } from "../json/json-record.js";
import { isRecord } from "../json/is-record.js";
import { jsonOrText } from "../json/json-or-text.js";
import { parseObject } from "../json/parse-object.js";
import { stringOf } from "../json/string-of.js";
import type { ToolOrigin } from "./tool-origin.js";

/** A call in an answer, as far as it was written. */
export interface WrittenCall {
  readonly itemId: string;
  readonly callId: string;
  readonly origin: ToolOrigin;
  /** The text of a JSON object, or of something else where the model wrote that. */
  readonly arguments: string;
}

const PREFIXES: Readonly<Record<ToolOrigin["kind"], string>> = {
  function: "fc",
  custom: "ctc",
  tool_search: "tsc",
  local_shell: "lsh",
  shell: "sh",
  apply_patch: "apc",
};

/** What the ids of the items of a tool begin with. */
export const callItemPrefix = ({ kind }: ToolOrigin): string => PREFIXES[kind];

/** The item of a call, in the type that the client's tool wants. */
export function callItem(call: WrittenCall, status: "in_progress" | "completed"): JsonRecord {
  const { itemId: id, callId: call_id, origin } = call;
  const named = { name: origin.name, ...(origin.namespace ? { namespace: origin.namespace } : {}) };
  const given = status === "completed" ? (parseObject(call.arguments) ?? {}) : {};
  switch (origin.kind) {
    case "function":
      return { id, type: "function_call", status, call_id, ...named, arguments: call.arguments };
    case "custom":
      return { id, type: "custom_tool_call", status, call_id, ...named, input: rawInput(call.arguments) };
    case "tool_search":
      return { id, type: "tool_search_call", status, call_id, execution: "client", arguments: given };
    case "local_shell":
      return { id, type: "local_shell_call", status, call_id, action: localAction(given) };
    case "shell":
      return { id, type: "shell_call", status, call_id, action: shellAction(given) };
    case "apply_patch":
      return { id, type: "apply_patch_call", status, call_id, operation: given };
  }
}

/** The input of a freeform tool: what stands in `input`, or all of it where the model forgot the wrapping. */
export function rawInput(text: string): string {
  // For texts in it: its numbers are not printed again.
  const parsed = jsonOrText(text);
  const given = isRecord(parsed) ? parsed : {};
  if (typeof given["input"] === "string") return given["input"];
  const values = Object.values(given);
  const [only] = values;
  return values.length === 1 && typeof only === "string" ? only : text;
}

function localAction(given: JsonRecord): JsonRecord {
  const command = Array.isArray(given["command"])
    ? given["command"].map(stringOf)
    : [stringOf(given["command"])];
  return { type: "exec", env: {}, ...given, command };
}

function shellAction(given: JsonRecord): JsonRecord {
  const commands = Array.isArray(given["commands"])
    ? given["commands"].map(stringOf)
    : [stringOf(given["commands"])];
  return { timeout_ms: null, max_output_length: null, ...given, commands };
}
