import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import type { ToolChoice, TranslatedRequest } from "../../translation/translated-request.js";
import type { AssistantTurn, Part, Turn } from "../../translation/turn.js";
import type { Vendor } from "../../vendors/vendor.js";
import type { UpstreamRequest } from "../protocol.js";
import { responsesQuirksOf } from "./responses-quirks-of.js";
import type { ResponsesQuirks } from "./responses-quirks.js";

/** Writes a request in the part of the API that every server of it knows. */
export function toResponsesRequest(request: TranslatedRequest, vendor: Vendor): UpstreamRequest {
  const quirks = responsesQuirksOf(vendor, request.model);
  const { turns, effort, webSearch } = request;
  const firstOther = turns.findIndex(({ role }) => role !== "system");
  const leading = turns.slice(0, firstOther === -1 ? turns.length : firstOther);
  const instructions = leading.map((turn) => (turn.role === "system" ? turn.text : "")).join("\n\n");
  const searches = quirks.tools === "all" || quirks.tools.includes("web_search");
  return {
    path: "/responses",
    headers: {},
    body: {
      model: request.model,
      ...(instructions === "" ? {} : { instructions }),
      input: turns.slice(leading.length).flatMap(turnItems),
      ...toolFields(request, searches),
      ...(request.maxOutputTokens === undefined ? {} : { max_output_tokens: request.maxOutputTokens }),
      ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
      ...(request.topP === undefined ? {} : { top_p: request.topP }),
      ...(effort === undefined ? {} : { reasoning: { effort } }),
      ...(request.outputFormat ? { text: { format: request.outputFormat } } : {}),
      ...privateFields(quirks),
      stream: true,
    },
    ...(webSearch && !searches ? { dropped: ["web_search"] } : {}),
  };
}

function privateFields({ stateful, encryptedReasoning }: ResponsesQuirks): JsonRecord {
  return {
    ...(stateful ? { store: false } : {}),
    ...(encryptedReasoning ? { include: ["reasoning.encrypted_content"] } : {}),
  };
}

function toolFields(request: TranslatedRequest, searches: boolean): JsonRecord {
  const functions: JsonRecord[] = request.tools.map(({ name, description, parameters, strict }) => ({
    type: "function",
    name,
    ...(description === "" ? {} : { description }),
    parameters,
    strict: strict ?? false,
  }));
  const domains = request.webSearch?.allowedDomains;
  const filters = domains ? { filters: { allowed_domains: domains } } : {};
  const search = request.webSearch && searches ? [{ type: "web_search", ...filters }] : [];
  if (functions.length + search.length === 0) return {};
  return {
    tools: [...functions, ...search],
    tool_choice: choiceOf(request.toolChoice),
    ...(request.parallelCalls === undefined ? {} : { parallel_tool_calls: request.parallelCalls }),
  };
}

const choiceOf = (choice: ToolChoice): unknown =>
  typeof choice === "string" ? choice : { type: "function", name: choice.name };

function turnItems(turn: Turn): JsonRecord[] {
  switch (turn.role) {
    case "system":
      return [message("system", [{ type: "input_text", text: turn.text }])];
    case "user":
      return [message("user", turn.parts.map(inputPart))];
    case "assistant":
      return assistantItems(turn);
    case "results":
      return turn.results.map(({ id, parts }) => ({
        type: "function_call_output",
        call_id: id,
        output: outputOf(parts),
      }));
  }
}

const message = (role: string, content: readonly JsonRecord[]): JsonRecord => ({
  type: "message",
  role,
  content,
});

function inputPart(part: Part): JsonRecord {
  switch (part.type) {
    case "text":
      return { type: "input_text", text: part.text };
    case "image":
      return { type: "input_image", image_url: part.url, detail: part.detail ?? "auto" };
    case "file": {
      const data = part.url.startsWith("data:") ? { file_data: part.url } : { file_url: part.url };
      return { type: "input_file", ...(part.name === undefined ? {} : { filename: part.name }), ...data };
    }
    case "audio":
      return { type: "input_audio", input_audio: { data: part.data, format: part.format } };
  }
}

function outputOf(parts: readonly Part[]): unknown {
  if (parts.every((part) => part.type === "text")) return parts.map((part) => part.text).join("\n");
  return parts.map(inputPart);
}

function assistantItems({ reasoning, text, calls }: AssistantTurn): JsonRecord[] {
  const thoughts = reasoning.flatMap(({ payload }) =>
    payload?.kind === "reasoning_item" && isRecord(payload.data) ? [payload.data] : [],
  );
  return [
    ...thoughts,
    ...(text === "" ? [] : [message("assistant", [{ type: "output_text", text }])]),
    ...calls.map((call) => ({
      type: "function_call",
      call_id: call.id,
      name: call.name,
      arguments: call.arguments,
    })),
  ];
}
