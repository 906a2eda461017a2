import type { JsonRecord } from "../../json/json-record.js";
import type { TranslatedRequest, WebSearch } from "../../translation/translated-request.js";
import type { ChatQuirks } from "./chat-quirks.js";

/** The function of Kimi that searches the web: it is called like any other, and answered with its own arguments. */
export const SEARCH_FUNCTION = "$web_search";

/** How a vendor is asked to search the web. */
export interface SearchPlan {
  /** Entries of `tools`. */
  readonly tools: readonly JsonRecord[];
  /** Other fields of the body. */
  readonly fields: JsonRecord;
  /** The client wants a search that this vendor, or this request, does not allow. */
  readonly isDropped: boolean;
}

type Asked = Omit<SearchPlan, "isDropped">;

/** Says a client's wish for web search in the vendor's words. */
export function planSearch(request: TranslatedRequest, quirks: ChatQuirks): SearchPlan {
  if (!request.webSearch) return { tools: [], fields: {}, isDropped: false };
  const asked = askedOf(request.webSearch, request, quirks);
  return asked ? { ...asked, isDropped: false } : { tools: [], fields: {}, isDropped: true };
}

function askedOf(search: WebSearch, request: TranslatedRequest, quirks: ChatQuirks): Asked | undefined {
  switch (quirks.webSearch) {
    case "none":
      return undefined;
    case "builtin_function":
      return builtinFunction(request, quirks);
    case "glm_tool":
      return { tools: [glmTool(search)], fields: {} };
    case "mimo_tool":
      return { tools: [{ type: "web_search", ...located(search) }], fields: {} };
    case "openrouter_tool":
      return { tools: [openrouterTool(search)], fields: {} };
    case "enable_search":
      return { tools: [], fields: { enable_search: true } };
    case "web_search_options":
      return { tools: [], fields: { web_search_options: searchOptions(search) } };
  }
}

/** Refused while the model thinks: what the client said about thinking comes before its wish to search. */
function builtinFunction(
  { effort = "none" }: TranslatedRequest,
  { thinking }: ChatQuirks,
): Asked | undefined {
  const tools = [{ type: "builtin_function", function: { name: SEARCH_FUNCTION } }];
  if (!thinking.byDefault) return { tools, fields: {} };
  return effort === "none" && thinking.off ? { tools, fields: thinking.off } : undefined;
}

function glmTool({ allowedDomains: [domain] = [] }: WebSearch): JsonRecord {
  const filter = domain === undefined ? {} : { search_domain_filter: domain };
  return {
    type: "web_search",
    web_search: { enable: true, search_engine: "search_pro_jina", search_result: true, ...filter },
  };
}

function openrouterTool(search: WebSearch): JsonRecord {
  const { allowedDomains, contextSize } = search;
  const parameters = {
    ...located(search),
    ...(contextSize === undefined ? {} : { search_context_size: contextSize }),
    ...(allowedDomains === undefined ? {} : { allowed_domains: allowedDomains }),
  };
  return { type: "openrouter:web_search", ...(Object.keys(parameters).length === 0 ? {} : { parameters }) };
}

const located = ({ userLocation }: WebSearch): JsonRecord =>
  userLocation ? { user_location: userLocation } : {};

function searchOptions({ userLocation, contextSize }: WebSearch): JsonRecord {
  const { type: _type, ...approximate } = userLocation ?? {};
  return {
    ...(contextSize === undefined ? {} : { search_context_size: contextSize }),
    ...(userLocation ? { user_location: { type: "approximate", approximate } } : {}),
  };
}
