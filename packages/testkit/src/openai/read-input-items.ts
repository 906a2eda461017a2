import { isRecord, type WireRecord } from "../wire-record.js";
import { ApiError, invalidType, invalidValue, missingParameter } from "./api-error.js";

const ROLES = ["assistant", "system", "developer", "user"] as const;
const MAX_CALL_ID_CHARACTERS = 64;

/** Every type of input item, with the fields that it must have. */
const REQUIRED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  additional_tools: ["tools"],
  apply_patch_call: ["call_id", "operation"],
  apply_patch_call_output: ["call_id"],
  code_interpreter_call: ["id"],
  compaction: ["encrypted_content"],
  compaction_trigger: [],
  computer_call: ["call_id"],
  computer_call_output: ["call_id", "output"],
  custom_tool_call: ["call_id", "name", "input"],
  custom_tool_call_output: ["call_id", "output"],
  file_search_call: ["id"],
  function_call: ["call_id", "name", "arguments"],
  function_call_output: ["call_id", "output"],
  image_generation_call: ["id"],
  item_reference: ["id"],
  local_shell_call: ["call_id", "action"],
  local_shell_call_output: ["output"],
  mcp_approval_request: ["id"],
  mcp_approval_response: ["approval_request_id"],
  mcp_call: ["id"],
  mcp_list_tools: ["id"],
  message: ["role", "content"],
  program: ["call_id"],
  program_output: ["call_id"],
  reasoning: ["summary"],
  shell_call: ["call_id", "action"],
  shell_call_output: ["call_id", "output"],
  tool_search_call: ["arguments"],
  tool_search_output: ["tools"],
  web_search_call: ["id"],
};

/** How the ids of the items that a client may send with their content begin. */
const ID_PREFIXES: Readonly<Record<string, string>> = {
  function_call: "fc",
  message: "msg",
  reasoning: "rs",
};

function checkMessage(item: WireRecord, param: string): void {
  const role = item["role"];
  if (typeof role !== "string" || !(ROLES as readonly string[]).includes(role)) {
    throw invalidValue(`${param}.role`, String(role), ROLES);
  }
  const content = item["content"];
  if (typeof content === "string") return;
  if (!Array.isArray(content) || !content.every(isRecord)) {
    throw invalidType(`${param}.content`, "one of a string or an array of objects");
  }
}

function checkIds(item: WireRecord, param: string): void {
  const callId = item["call_id"];
  if (typeof callId === "string" && callId.length > MAX_CALL_ID_CHARACTERS) {
    throw new ApiError(
      `Invalid '${param}.call_id': string too long. Expected a string with maximum length ${MAX_CALL_ID_CHARACTERS}, but got a string with length ${callId.length} instead.`,
      { param: `${param}.call_id`, code: "string_above_max_length" },
    );
  }
  const id = item["id"];
  const prefix = ID_PREFIXES[String(item["type"])];
  if (prefix !== undefined && typeof id === "string" && !id.startsWith(prefix)) {
    throw new ApiError(`Invalid '${param}.id': '${id}'. Expected an ID that begins with '${prefix}'.`, {
      param: `${param}.id`,
      code: "invalid_value",
    });
  }
}

function readItem(value: unknown, index: number): WireRecord {
  const param = `input[${index}]`;
  if (!isRecord(value)) throw invalidType(param, "an object");
  const item = value["type"] === undefined && "role" in value ? { type: "message", ...value } : value;
  const type = String(item["type"]);
  const required = Object.hasOwn(REQUIRED_FIELDS, type) ? REQUIRED_FIELDS[type] : undefined;
  if (required === undefined) throw invalidValue(param, type, Object.keys(REQUIRED_FIELDS));
  for (const field of required) {
    if (item[field] === undefined || item[field] === null) throw missingParameter(`${param}.${field}`);
  }
  if (type === "message") checkMessage(item, param);
  checkIds(item, param);
  return item;
}

function checkTrigger(items: readonly WireRecord[]): void {
  const first = items.findIndex((item) => item["type"] === "compaction_trigger");
  if (first !== -1 && first !== items.length - 1) {
    throw new ApiError("The 'compaction_trigger' item must be the final input item.", {
      param: `input[${first}]`,
      code: "invalid_value",
    });
  }
}

/** The items of a request's `input`, each one checked by itself. Throws `ApiError`. */
export function readInputItems(input: unknown): readonly WireRecord[] {
  if (input === undefined || input === null) return [];
  if (typeof input === "string") return [{ type: "message", role: "user", content: input }];
  if (!Array.isArray(input)) throw invalidType("input", "one of a string or an array of input items");
  const items = input.map(readItem);
  checkTrigger(items);
  return items;
}
