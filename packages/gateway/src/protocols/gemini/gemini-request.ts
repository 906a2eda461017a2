import type { JsonRecord } from "../../json/json-record.js";
import type { FunctionTool, TranslatedRequest } from "../../translation/translated-request.js";
import type { Vendor } from "../../vendors/vendor.js";
import { formatInstruction } from "../format-instruction.js";
import type { UpstreamRequest } from "../protocol.js";
import { textParts } from "./content-parts.js";
import { geminiModelQuirks } from "./gemini-model-quirks.js";
import type { GeminiQuirks } from "./gemini-quirks.js";
import { thinkingConfig } from "./thinking-config.js";
import { writeContents } from "./write-contents.js";

/** Writes a request of `streamGenerateContent`. The base address ends in `/v1beta`. */
export function geminiRequest(request: TranslatedRequest, vendor: Vendor): UpstreamRequest {
  const quirks = { ...geminiModelQuirks(request.model), ...vendor.quirks(request.model).gemini };
  const { system, contents } = writeContents(request.turns, {
    quirks,
    showsSearches: isCombined(request, quirks),
    accepts: (payload) => payload.vendor === vendor.name && payload.model === request.model,
  });
  const inWords =
    request.outputFormat && !canAskForFormat(request, quirks) ? request.outputFormat : undefined;
  const instructions = [...system, ...(inWords ? textParts(formatInstruction(inWords)) : [])];
  const dropped = droppedOf(request, quirks);
  return {
    path: `/models/${encodeURIComponent(request.model.replace(/^models\//u, ""))}:streamGenerateContent?alt=sse`,
    headers: {},
    body: {
      ...(instructions.length === 0 ? {} : { systemInstruction: { parts: instructions } }),
      contents,
      ...tools(request, quirks),
      ...generationConfig(request, quirks),
    },
    ...(dropped.length === 0 ? {} : { dropped }),
  };
}

/** Beside functions a search is possible on newer models, if every step of it is sent back and no function is forced. */
function canSearch({ webSearch, tools, toolChoice }: TranslatedRequest, quirks: GeminiQuirks): boolean {
  if (webSearch === undefined || quirks.webSearch === "none") return false;
  return tools.length === 0 || (quirks.webSearch === "with_functions" && toolChoice === "auto");
}

const isCombined = (request: TranslatedRequest, quirks: GeminiQuirks): boolean =>
  request.tools.length > 0 && canSearch(request, quirks);

function canAskForFormat(request: TranslatedRequest, quirks: GeminiQuirks): boolean {
  return quirks.formatWithFunctions || (request.tools.length === 0 && !canSearch(request, quirks));
}

function tools(request: TranslatedRequest, quirks: GeminiQuirks): JsonRecord {
  const search = canSearch(request, quirks) ? [{ googleSearch: {} }] : [];
  if (request.tools.length === 0) return search.length === 0 ? {} : { tools: search };
  const declarations = { functionDeclarations: request.tools.map(declaration) };
  if (search.length > 0)
    return {
      tools: [declarations, ...search],
      toolConfig: { includeServerSideToolInvocations: true },
    };
  const calling = functionCalling(request);
  return {
    tools: [declarations],
    ...(calling ? { toolConfig: { functionCallingConfig: calling } } : {}),
  };
}

function declaration({ name, description, parameters }: FunctionTool): JsonRecord {
  return { name, description: description || name, parametersJsonSchema: parameters };
}

function functionCalling({ toolChoice }: TranslatedRequest): JsonRecord | undefined {
  if (toolChoice === "auto") return undefined;
  if (toolChoice === "none") return { mode: "NONE" };
  if (toolChoice === "required") return { mode: "ANY" };
  return { mode: "ANY", allowedFunctionNames: [toolChoice.name] };
}

function generationConfig(request: TranslatedRequest, quirks: GeminiQuirks): JsonRecord {
  const { maxOutputTokens, temperature, topP } = request;
  const thinking = thinkingConfig(request.effort, quirks);
  const config = {
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(canAskForFormat(request, quirks) ? formatConfig(request) : {}),
    ...(thinking ? { thinkingConfig: thinking } : {}),
  };
  return Object.keys(config).length === 0 ? {} : { generationConfig: config };
}

function formatConfig({ outputFormat }: TranslatedRequest): JsonRecord {
  if (!outputFormat) return {};
  return {
    responseMimeType: "application/json",
    ...(outputFormat.type === "json_schema" ? { responseJsonSchema: outputFormat.schema } : {}),
  };
}

function droppedOf(request: TranslatedRequest, quirks: GeminiQuirks): string[] {
  return [
    ...(request.webSearch && !canSearch(request, quirks) ? ["web_search"] : []),
    ...(request.parallelCalls === false && request.tools.length > 0 ? ["parallel_tool_calls"] : []),
  ];
}
