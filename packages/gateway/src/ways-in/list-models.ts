import type { GatewayContext } from "../exchange/gateway-context.js";
import type { Handler } from "../http/handler.js";
import type { JsonRecord } from "../json/json-record.js";
import { inputBudget } from "../compaction/input-budget.js";
import type { Route } from "../routes/route.js";

/** Clients compact by themselves at this share of what they are told, so that the gateway seldom has to. */
const COMPACT_SHARE = 0.9;
const PERCENT = 100;

/** `GET /v1/models`: one body that OpenAI's clients and Codex both read. */
export function listModels(context: GatewayContext): Handler {
  return async (_, reply) => {
    const routes = context.routes.list();
    const data = routes.map((route) => modelEntry(context, route));
    reply.json(200, { object: "list", data, models: routes.map((route) => codexModel(context, route)) });
    await Promise.resolve();
  };
}

/** The entry that OpenAI's clients read, with the true and the effective window. */
export function modelEntry(context: GatewayContext, route: Route): JsonRecord {
  const window = context.windows.of(route);
  return {
    id: route.model,
    object: "model",
    created: 0,
    owned_by: route.upstream.name,
    context_window: window,
    effective_context_window: inputBudget(window, route.outputReserve),
  };
}

/** The entry that Codex takes for a model that it does not know. */
function codexModel(context: GatewayContext, route: Route): JsonRecord {
  const window = context.windows.of(route);
  const usable = inputBudget(window, route.outputReserve);
  return {
    slug: route.model,
    display_name: route.model,
    description: `${route.upstreamModel} at ${route.upstream.name}`,
    supported_reasoning_levels: [],
    shell_type: "unified_exec",
    visibility: "list",
    supported_in_api: true,
    priority: 1,
    availability_nux: null,
    upgrade: null,
    support_verbosity: false,
    default_verbosity: null,
    apply_patch_tool_type: null,
    truncation_policy: { mode: "tokens", limit: 10_000 },
    context_window: window,
    max_context_window: window,
    auto_compact_token_limit: Math.floor(usable * COMPACT_SHARE),
    effective_context_window_percent: Math.floor((usable / window) * PERCENT),
    experimental_supported_tools: [],
    input_modalities: ["text", "image"],
    supports_search_tool: false,
    use_responses_lite: false,
    base_instructions:
      "You are a coding agent. Work in the user's folder with the tools that you have, and be brief.",
    supports_reasoning_summary_parameter: true,
  };
}
