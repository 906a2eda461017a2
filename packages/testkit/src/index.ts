/**
 * What only Plimsoll's own tests, benches and examples need: scripted servers of OpenAI, Anthropic and Gemini, a Realtime server, a
 * long session.
 * Private, and never published.
 *
 * @module
 */

export {
  checkLongSession,
  type LongSessionVerdict,
  type PlayedSession,
} from "./long-session/check-long-session.js";
export {
  callKey,
  LONG_SESSION_TURNS,
  type LongSession,
  longSession,
  type LongSessionCall,
  type LongSessionOptions,
  type LongSessionTool,
  type LongSessionTurn,
} from "./long-session/long-session.js";
export {
  LongSessionModel,
  type LongSessionModelOptions,
  type ModelInput,
  type ModelMove,
  type ModelReply,
  type RecordedRequest,
} from "./long-session/long-session-model.js";
export {
  type LongSessionHost,
  type LongSessionStage,
  playLongSession,
} from "./long-session/play-long-session.js";
export type {
  FaultHandle,
  FaultRoute,
  OpenAIFault,
  OverflowShape,
  QueuedFault,
} from "./openai/openai-fault.js";
export { type OpenAIRequest, type ScriptedOpenAI, startScriptedOpenAI } from "./openai/scripted-openai.js";
export type {
  OpenAIReplySettings,
  OpenAIRequestView,
  Respond,
  ScriptedOpenAIOptions,
} from "./openai/scripted-openai-options.js";
export type { ScriptedOutput } from "./openai/scripted-output.js";
export { type HeldItem, realtimeItemTokens } from "./realtime/realtime-conversation.js";
export { type RealtimeServer, startRealtimeServer } from "./realtime/realtime-server.js";
export type {
  Fault,
  RealtimeReply,
  RealtimeServerOptions,
  WireEvent,
} from "./realtime/realtime-server-state.js";
export type { ServerSocket, SocketServer, SocketServerClass } from "./realtime/server-socket.js";
export {
  type ScriptedAnthropicOptions,
  startScriptedAnthropic,
} from "./upstreams/anthropic/start-scripted-anthropic.js";
export type { ChatProfileName } from "./upstreams/chat/chat-profiles.js";
export { type ScriptedChatOptions, startScriptedChat } from "./upstreams/chat/start-scripted-chat.js";
export { type ScriptedGeminiOptions, startScriptedGemini } from "./upstreams/gemini/start-scripted-gemini.js";
export type { ScriptedAnswer, ScriptedPart } from "./upstreams/scripted-answer.js";
export type { RespondUpstream, ScriptedUpstream } from "./upstreams/start-upstream.js";
export type { AcceptedCall, UpstreamCall } from "./upstreams/upstream-dialect.js";
export type { UpstreamFault } from "./upstreams/upstream-fault.js";
