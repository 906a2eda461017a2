import { isRecord } from "../../text/is-record.js";
import { EMPTY_VIEW, type ItemView, type Role, type ToolCallView } from "../../conversation/item-view.js";
import { anthropic, type AnthropicMessage } from "../anthropic/anthropic.js";
import type { Format, ItemParts } from "../format.js";
import { safeView, unknownView } from "../reading/view-builder.js";
import { metaOf, stringOf, type WireRecord } from "../reading/wire-record.js";

/** One line of a Claude Code session file that is part of the conversation. */
export interface ClaudeCodeLine {
  readonly parentUuid?: string | null;
  readonly type: string;
  readonly uuid?: string;
  readonly message?: object;
}

function read(line: WireRecord): ItemView {
  if (isRecord(line["attachment"])) return readAttachment(line, line["attachment"]);
  const message = line["message"];
  if (!isRecord(message)) return unknownView(line, { meta: metaOf(line) });
  const view = anthropic.view(asMessage(message));
  const meta = Object.keys(view.meta).length > 0 ? view.meta : metaOf(line);
  return { ...view, meta, bindsNext: isThinkingOnly(view) };
}

/** One response is split over lines; a line of thinking alone is refused without the line after it. */
function isThinkingOnly(view: ItemView): boolean {
  if (view.role !== "assistant" || view.text !== "" || view.calls.length > 0 || view.providerState)
    return false;
  const onlySignatures = view.attachments.every((attachment) => attachment.kind === "encrypted");
  return onlySignatures && (view.reasoning !== "" || view.attachments.length > 0);
}

/** A prompt that waited in the queue is a user message; any other attachment is context, counted whole. */
function readAttachment(line: WireRecord, attachment: WireRecord): ItemView {
  const prompt = attachment["type"] === "queued_command" ? attachment["prompt"] : undefined;
  if (typeof prompt !== "string") return unknownView(attachment, { meta: metaOf(line) });
  return { ...EMPTY_VIEW, role: "user", text: prompt, meta: metaOf(line) };
}

function asMessage(message: object): AnthropicMessage {
  return message as AnthropicMessage;
}

function withMessage(
  wire: ClaudeCodeLine,
  change: (message: AnthropicMessage) => AnthropicMessage | undefined,
): ClaudeCodeLine {
  const message = isRecord(wire) && isRecord(wire.message) ? change(asMessage(wire.message)) : undefined;
  return message ? { ...wire, message } : wire;
}

function lineOf(type: string, message: object): ClaudeCodeLine {
  const line = { parentUuid: null, isSidechain: false, type, message };
  return line;
}

/** Lines of a Claude Code session file; each is viewed as the Anthropic message it carries. */
export const claudeCode: Format<ClaudeCodeLine> = {
  name: "claude-code",
  opensWithUser: true,

  view(wire: ClaudeCodeLine): ItemView {
    return safeView(wire, read);
  },

  message(role: Role, text: string): ClaudeCodeLine {
    if (role !== "assistant") return lineOf("user", anthropic.message("user", text));
    const content = [{ type: "text", text }];
    return lineOf("assistant", { type: "message", role, model: "<synthetic>", content });
  },

  withResult(wire: ClaudeCodeLine, callId: string, text: string): ClaudeCodeLine {
    return withMessage(wire, (message) => anthropic.withResult(message, callId, text));
  },

  withResults(wire: ClaudeCodeLine, texts: ReadonlyMap<number, string>): ClaudeCodeLine {
    return withMessage(wire, (message) => anthropic.withResults?.(message, texts));
  },

  withoutParts(wire: ClaudeCodeLine, parts: ItemParts): ClaudeCodeLine {
    return withMessage(wire, (message) => anthropic.withoutParts?.(message, parts));
  },

  result(call: ToolCallView, text: string): ClaudeCodeLine {
    return lineOf("user", anthropic.result(call, text));
  },

  matches(wire: unknown): boolean {
    if (!isRecord(wire) || !["user", "assistant"].includes(stringOf(wire["type"]))) return false;
    return isRecord(wire["message"]) && typeof wire["message"]["role"] === "string";
  },
};
