import { isRecord } from "../../text/is-record.js";
import { RECALL_TOOL_DESCRIPTIONS } from "../../recall/recall-tools.js";
import { knownCall } from "./calls-in.js";
import type { Api } from "./read-request.js";

/** The recall tools as an API takes tools. */
export function recallTools(api: Api): object[] {
  return RECALL_TOOL_DESCRIPTIONS.map(({ name, description, parameters }) => {
    if (api === "messages") return { name, description, input_schema: parameters };
    const named = { name, description, parameters, strict: false };
    return api === "chat" ? { type: "function", function: named } : { type: "function", ...named };
  });
}

/** A call of a recall tool, as the model made it. */
export interface RecallCall {
  readonly name: string;
  readonly input: unknown;
  /** As `CallSessions` knows it. */
  readonly known: object;
}

/** Reads a call in the shape of any of the APIs; undefined for a call of another tool. */
export function readRecallCall(call: object): RecallCall | undefined {
  if (!isRecord(call)) return undefined;
  const called = isRecord(call["function"]) ? call["function"] : call;
  const { name } = called;
  if (!RECALL_TOOL_DESCRIPTIONS.some((tool) => tool.name === name) || typeof name !== "string")
    return undefined;
  return {
    name,
    input: called["arguments"] ?? call["input"],
    known: knownCall(call["call_id"] ?? call["id"], name),
  };
}
