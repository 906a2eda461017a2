import type { JsonRecord } from "../../json/json-record.js";
import type { TranslatedRequest } from "../../translation/translated-request.js";
import type { Vendor } from "../../vendors/vendor.js";
import { formatInstruction } from "../format-instruction.js";
import type { UpstreamRequest } from "../protocol.js";
import { type Block, isThinking } from "./anthropic-message.js";
import type { AnthropicQuirks } from "./anthropic-quirks.js";
import { claudeQuirks } from "./claude-quirks.js";
import { closedSchema } from "./closed-schema.js";
import { markForCache } from "./mark-for-cache.js";
import { planThinking, type ThinkingPlan, withLooseBinding, withoutThinking } from "./plan-thinking.js";
import {
  lacksThinking,
  withoutThinkingBlocks,
  writeMessages,
  type WrittenMessages,
} from "./write-messages.js";
import { FORMAT_TOOL, needsFormatTool, offersSearch, writeTools } from "./write-tools.js";

const VERSION = "2023-06-01";
/** Allows a request to say what happens to thinking that no longer fits its conversation. */
export const LOOSE_BINDING_BETA = "thinking-binding-controls-2026-08-01";

/** What a vendor accepts of a model. */
export function anthropicQuirks(model: string, vendor: Vendor): AnthropicQuirks {
  return { ...claudeQuirks(model), ...vendor.quirks(model).anthropic };
}

/** Writes a request of the Messages API. The base address ends in `/v1`. */
export function anthropicRequest(request: TranslatedRequest, vendor: Vendor): UpstreamRequest {
  const quirks = anthropicQuirks(request.model, vendor);
  const maxTokens = Math.max(1, request.maxOutputTokens ?? request.outputReserve);
  const forces = isForced(request) || needsFormatTool(request, quirks);
  const mustNotThink = forces && quirks.thinkingOff !== "impossible";
  const wish = mustNotThink ? withoutThinking(quirks) : planThinking({ request, quirks, maxTokens });
  const { written, plan } = fitThinking(writtenBy(request, vendor), wish, quirks);
  const dropped = droppedOf(request, quirks, plan);
  return {
    path: "/messages",
    headers: {
      "anthropic-version": VERSION,
      ...(plan.config?.["block_binding"] ? { "anthropic-beta": LOOSE_BINDING_BETA } : {}),
    },
    body: {
      model: request.model,
      max_tokens: maxTokens,
      ...conversation(request, quirks, written),
      ...toolChoice(request, quirks, plan),
      ...(plan.config ? { thinking: plan.config } : {}),
      ...outputConfig(request, quirks, plan),
      ...sampling(request, quirks, plan),
      stream: true,
    },
    ...(dropped.length === 0 ? {} : { dropped }),
  };
}

const isForced = ({ toolChoice, tools }: TranslatedRequest): boolean =>
  tools.length > 0 && toolChoice !== "auto" && toolChoice !== "none";

function writtenBy({ turns, model }: TranslatedRequest, vendor: Vendor): WrittenMessages {
  return writeMessages(turns, (payload) => payload.vendor === vendor.name && payload.model === model);
}

/** Thinking is sent back if the model thinks; a model that thinks by a budget does not go on without what it thought. */
function fitThinking(
  written: WrittenMessages,
  wish: ThinkingPlan,
  quirks: AnthropicQuirks,
): { readonly written: WrittenMessages; readonly plan: ThinkingPlan } {
  const isStuck = quirks.thinking === "budget" && wish.replays && lacksThinking(written);
  const plan = isStuck ? withoutThinking(quirks) : wish;
  if (!plan.replays) return { written: withoutThinkingBlocks(written), plan };
  const hasThinking = written.messages.some(({ content }) => content.some(isThinking));
  return { written, plan: quirks.boundThinking && hasThinking ? withLooseBinding(plan) : plan };
}

function conversation(
  request: TranslatedRequest,
  quirks: AnthropicQuirks,
  written: WrittenMessages,
): JsonRecord {
  const system = [...written.system, ...formatBlocks(request, quirks)];
  const parts = { tools: writeTools(request, quirks), system, messages: written.messages };
  const { tools, system: marked, messages } = quirks.cacheMarks ? markForCache(parts) : parts;
  return {
    ...(tools.length === 0 ? {} : { tools }),
    ...(marked.length === 0 ? {} : { system: marked }),
    messages,
  };
}

/** A format that no field and no tool can ask for is asked for in words. */
function formatBlocks(request: TranslatedRequest, quirks: AnthropicQuirks): Block[] {
  const { outputFormat } = request;
  if (!outputFormat || needsFormatTool(request, quirks)) return [];
  if (outputFormat.type === "json_schema" && quirks.outputFormat) return [];
  return [{ type: "text", text: formatInstruction(outputFormat) }];
}

function toolChoice(request: TranslatedRequest, quirks: AnthropicQuirks, plan: ThinkingPlan): JsonRecord {
  const { tools, toolChoice: choice, parallelCalls } = request;
  if (needsFormatTool(request, quirks)) {
    return plan.replays ? {} : { tool_choice: { type: "tool", name: FORMAT_TOOL } };
  }
  if (tools.length === 0) {
    return calls(request) && !offersSearch(request, quirks) ? { tool_choice: { type: "none" } } : {};
  }
  if (choice === "none") return { tool_choice: { type: "none" } };
  const parallel = parallelCalls === false ? { disable_parallel_tool_use: true } : {};
  // A model that cannot stop thinking cannot be forced either.
  if (choice === "auto" || plan.replays) {
    return parallelCalls === false ? { tool_choice: { type: "auto", ...parallel } } : {};
  }
  if (choice === "required") return { tool_choice: { type: "any", ...parallel } };
  return { tool_choice: { type: "tool", name: choice.name, ...parallel } };
}

const calls = ({ turns }: TranslatedRequest): boolean =>
  turns.some((turn) => turn.role === "assistant" && turn.calls.length > 0);

function outputConfig(request: TranslatedRequest, quirks: AnthropicQuirks, plan: ThinkingPlan): JsonRecord {
  const { outputFormat } = request;
  const effort = plan.effort === undefined ? {} : { effort: plan.effort };
  const format =
    outputFormat?.type === "json_schema" && quirks.outputFormat
      ? { format: { type: "json_schema", schema: closedSchema(outputFormat.schema) } }
      : {};
  const config = { ...effort, ...format };
  return Object.keys(config).length === 0 ? {} : { output_config: config };
}

/** Refused while the model thinks; and newer models take one of both. */
function sampling(request: TranslatedRequest, quirks: AnthropicQuirks, plan: ThinkingPlan): JsonRecord {
  if (!quirks.sampling || plan.replays) return {};
  const { temperature, topP } = request;
  if (temperature !== undefined) return { temperature: Math.min(Math.max(temperature, 0), 1) };
  return topP === undefined ? {} : { top_p: topP };
}

function droppedOf(request: TranslatedRequest, quirks: AnthropicQuirks, plan: ThinkingPlan): string[] {
  const samples = request.temperature !== undefined || request.topP !== undefined;
  return [
    ...(request.webSearch && !offersSearch(request, quirks) ? ["web_search"] : []),
    ...(samples && (!quirks.sampling || plan.replays) ? ["sampling"] : []),
    ...(isForced(request) && plan.replays ? ["tool_choice"] : []),
  ];
}
