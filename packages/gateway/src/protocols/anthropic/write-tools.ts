import type { JsonRecord } from "../../json/json-record.js";
import { stringOf } from "../../json/string-of.js";
import type { FunctionTool, TranslatedRequest, WebSearch } from "../../translation/translated-request.js";
import type { AnthropicQuirks } from "./anthropic-quirks.js";
import { joinedSchema } from "./joined-schema.js";

/** The name of the tool by which older models answer in a format. */
export const FORMAT_TOOL = "answer_in_format";

const WEB_SEARCH = "web_search";
const LOCATION_KEYS = ["city", "country", "region", "timezone"] as const;

/** The tools of a request: functions, those that only the history knows, the vendor's own search. */
export function writeTools(request: TranslatedRequest, quirks: AnthropicQuirks): JsonRecord[] {
  const functions = request.tools.map(functionTool);
  const search = searchTool(request, quirks);
  const format = needsFormatTool(request, quirks) ? [formatTool(request)] : [];
  const tools = [...functions, ...format, ...search];
  return tools.length > 0 ? tools : calledTools(request);
}

/** True if an answer in a format must be asked for as the only call. */
export function needsFormatTool(
  { outputFormat, tools }: TranslatedRequest,
  quirks: AnthropicQuirks,
): boolean {
  return outputFormat?.type === "json_schema" && !quirks.outputFormat && tools.length === 0;
}

/** True if the client wants a search and the vendor's own can be offered. */
export function offersSearch({ webSearch, tools }: TranslatedRequest, quirks: AnthropicQuirks): boolean {
  return webSearch !== undefined && quirks.webSearch && tools.every(({ name }) => name !== WEB_SEARCH);
}

function functionTool({ name, description, parameters }: FunctionTool): JsonRecord {
  const { schema, note } = joinedSchema(parameters);
  const said = [description, note ?? ""].filter((text) => text !== "").join("\n\n");
  return { name, ...(said === "" ? {} : { description: said }), input_schema: schema };
}

function formatTool({ outputFormat }: TranslatedRequest): JsonRecord {
  const schema = outputFormat?.type === "json_schema" ? outputFormat.schema : {};
  return {
    name: FORMAT_TOOL,
    description: "Takes the answer, which is the only thing to give.",
    input_schema: { ...schema, type: "object" },
  };
}

function searchTool(request: TranslatedRequest, quirks: AnthropicQuirks): JsonRecord[] {
  const { webSearch } = request;
  if (webSearch === undefined || !offersSearch(request, quirks)) return [];
  const domains = (webSearch.allowedDomains ?? []).map((domain) => domain.replace(/^https?:\/\//iu, ""));
  return [
    {
      type: "web_search_20250305",
      name: WEB_SEARCH,
      ...(domains.length === 0 ? {} : { allowed_domains: domains }),
      ...location(webSearch),
    },
  ];
}

function location({ userLocation = {} }: WebSearch): JsonRecord {
  const known = LOCATION_KEYS.flatMap((key) => {
    const value = stringOf(userLocation[key]);
    return value === "" ? [] : [[key, value] as const];
  });
  return known.length === 0 ? {} : { user_location: { type: "approximate", ...Object.fromEntries(known) } };
}

/** A conversation with calls in it needs tools, though nothing may be called any more. */
function calledTools({ turns }: TranslatedRequest): JsonRecord[] {
  const calls = turns.flatMap((turn) => (turn.role === "assistant" ? turn.calls : []));
  return [...new Set(calls.map(({ name }) => name))].map((name) => ({
    name,
    description: "No longer available.",
    input_schema: { type: "object", properties: {} },
  }));
}
