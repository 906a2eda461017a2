import { ApiRefusal } from "../api-refusal.js";
import { isRecord, stringOf, type WireRecord } from "../../wire-record.js";

const refuse = (message: string): never => {
  throw new ApiRefusal(message);
};

/** Checks the tools of a request and the choice among them. */
export function checkTools(body: WireRecord): void {
  const tools = Array.isArray(body["tools"]) ? body["tools"].filter(isRecord) : [];
  tools.forEach(checkTool);
  const names = tools.map((tool) => stringOf(tool["name"]));
  if (new Set(names).size < names.length) refuse("tools: Tool names must be unique.");
  const choice = body["tool_choice"];
  if (!isRecord(choice)) return;
  if (tools.length === 0) refuse("tool_choice may only be specified while providing tools");
  if (choice["type"] === "tool" && !names.includes(stringOf(choice["name"]))) {
    refuse(`Tool '${stringOf(choice["name"])}' not found in provided tools`);
  }
}

function checkTool(tool: WireRecord, index: number): void {
  if (tool["type"] !== undefined && tool["type"] !== "custom") return;
  const path = `tools.${index}.custom`;
  if (!/^[a-zA-Z0-9_-]{1,128}$/u.test(stringOf(tool["name"]))) {
    refuse(`${path}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
  }
  const schema = tool["input_schema"];
  if (!isRecord(schema)) return refuse(`${path}.input_schema: Field required`);
  if (schema["type"] === undefined) refuse(`${path}.input_schema.type: Field required`);
  if (schema["type"] !== "object") refuse(`${path}.input_schema.type: Input should be 'object'`);
}
