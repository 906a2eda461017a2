import type { ToolCallView } from "../../conversation/item-view.js";
import { jsonText } from "../../text/json-text.js";
import { stringOf, type WireRecord } from "../reading/wire-record.js";

/** The wire shape of one kind of call and its result in the Agents SDK. */
interface CallKind {
  /** The tool's name, for the kinds that do not carry one. */
  readonly name: string;
  /** Where the arguments stand; the first present one. */
  readonly argumentKeys: readonly string[];
  readonly resultType: string;
  answer(call: ToolCallView, text: string): WireRecord;
}

/** A call that remembers its kind, so that its answer has the matching type. */
export interface AgentsToolCall extends ToolCallView {
  /** The item's type; absent for `function_call`. */
  readonly wireType?: string;
}

const CALL_KINDS: Readonly<Record<string, CallKind>> = {
  function_call: {
    name: "",
    argumentKeys: ["arguments"],
    resultType: "function_call_result",
    answer: ({ callId, name }, text) => ({
      type: "function_call_result",
      name,
      callId,
      status: "completed",
      output: text,
    }),
  },
  computer_call: {
    name: "computer",
    argumentKeys: ["actions", "action"],
    resultType: "computer_call_result",
    answer: ({ callId }) => ({
      type: "computer_call_result",
      callId,
      output: { type: "computer_screenshot", data: "" },
    }),
  },
  shell_call: {
    name: "shell",
    argumentKeys: ["action"],
    resultType: "shell_call_output",
    answer: ({ callId }, text) => ({
      type: "shell_call_output",
      callId,
      output: [{ stdout: text, stderr: "", outcome: { type: "exit", exitCode: 1 } }],
    }),
  },
  apply_patch_call: {
    name: "apply_patch",
    argumentKeys: ["operation"],
    resultType: "apply_patch_call_output",
    answer: ({ callId }, text) => ({
      type: "apply_patch_call_output",
      callId,
      status: "failed",
      output: text,
    }),
  },
  tool_search_call: {
    name: "tool_search",
    argumentKeys: ["arguments"],
    resultType: "tool_search_output",
    answer: ({ callId }) => ({
      type: "tool_search_output",
      callId,
      execution: "client",
      status: "completed",
      tools: [],
    }),
  },
  program: {
    name: "program",
    argumentKeys: ["code"],
    resultType: "program_output",
    answer: ({ callId }, text) => ({ type: "program_output", callId, status: "incomplete", output: text }),
  },
};

const RESULT_TYPES: ReadonlySet<string> = new Set(Object.values(CALL_KINDS).map((kind) => kind.resultType));

export function isAgentsCall(type: string): boolean {
  return Object.hasOwn(CALL_KINDS, type);
}

export function isAgentsResult(type: string): boolean {
  return RESULT_TYPES.has(type);
}

/** The id that pairs a call with its result; empty if there is none (a hosted tool search). */
export function agentsCallId(record: WireRecord): string {
  const callId = stringOf(record["callId"]);
  if (callId !== "" || !stringOf(record["type"]).startsWith("tool_search_")) return callId;
  return stringOf(record["call_id"]);
}

export function readAgentsCall(record: WireRecord): AgentsToolCall {
  const type = stringOf(record["type"]);
  const kind = CALL_KINDS[type];
  const key = kind?.argumentKeys.find((name) => record[name] !== undefined);
  const call: ToolCallView = {
    callId: agentsCallId(record),
    name: stringOf(record["name"]) || (kind?.name ?? ""),
    arguments: jsonText(key === undefined ? "" : record[key]),
  };
  return type === "function_call" ? call : { ...call, wireType: type };
}

/** The item that answers `call`; a call of unknown kind counts as a function call. */
export function answerAgentsCall(call: AgentsToolCall, text: string): WireRecord {
  const kind = CALL_KINDS[call.wireType ?? "function_call"] ?? CALL_KINDS["function_call"];
  return kind?.answer(call, text) ?? {};
}
