import { isRecord } from "../json/is-record.js";
import type { JsonRecord } from "../json/json-record.js";
import { recordsIn } from "../json/records-in.js";
import { stringOf } from "../json/string-of.js";
import { flatName } from "./flat-name.js";
import { planTools, WEB_SEARCH } from "./plan-tools.js";
import type { ReasoningPayload } from "./reasoning-payload.js";
import type { ToolOrigin } from "../answers/tool-origin.js";
import type { FunctionTool, OutputFormat, ToolChoice, TranslatedRequest } from "./translated-request.js";
import { turnsFromItems } from "./turns-from-items.js";

export interface TranslationContext {
  /** The upstream's name of the model. */
  readonly model: string;
  readonly outputReserve: number;
  readonly webSearch: boolean;
  openReasoning(sealed: string): ReasoningPayload | undefined;
}

export interface Translation {
  readonly request: TranslatedRequest;
  /** The client's tool behind each name in the answer. */
  readonly origins: ReadonlyMap<string, ToolOrigin>;
  /** What could not be said to the upstream: types of items and tools. */
  readonly dropped: readonly string[];
}

/** Prepares a Responses body, with the list that is to be sent, for any other protocol. Pure. */
export function translateRequest(
  body: JsonRecord,
  items: readonly JsonRecord[],
  context: TranslationContext,
): Translation {
  const plan = planTools(body["tools"], items);
  const instructions = stringOf(body["instructions"]);
  const { turns, dropped } = turnsFromItems(items, {
    ...(instructions === "" ? {} : { instructions }),
    openReasoning: (sealed) => context.openReasoning(sealed),
  });
  const { tools, choice } = chooseTools(plan.tools, body["tool_choice"]);
  const wanted = allowsSearch(body["tool_choice"]) ? plan.webSearch : undefined;
  const search = context.webSearch ? wanted : undefined;
  const hidden = wanted && !search ? ["web_search"] : [];
  return {
    origins: plan.origins,
    dropped: [...dropped, ...plan.dropped, ...hidden],
    request: {
      model: context.model,
      turns,
      tools,
      toolChoice: choice,
      outputReserve: context.outputReserve,
      ...(search ? { webSearch: search } : {}),
      ...readSettings(body),
    },
  };
}

type Settings = Omit<
  TranslatedRequest,
  "model" | "turns" | "tools" | "toolChoice" | "outputReserve" | "webSearch"
>;

function readSettings(body: JsonRecord): Settings {
  const text = isRecord(body["text"]) ? body["text"] : {};
  const reasoning = isRecord(body["reasoning"]) ? body["reasoning"] : {};
  const outputFormat = readFormat(text["format"]);
  return {
    ...given("parallelCalls", body["parallel_tool_calls"], "boolean"),
    ...given("maxOutputTokens", body["max_output_tokens"], "number"),
    ...given("temperature", body["temperature"], "number"),
    ...given("topP", body["top_p"], "number"),
    ...given("effort", reasoning["effort"], "string"),
    ...given("verbosity", text["verbosity"], "string"),
    ...given("cacheKey", body["prompt_cache_key"], "string"),
    ...(outputFormat ? { outputFormat } : {}),
  };
}

const given = (key: string, value: unknown, type: "boolean" | "number" | "string"): object =>
  typeof value === type ? { [key]: value } : {};

function readFormat(format: unknown): OutputFormat | undefined {
  if (!isRecord(format)) return undefined;
  if (format["type"] === "json_object") return { type: "json_object" };
  if (format["type"] !== "json_schema" || !isRecord(format["schema"])) return undefined;
  return {
    type: "json_schema",
    name: stringOf(format["name"]) || "answer",
    schema: format["schema"],
    ...(typeof format["strict"] === "boolean" ? { strict: format["strict"] } : {}),
  };
}

interface ChosenTools {
  readonly tools: readonly FunctionTool[];
  readonly choice: ToolChoice;
}

function chooseTools(tools: readonly FunctionTool[], choice: unknown): ChosenTools {
  if (choice === "none" || choice === "required")
    return { tools, choice: tools.length === 0 ? "auto" : choice };
  if (!isRecord(choice)) return { tools, choice: "auto" };
  if (choice["type"] === "allowed_tools") {
    const allowed = new Set(recordsIn(choice["tools"]).map(nameOf));
    const left = tools.filter(({ name }) => allowed.has(name));
    return { tools: left, choice: choice["mode"] === "required" && left.length > 0 ? "required" : "auto" };
  }
  const name = nameOf(choice);
  return { tools, choice: tools.some((tool) => tool.name === name) ? { name } : "auto" };
}

/** Whether a choice leaves room for a search: not if it names another tool, or none at all. */
function allowsSearch(choice: unknown): boolean {
  if (!isRecord(choice)) return choice !== "none";
  const tools = choice["type"] === "allowed_tools" ? recordsIn(choice["tools"]) : [choice];
  return tools.some((tool) => WEB_SEARCH.test(stringOf(tool["type"])));
}

/** A choice names a tool, or a type that is its own name. */
const nameOf = (choice: JsonRecord): string =>
  flatName(stringOf(choice["name"]) || stringOf(choice["type"]), stringOf(choice["namespace"]) || undefined);
