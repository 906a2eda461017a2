import { ApiRefusal } from "../api-refusal.js";
import { isRecord, stringOf, type WireRecord } from "../../wire-record.js";
import type { MessageTurn } from "./messages-context.js";

const refuse = (message: string): never => {
  throw new ApiRefusal(message);
};

const ID = /^[a-zA-Z0-9_-]+$/u;
const IMAGE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"];

/** Checks roles, contents and pairs, and gives the list with the messages of one role combined. */
export function checkMessageList(messages: unknown): MessageTurn[] {
  if (!Array.isArray(messages)) return refuse("messages: Field required");
  if (messages.length === 0) return refuse("messages: at least one message is required");
  const records = messages.map((message: unknown, index) =>
    isRecord(message) ? message : refuse(`messages.${index}: Input should be an object`),
  );
  records.forEach(checkMessage);
  const turns = combine(records);
  if (turns[0]?.role !== "user") refuse('messages: first message must use the "user" role');
  for (const [index, turn] of turns.entries()) {
    checkUses(turn, turns[index + 1]);
    checkResults(turn, turns[index - 1]);
  }
  checkUniqueIds(turns);
  return turns;
}

function blocksOf({ content }: WireRecord): WireRecord[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter(isRecord) : [];
}

function combine(messages: readonly WireRecord[]): MessageTurn[] {
  const turns: { role: string; index: number; blocks: WireRecord[] }[] = [];
  for (const [index, message] of messages.entries()) {
    const role = stringOf(message["role"]);
    const last = turns.at(-1);
    if (last?.role === role) last.blocks.push(...blocksOf(message));
    else turns.push({ role, index, blocks: blocksOf(message) });
  }
  return turns;
}

function checkMessage(message: WireRecord, index: number): void {
  const role = stringOf(message["role"]);
  if (role === "system") {
    refuse(
      'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
    );
  }
  if (role !== "user" && role !== "assistant") {
    refuse(`messages.${index}.role: Input should be 'user' or 'assistant'`);
  }
  const blocks = blocksOf(message);
  if (blocks.length === 0) {
    refuse(
      `messages.${index}: all messages must have non-empty content except for the optional final assistant message`,
    );
  }
  for (const [place, block] of blocks.entries()) checkBlock(block, `messages.${index}.content.${place}`);
}

function checkBlock(block: WireRecord, path: string): void {
  switch (block["type"]) {
    case "text":
      checkText(block["text"], "messages");
      break;
    case "tool_use":
      checkUse(block, path);
      break;
    case "tool_result":
      if (Array.isArray(block["content"])) {
        for (const [place, inner] of block["content"].filter(isRecord).entries()) {
          checkBlock(inner, `${path}.tool_result.content.${place}`);
        }
      }
      break;
    case "image":
      checkImage(block["source"], `${path}.image.source`);
      break;
    default:
      break;
  }
}

/** Refuses a text block that says nothing. */
export function checkText(text: unknown, path: string): void {
  if (stringOf(text) === "") refuse(`${path}: text content blocks must be non-empty`);
  if (stringOf(text).trim() === "") refuse(`${path}: text content blocks must contain non-whitespace text`);
}

function checkUse(block: WireRecord, path: string): void {
  if (!ID.test(stringOf(block["id"]))) {
    refuse(`${path}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`);
  }
  if (!isRecord(block["input"])) refuse(`${path}.tool_use.input: Input should be a valid dictionary`);
  if (stringOf(block["name"]) === "")
    refuse(`${path}.tool_use.name: String should have at least 1 character`);
}

function checkImage(source: unknown, path: string): void {
  if (!isRecord(source)) return refuse(`${path}: Field required`);
  if (source["type"] === "url" && !stringOf(source["url"]).startsWith("https://")) {
    refuse(`${path}.url.url: Only HTTPS URLs are supported.`);
  }
  if (source["type"] !== "base64") return;
  if (!IMAGE_TYPES.includes(stringOf(source["media_type"]))) {
    refuse(
      `${path}.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`,
    );
  }
  if (!/^[A-Za-z0-9+/]+={0,2}$/u.test(stringOf(source["data"]))) {
    refuse(`${path}.base64: invalid base64 data`);
  }
}

const idsOf = (turn: MessageTurn | undefined, type: string, key: string): string[] =>
  (turn?.blocks ?? []).filter((block) => block["type"] === type).map((block) => stringOf(block[key]));

/** Results count only where they stand before everything else of the next turn. */
function leadingResults(turn: MessageTurn | undefined): string[] {
  const blocks = turn?.blocks ?? [];
  const end = blocks.findIndex((block) => block["type"] !== "tool_result");
  return blocks.slice(0, end < 0 ? blocks.length : end).map((block) => stringOf(block["tool_use_id"]));
}

function checkUses(turn: MessageTurn, after: MessageTurn | undefined): void {
  if (turn.role !== "assistant") return;
  const answered = new Set(leadingResults(after));
  const missing = idsOf(turn, "tool_use", "id").filter((id) => !answered.has(id));
  if (missing.length > 0) {
    refuse(
      `messages.${turn.index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    );
  }
}

function checkResults(turn: MessageTurn, before: MessageTurn | undefined): void {
  const open = new Set(idsOf(before, "tool_use", "id"));
  for (const [place, block] of turn.blocks.entries()) {
    if (block["type"] !== "tool_result") continue;
    const id = stringOf(block["tool_use_id"]);
    if (!open.has(id)) {
      refuse(
        `messages.${turn.index}.content.${place}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      );
    }
    if (!open.delete(id)) {
      refuse(
        `messages.${turn.index}.content.${place}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
      );
    }
  }
}

function checkUniqueIds(turns: readonly MessageTurn[]): void {
  const seen = new Set<string>();
  for (const id of turns.flatMap((turn) => idsOf(turn, "tool_use", "id"))) {
    if (seen.has(id)) refuse("messages: `tool_use` ids must be unique");
    seen.add(id);
  }
}
