import { isRecord, stringOf, type WireRecord } from "../wire-record.js";
import { jsonText } from "../json-text.js";

/** One output item of an answer. A text is an assistant message; an item of another type is sent as it is. */
export type ScriptedOutput =
  | string
  | { readonly type: "message"; readonly text: string; readonly phase?: "commentary" | "final_answer" }
  | { readonly type: "refusal"; readonly text: string }
  | { readonly type: "reasoning"; readonly summary?: string; readonly tokens?: number }
  | {
      readonly type: "function_call";
      readonly name: string;
      /** An object is written as JSON. */
      readonly arguments: unknown;
      readonly call_id?: string;
    }
  | {
      readonly type: "custom_tool_call";
      readonly name: string;
      readonly input: string;
      readonly call_id?: string;
    }
  | { readonly type: "local_shell_call"; readonly command: readonly string[]; readonly call_id?: string }
  | { readonly type: string; readonly [field: string]: unknown };

/** A finished output item, and what the model spent on it. */
export interface OutputItem {
  readonly item: WireRecord;
  readonly reasoningTokens: number;
}

const ID_PREFIXES: Readonly<Record<string, string>> = {
  message: "msg",
  reasoning: "rs",
  function_call: "fc",
  custom_tool_call: "ctc",
  local_shell_call: "lsh",
  compaction: "cmp",
};
const DEFAULT_REASONING_TOKENS = 64;

type MakeId = (prefix: string) => string;

function messageItem(id: string, part: WireRecord, phase: unknown): WireRecord {
  return {
    id,
    type: "message",
    status: "completed",
    content: [part],
    ...(phase === undefined ? {} : { phase }),
    role: "assistant",
  };
}

function textPart(text: string): WireRecord {
  return { type: "output_text", annotations: [], logprobs: [], text };
}

function summaryOf(summary: unknown): readonly unknown[] {
  if (Array.isArray(summary)) return summary;
  return typeof summary === "string" && summary !== "" ? [{ type: "summary_text", text: summary }] : [];
}

function callItem(output: WireRecord, id: string, makeId: MakeId): WireRecord {
  const call = { id, status: "completed", call_id: stringOf(output["call_id"]) || makeId("call") };
  if (output["type"] === "function_call") {
    const { arguments: callArguments, ...rest } = output;
    return { ...rest, ...call, arguments: jsonText(callArguments ?? {}) };
  }
  if (output["type"] === "local_shell_call" && Array.isArray(output["command"])) {
    const action = { type: "exec", command: output["command"], env: {} };
    return { type: "local_shell_call", ...call, action };
  }
  return { ...output, ...call };
}

/** The wire item of a scripted output, with every field that it lacks. */
export function completeOutput(output: ScriptedOutput, makeId: MakeId): OutputItem {
  const scripted: WireRecord = typeof output === "string" ? { type: "message", text: output } : output;
  const type = stringOf(scripted["type"]);
  const id = stringOf(scripted["id"]) || makeId(ID_PREFIXES[type] ?? (type === "refusal" ? "msg" : "item"));
  const text = stringOf(scripted["text"]);
  const plain = (item: WireRecord): OutputItem => ({ item, reasoningTokens: 0 });
  switch (type) {
    case "refusal":
      return plain(messageItem(id, { type: "refusal", refusal: text }, undefined));
    case "message":
      if (isRecord(scripted) && Array.isArray(scripted["content"])) {
        return plain({ status: "completed", role: "assistant", ...scripted, id });
      }
      return plain(messageItem(id, textPart(text), scripted["phase"]));
    case "reasoning": {
      const tokens = typeof scripted["tokens"] === "number" ? scripted["tokens"] : DEFAULT_REASONING_TOKENS;
      return { item: { id, type, summary: summaryOf(scripted["summary"]) }, reasoningTokens: tokens };
    }
    case "function_call":
    case "custom_tool_call":
    case "local_shell_call":
      return plain(callItem(scripted, id, makeId));
    default:
      return plain({ ...scripted, id });
  }
}
