import { ApiRefusal } from "../api-refusal.js";
import { isRecord, stringOf, type WireRecord } from "../../wire-record.js";
import type { MessagesContext, MessageTurn } from "./messages-context.js";
import { conversationHash, signedContent } from "./conversation-hash.js";

const refuse = (message: string): never => {
  throw new ApiRefusal(message);
};

const DOCS =
  "Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking";
const BINDING_BETA = "thinking-binding-controls-2026-08-01";

/** Checks what a request says about thinking, and the thinking that it sends back. */
export function checkThinking(
  body: WireRecord,
  turns: readonly MessageTurn[],
  context: MessagesContext,
): void {
  const thinking = isRecord(body["thinking"]) ? body["thinking"] : undefined;
  checkConfig(thinking, body, context);
  const type = stringOf(thinking?.["type"]);
  const thinks = type === "" ? context.rules.thinksByDefault : type !== "disabled";
  if (thinks) checkThinkingRequest(body);
  checkSampling(body, thinks, context);
  for (const turn of turns) checkLastBlock(turn);
  checkSignatures(body, turns, context);
  if (type === "enabled") checkOpenStep(turns);
}

function checkConfig(
  thinking: WireRecord | undefined,
  body: WireRecord,
  { rules, betas }: MessagesContext,
): void {
  if (thinking === undefined) return;
  const type = stringOf(thinking["type"]);
  if (!rules.thinking.includes(type)) {
    refuse(
      type === "adaptive" || rules.thinking.length === 0
        ? `${type} thinking is not supported on this model`
        : `"thinking.type.${type}" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`,
    );
  }
  if (type === "enabled") checkBudget(thinking["budget_tokens"], body["max_tokens"]);
  if (thinking["block_binding"] !== undefined && !betas.includes(BINDING_BETA)) {
    refuse(`thinking.${type}.block_binding: Extra inputs are not permitted`);
  }
}

function checkBudget(budget: unknown, maxTokens: unknown): void {
  if (typeof budget !== "number") return refuse("thinking.enabled.budget_tokens: Field required");
  if (budget < 1024) refuse("thinking.enabled.budget_tokens: Input should be greater than or equal to 1024");
  if (budget >= Number(maxTokens)) {
    refuse(`\`max_tokens\` must be greater than \`thinking.budget_tokens\`. ${DOCS}`);
  }
}

function checkThinkingRequest(body: WireRecord): void {
  const choice = isRecord(body["tool_choice"]) ? body["tool_choice"]["type"] : undefined;
  if (choice === "any" || choice === "tool") {
    refuse("Thinking may not be enabled when tool_choice forces tool use.");
  }
}

function checkSampling(body: WireRecord, thinks: boolean, { rules }: MessagesContext): void {
  const { temperature, top_p: topP } = body;
  for (const key of ["temperature", "top_p", "top_k"]) {
    if (body[key] !== undefined && !rules.sampling) refuse(`\`${key}\` is deprecated for this model.`);
  }
  if (typeof temperature === "number" && (temperature < 0 || temperature > 1))
    refuse("temperature: range: 0..1");
  if (thinks && temperature !== undefined && temperature !== 1) {
    refuse(`\`temperature\` may only be set to 1 when thinking is enabled or in adaptive mode. ${DOCS}`);
  }
  if (temperature !== undefined && topP !== undefined && rules.structuredOutput) {
    refuse("`temperature` and `top_p` cannot both be specified for this model. Please use only one.");
  }
}

const isThinking = (block: WireRecord | undefined): boolean =>
  block?.["type"] === "thinking" || block?.["type"] === "redacted_thinking";

function checkLastBlock({ role, index, blocks }: MessageTurn): void {
  if (role === "assistant" && isThinking(blocks.at(-1))) {
    refuse(`messages.${index}: The final block in an assistant message cannot be \`thinking\`.`);
  }
}

/** A model that thinks by a budget goes on only with what it thought before it called. */
function checkOpenStep(turns: readonly MessageTurn[]): void {
  const [step, answer] = turns.slice(-2);
  const isAnswered = answer?.blocks.some((block) => block["type"] === "tool_result") ?? false;
  const [first] = step?.blocks ?? [];
  if (step && isAnswered && !isThinking(first)) {
    refuse(
      `messages.${step.index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${stringOf(first?.["type"])}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`. ${DOCS}`,
    );
  }
}

function checkSignatures(body: WireRecord, turns: readonly MessageTurn[], context: MessagesContext): void {
  const binding = isRecord(body["thinking"]) ? body["thinking"]["block_binding"] : undefined;
  const drops = isRecord(binding) && binding["prefix_mismatch_behavior"] === "drop_block";
  for (const [number, turn] of turns.entries()) {
    const before = turns.slice(0, number);
    for (const [place, block] of turn.blocks.entries()) {
      if (!isThinking(block)) continue;
      const path = `messages.${turn.index}.content.${place}`;
      const bound = signatureOf(block, context);
      if (bound === undefined)
        refuse(`${path}: Invalid \`signature\` in \`${stringOf(block["type"])}\` block`);
      const isBroken = context.rules.boundThinking && bound !== conversationHash(body, before);
      if (isBroken && !drops) {
        refuse(
          `${path}: Invalid \`signature\` in \`${stringOf(block["type"])}\` block. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block".`,
        );
      }
    }
  }
}

/** The hash of the conversation that a block was made for; undefined if this server did not sign it. */
function signatureOf(block: WireRecord, { signer }: MessagesContext): string | undefined {
  const signature = stringOf(block["type"] === "thinking" ? block["signature"] : block["data"]);
  const [hash = "", signed = ""] = signature.split(".");
  const text = block["type"] === "thinking" ? stringOf(block["thinking"]) : "";
  return signer.isSigned(signedContent(text, hash), signed) ? hash : undefined;
}
