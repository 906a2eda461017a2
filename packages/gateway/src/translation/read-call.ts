import type { JsonRecord } from "../json/json-record.js";
import { jsonText } from "../json/json-text.js";
import { recordsIn } from "../json/records-in.js";
import { stringOf } from "../json/string-of.js";
import { callArguments } from "./call-arguments.js";
import { contentParts } from "./content-parts.js";
import { flatName } from "./flat-name.js";
import type { Part } from "./turn.js";

/** A call in an item: the id under which its output answers, and what an upstream is told of it. */
export interface ReadCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  /** Tools that the provider ran have their output in the same item. */
  readonly output?: readonly Part[];
}

export interface ReadOutput {
  readonly id: string;
  readonly parts: readonly Part[];
}

/** Reads a call of any kind; undefined for another item. */
export function readCall(item: JsonRecord): ReadCall | undefined {
  const id = stringOf(item["call_id"]) || stringOf(item["id"]);
  const namespace = stringOf(item["namespace"]) || undefined;
  const name = stringOf(item["name"]);
  switch (item["type"]) {
    case "function_call":
      return { id, name: flatName(name, namespace), arguments: callArguments(jsonText(item["arguments"])) };
    case "custom_tool_call":
      return {
        id,
        name: flatName(name, namespace),
        arguments: JSON.stringify({ input: stringOf(item["input"]) }),
      };
    case "tool_search_call":
      return { id, name: "tool_search", arguments: callArguments(jsonText(item["arguments"])) };
    case "local_shell_call":
      return { id, name: "local_shell", arguments: callArguments(jsonText(item["action"])) };
    case "shell_call":
      return { id, name: "shell", arguments: callArguments(jsonText(item["action"])) };
    case "apply_patch_call":
      return { id, name: "apply_patch", arguments: callArguments(jsonText(item["operation"])) };
    default:
      return readHosted(item, id);
  }
}

/** Reads the output of a call of any kind; undefined for another item. */
export function readOutput(item: JsonRecord): ReadOutput | undefined {
  const id = stringOf(item["call_id"]) || stringOf(item["id"]);
  switch (item["type"]) {
    case "function_call_output":
    case "custom_tool_call_output":
    case "local_shell_call_output":
    case "apply_patch_call_output":
      return { id, parts: contentParts(item["output"] ?? item["status"]) };
    case "shell_call_output":
      return { id, parts: contentParts(jsonText(item["output"])) };
    case "tool_search_output":
      return { id, parts: contentParts(foundTools(item["tools"])) };
    default:
      return undefined;
  }
}

/** Calls that OpenAI ran itself. Of a web search only the query is known, and nobody needs it again. */
function readHosted(item: JsonRecord, id: string): ReadCall | undefined {
  switch (item["type"]) {
    case "mcp_call":
      return {
        id,
        name: flatName(stringOf(item["name"]) || "mcp", stringOf(item["server_label"]) || undefined),
        arguments: callArguments(jsonText(item["arguments"])),
        output: contentParts(item["output"] ?? item["error"]),
      };
    case "code_interpreter_call":
      return {
        id,
        name: "code_interpreter",
        arguments: JSON.stringify({ code: stringOf(item["code"]) }),
        output: contentParts(jsonText(item["outputs"])),
      };
    case "file_search_call":
      return {
        id,
        name: "file_search",
        arguments: JSON.stringify({ queries: item["queries"] ?? [] }),
        output: contentParts(jsonText(item["results"])),
      };
    default:
      return undefined;
  }
}

function foundTools(tools: unknown): string {
  const names = recordsIn(tools).flatMap((tool) =>
    tool["type"] === "namespace"
      ? recordsIn(tool["tools"]).map((inner) => flatName(stringOf(inner["name"]), stringOf(tool["name"])))
      : [flatName(stringOf(tool["name"]))],
  );
  return names.length === 0 ? "No tool was found." : `These tools can be called now: ${names.join(", ")}`;
}
