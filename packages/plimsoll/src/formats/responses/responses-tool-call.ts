import type { ToolCallView } from "../../conversation/item-view.js";
import { jsonText } from "../../text/json-text.js";
import { stringOf, type WireRecord } from "../reading/wire-record.js";

/** The wire shape of one kind of client-executed call and its output. */
interface CallKind {
  /** The tool's name, for the kinds that do not carry one. */
  readonly name: string;
  readonly argumentsKey: string;
  readonly outputType: string;
  /** The output item that answers a call of this kind with a text. */
  answer(callId: string, text: string): WireRecord;
}

/** A call that remembers its kind, so that its answer has the matching type. */
export interface ResponsesToolCall extends ToolCallView {
  /** The wire type; absent for `function_call`. */
  readonly wireType?: string;
}

function textAnswer(type: string): CallKind["answer"] {
  return (callId, text) => ({ type, call_id: callId, output: text });
}

const CALL_KINDS: Readonly<Record<string, CallKind>> = {
  function_call: {
    name: "",
    argumentsKey: "arguments",
    outputType: "function_call_output",
    answer: textAnswer("function_call_output"),
  },
  custom_tool_call: {
    name: "",
    argumentsKey: "input",
    outputType: "custom_tool_call_output",
    answer: textAnswer("custom_tool_call_output"),
  },
  local_shell_call: {
    name: "local_shell",
    argumentsKey: "action",
    outputType: "local_shell_call_output",
    answer: (callId, text) => ({
      type: "local_shell_call_output",
      id: callId,
      call_id: callId,
      output: text,
    }),
  },
  shell_call: {
    name: "shell",
    argumentsKey: "action",
    outputType: "shell_call_output",
    answer: (callId, text) => ({
      type: "shell_call_output",
      call_id: callId,
      output: [{ stdout: text, stderr: "", outcome: { type: "exit", exit_code: 1 } }],
    }),
  },
  apply_patch_call: {
    name: "apply_patch",
    argumentsKey: "operation",
    outputType: "apply_patch_call_output",
    answer: (callId, text) => ({
      type: "apply_patch_call_output",
      call_id: callId,
      status: "failed",
      output: text,
    }),
  },
  tool_search_call: {
    name: "tool_search",
    argumentsKey: "arguments",
    outputType: "tool_search_output",
    answer: (callId) => ({
      type: "tool_search_output",
      call_id: callId,
      execution: "client",
      status: "completed",
      tools: [],
    }),
  },
  computer_call: {
    name: "computer",
    argumentsKey: "action",
    outputType: "computer_call_output",
    answer: (callId) => ({
      type: "computer_call_output",
      call_id: callId,
      output: { type: "computer_screenshot" },
    }),
  },
};

/** Calls that the client does not execute: the provider does, or a person decides. They may stay without an answer. */
interface OpenKind {
  readonly name: string;
  readonly idKey: string;
  readonly argumentsKey: string;
  readonly answerType: string;
  readonly answerKey: string;
}

const OPEN_KINDS: Readonly<Record<string, OpenKind>> = {
  mcp_approval_request: {
    name: "mcp_approval",
    idKey: "id",
    argumentsKey: "arguments",
    answerType: "mcp_approval_response",
    answerKey: "approval_request_id",
  },
  program: {
    name: "program",
    idKey: "call_id",
    argumentsKey: "code",
    answerType: "program_output",
    answerKey: "call_id",
  },
};

/** The call in an item that may stay open, if it is one. */
export function readOpenCall(record: WireRecord): ToolCallView | undefined {
  const kind = OPEN_KINDS[stringOf(record["type"])];
  if (!kind) return undefined;
  const callId = stringOf(record[kind.idKey]);
  if (callId === "") return undefined;
  const given = jsonText(record[kind.argumentsKey] ?? "");
  return { callId, name: kind.name, arguments: given, mayStayOpen: true };
}

/** The answer in an item to such a call. */
export function readOpenAnswer(
  record: WireRecord,
): { readonly callId: string; readonly name: string } | undefined {
  const type = stringOf(record["type"]);
  const kind = Object.values(OPEN_KINDS).find(({ answerType }) => answerType === type);
  if (!kind) return undefined;
  const callId = stringOf(record[kind.answerKey]);
  return callId === "" ? undefined : { callId, name: kind.name };
}

const OUTPUT_TYPES: ReadonlySet<string> = new Set(Object.values(CALL_KINDS).map((kind) => kind.outputType));

export function isCallType(type: string): boolean {
  return Object.hasOwn(CALL_KINDS, type);
}

export function isOutputType(type: string): boolean {
  return OUTPUT_TYPES.has(type);
}

/** Pairs by its `id` if it has no `call_id`, as calls do. */
const OUTPUT_BY_ID = "local_shell_call_output";
/** A hosted one has an `id` and no output. */
const MAY_BE_HOSTED = "tool_search_call";

/**
 * The id that pairs a call with its output; empty if there is none (a hosted tool search). Some providers send
 * only the `id` of a call, and its output names that.
 */
export function pairingId(record: WireRecord): string {
  const given = record["call_id"] ?? "";
  if (given !== "") return stringOf(given);
  const type = stringOf(record["type"]);
  const byId = type === OUTPUT_BY_ID || (isCallType(type) && type !== MAY_BE_HOSTED);
  return byId ? stringOf(record["id"]) : "";
}

/** The call of an item whose type is a call type. */
export function readResponsesCall(record: WireRecord): ResponsesToolCall {
  const type = stringOf(record["type"]);
  const kind = CALL_KINDS[type];
  const call: ToolCallView = {
    callId: pairingId(record),
    name: stringOf(record["name"]) || (kind?.name ?? ""),
    arguments: jsonText(record[kind?.argumentsKey ?? "arguments"] ?? ""),
  };
  if (type === "function_call") return call;
  const id = stringOf(record["id"]);
  // The output of a local shell names the item of its call, or the call.
  const named = type === "local_shell_call" && id !== "" && id !== call.callId ? { aliases: [id] } : {};
  return { ...call, ...named, wireType: type };
}

/** The output item that answers `call`; a call of unknown kind counts as a function call. */
export function answerResponsesCall(call: ResponsesToolCall, text: string): WireRecord {
  const kind = CALL_KINDS[call.wireType ?? "function_call"];
  return (kind?.answer ?? textAnswer("function_call_output"))(call.callId, text);
}
