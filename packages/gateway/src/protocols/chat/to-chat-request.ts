import type { JsonRecord } from "../../json/json-record.js";
import type { FunctionTool, ToolChoice, TranslatedRequest } from "../../translation/translated-request.js";
import type { Vendor } from "../../vendors/vendor.js";
import type { UpstreamRequest } from "../protocol.js";
import { chatQuirksOf } from "./chat-quirks-of.js";
import { chatMessages } from "./chat-messages.js";
import { planFormat, withInstruction } from "./plan-format.js";
import type { ChatQuirks } from "./chat-quirks.js";
import { planSearch } from "./plan-search.js";
import { planThinking } from "./plan-thinking.js";
import { typedSchema } from "./typed-schema.js";

/** Writes a request as its upstream wants it. */
export function toChatRequest(request: TranslatedRequest, vendor: Vendor): UpstreamRequest {
  const quirks = chatQuirksOf(vendor, request.model);
  const { fields: thinking, choice } = planThinking(request, quirks);
  const format = planFormat(request.outputFormat, request.turns, quirks);
  const search = planSearch(request, quirks);
  return {
    path: "/chat/completions",
    headers: cacheHeaders(request, quirks),
    body: {
      model: request.model,
      messages: chatMessages(withInstruction(request.turns, format.instruction), quirks),
      ...toolFields({ ...request, toolChoice: choice }, quirks, search.tools),
      ...format.fields,
      ...samplingFields(request, quirks),
      ...quirks.extraBody,
      ...thinking,
      ...search.fields,
      stream: true,
      ...(quirks.streamUsage ? { stream_options: { include_usage: true } } : {}),
      ...(quirks.cacheKey === "prompt_cache_key" && request.cacheKey
        ? { prompt_cache_key: request.cacheKey }
        : {}),
    },
    ...(search.isDropped ? { dropped: ["web_search"] } : {}),
  };
}

interface ChosenTools {
  readonly tools: readonly FunctionTool[];
  readonly choice: ToolChoice;
}

function chooseTools({ tools, toolChoice: choice }: TranslatedRequest, quirks: ChatQuirks): ChosenTools {
  if (typeof choice === "string" || quirks.namedChoice) return { tools, choice };
  return { tools: tools.filter(({ name }) => name === choice.name), choice: "required" };
}

function toolFields(
  request: TranslatedRequest,
  quirks: ChatQuirks,
  search: readonly JsonRecord[],
): JsonRecord {
  const { tools, choice } = chooseTools(request, quirks);
  const { parallelCalls } = request;
  const functions = tools.map(({ name, description, parameters, strict }) => ({
    type: "function",
    function: {
      name,
      ...(description === "" ? {} : { description }),
      parameters: quirks.typedSchemas ? typedSchema(parameters) : parameters,
      ...(quirks.strictSchemas && strict !== undefined ? { strict } : {}),
    },
  }));
  if (functions.length + search.length === 0) return {};
  const parallel = quirks.parallelCalls && parallelCalls !== undefined && functions.length > 0;
  return {
    tools: [...functions, ...search],
    ...(functions.length === 0 ? {} : choiceField(choice)),
    ...(parallel ? { parallel_tool_calls: parallelCalls } : {}),
  };
}

/** `auto` is what every upstream does by itself. */
function choiceField(choice: ToolChoice): JsonRecord {
  if (choice === "auto") return {};
  if (typeof choice === "string") return { tool_choice: choice };
  return { tool_choice: { type: "function", function: { name: choice.name } } };
}

function samplingFields(request: TranslatedRequest, quirks: ChatQuirks): JsonRecord {
  const { temperature, topP, verbosity } = request;
  const bound = request.maxOutputTokens ?? (quirks.alwaysMaxTokens ? request.outputReserve : undefined);
  return {
    ...(quirks.sampling && temperature !== undefined ? { temperature } : {}),
    ...(quirks.sampling && topP !== undefined ? { top_p: topP } : {}),
    ...(bound === undefined ? {} : { [quirks.maxTokensField]: bound }),
    ...(quirks.verbosity && verbosity !== undefined ? { verbosity } : {}),
  };
}

/** A key that is not plain cannot break out of its header. */
function cacheHeaders({ cacheKey }: TranslatedRequest, quirks: ChatQuirks): Readonly<Record<string, string>> {
  if (quirks.cacheKey !== "x-grok-conv-id" || !cacheKey || !/^[\w.:-]{1,128}$/u.test(cacheKey)) return {};
  return { "x-grok-conv-id": cacheKey };
}
