import { ApiRefusal } from "../api-refusal.js";
import { isRecord, stringOf, type WireRecord } from "../../wire-record.js";
import { checkMessageList, checkText } from "./check-message-list.js";
import { checkThinking } from "./check-thinking.js";
import { checkTools } from "./check-tools.js";
import type { MessagesContext, MessageTurn } from "./messages-context.js";

const refuse = (message: string): never => {
  throw new ApiRefusal(message);
};

const FIELDS: ReadonlySet<string> = new Set([
  ..."model max_tokens messages system tools tool_choice thinking output_config stream temperature top_p top_k".split(
    " ",
  ),
  ..."stop_sequences metadata service_tier cache_control container context_management mcp_servers".split(" "),
  ..."inference_geo diagnostics speed betas".split(" "),
]);
const MOST_MARKS = 4;

/** Checks a request as the Messages API does, and gives its messages, combined by role. Throws `ApiRefusal`. */
export function checkMessagesRequest(body: WireRecord, context: MessagesContext): readonly MessageTurn[] {
  for (const key of Object.keys(body)) {
    if (!FIELDS.has(key)) refuse(`${key}: Extra inputs are not permitted`);
  }
  checkLength(body["max_tokens"]);
  checkSystem(body["system"]);
  const turns = checkMessageList(body["messages"]);
  checkTools(body);
  checkThinking(body, turns, context);
  checkOutput(body["output_config"], context);
  checkMarks(body);
  if (!context.rules.prefill && turns.at(-1)?.role === "assistant" && !isPaused(turns.at(-1))) {
    refuse(
      "This model does not support assistant message prefill. The conversation must end with a user message.",
    );
  }
  return turns;
}

function checkLength(maxTokens: unknown): void {
  if (maxTokens === undefined) refuse("max_tokens: Field required");
  if (!Number.isInteger(maxTokens)) refuse("max_tokens: Input should be a valid integer");
  if (Number(maxTokens) < 1) refuse("max_tokens: Input should be greater than or equal to 1");
}

function checkSystem(system: unknown): void {
  if (!Array.isArray(system)) return;
  for (const block of system) checkText(isRecord(block) ? block["text"] : "", "system");
}

/** A turn that searched goes on where it paused. */
function isPaused(turn: MessageTurn | undefined): boolean {
  return turn?.blocks.some((block) => block["type"] === "server_tool_use") ?? false;
}

function checkOutput(config: unknown, { rules }: MessagesContext): void {
  if (!isRecord(config)) return;
  const { effort, format } = config;
  if (effort !== undefined && rules.efforts.length === 0)
    refuse("This model does not support the effort parameter.");
  if (effort !== undefined && !rules.efforts.includes(stringOf(effort))) {
    const known = [...rules.efforts].sort().join(", ");
    refuse(`This model does not support effort level '${stringOf(effort)}'. Supported levels: ${known}.`);
  }
  if (!isRecord(format)) return;
  if (!rules.structuredOutput) refuse("This model does not support output_config.format.");
  checkClosed(format["schema"]);
}

function checkClosed(schema: unknown): void {
  if (Array.isArray(schema)) schema.forEach(checkClosed);
  if (!isRecord(schema)) return;
  if (schema["type"] === "object" && schema["additionalProperties"] !== false) {
    refuse(
      "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false",
    );
  }
  for (const key of ["minimum", "maximum", "minLength", "maxLength", "multipleOf", "maxItems"]) {
    if (typeof schema[key] === "number") {
      refuse(
        `output_config.format.schema: For '${stringOf(schema["type"])}' type, property '${key}' is not supported`,
      );
    }
  }
  Object.values(schema).forEach(checkClosed);
}

function checkMarks(body: WireRecord): void {
  const marks = marksIn([body["system"], body["tools"], body["messages"]]);
  if (marks > MOST_MARKS) {
    refuse(`A maximum of ${MOST_MARKS} blocks with cache_control may be provided. Found ${marks}.`);
  }
}

function marksIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, entry) => sum + marksIn(entry), 0);
  if (!isRecord(value)) return 0;
  const own = isRecord(value["cache_control"]) ? 1 : 0;
  return own + marksIn(value["content"]);
}
