/**
 * Items of every wire format by type, and readers of conversations and session files.
 *
 * @module
 */

export { itemId } from "../conversation/item-id.js";
export { EMPTY_VIEW } from "../conversation/item-view.js";
export type { AgentsItem } from "./agents/agents.js";
export type { AiSdkMessage } from "./ai-sdk/ai-sdk.js";
export type { AnthropicMessage } from "./anthropic/anthropic.js";
export type { ChatMessage } from "./chat/chat.js";
export { readClaudeCodeSession } from "./claude-code/read-claude-code-session.js";
export type { ClaudeCodeLine } from "./claude-code/claude-code-line.js";
export { readCodexRollout } from "./codex-rollout/read-codex-rollout.js";
export type { ConversationFile } from "./conversation-file.js";
export { detectFormat } from "./detect-format.js";
export type { GeminiContent } from "./gemini/gemini.js";
export type { KnownFormat, RequestShape } from "./known-format.js";
export type { LangchainMessage } from "./langchain/langchain.js";
export type { PlainMessage } from "./plain/plain.js";
export { readConversation } from "./read-conversation.js";
export { FORMAT_NAMES } from "./registry.js";
export type { RecordedRequest } from "./recorded-request.js";
export type { RealtimeItem } from "./realtime/realtime.js";
export type { ResponsesItem } from "./responses/responses.js";
export type { SessionFile } from "./session-file.js";
export type { JsonlFile, LineProblem } from "./reading/jsonl-file.js";
