/**
 * For tests of agents, stores, formats and summarizers: seeded histories and tasks, a scripted model, a scripted
 * OpenAI server, a Realtime server, contract suites.
 * Needs Node.
 *
 * @module
 */

export type { ArtifactSubject } from "./artifact-case.js";
export { artifactContract } from "./artifact-contract.js";
export { characterEstimator } from "./character-estimator.js";
export type { ContractCase } from "./contract-case.js";
export { type FormatSample, type FormatSubject, formatContract } from "./format-contract.js";
export { changedByHost, type HostChanges } from "./host-changes.js";
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
export { MALFORMED_KINDS, type MalformedKind } from "./malformed-exchange.js";
export type {
  FaultHandle,
  FaultRoute,
  OpenAIFault,
  OverflowShape,
  QueuedFault,
} from "./openai/fault.js";
export { type OpenAIRequest, type ScriptedOpenAI, startScriptedOpenAI } from "./openai/scripted-openai.js";
export type {
  OpenAIReplySettings,
  OpenAIRequestView,
  Respond,
  ScriptedOpenAIOptions,
} from "./openai/scripted-openai-options.js";
export type { ScriptedOutput } from "./openai/scripted-output.js";
export { providerRefusals } from "./provider-rules.js";
export { type HeldItem, realtimeItemTokens } from "./realtime/realtime-conversation.js";
export { type RealtimeServer, startRealtimeServer } from "./realtime/realtime-server.js";
export type {
  Fault,
  RealtimeReply,
  RealtimeServerOptions,
  WireEvent,
} from "./realtime/realtime-server-state.js";
export type { ServerSocket, SocketServer, SocketServerClass } from "./realtime/realtime-socket.js";
export {
  type ScriptedModel,
  type ScriptedReply,
  type ScriptedStep,
  startScriptedModel,
} from "./scripted-model.js";
export { type SeededRandom, seededRandom } from "./seeded-random.js";
export { storageContract, type StorageSubject } from "./storage-contract.js";
export { summarizerContract } from "./summarizer-contract.js";
export { SYNTHETIC_FORMATS, type SyntheticFormat } from "./synthetic-emitter.js";
export {
  type SyntheticCallIds,
  syntheticHistory,
  type SyntheticOptions,
  syntheticTurns,
  syntheticUserTexts,
} from "./synthetic-history.js";
export { paraphrasingSummarizer } from "./tasks/paraphrasing-summarizer.js";
export { type LostFact, type PlayedTask, type PlayOptions, playTask } from "./tasks/play-task.js";
export {
  runTasks,
  type RunTasksOptions,
  TASK_DEPTHS,
  TASK_RUNS,
  type TaskDepth,
  type TaskRow,
  type TaskRun,
  TASKS,
} from "./tasks/run-tasks.js";
export type { Decision, FactKind, Need, Task, TaskEvent } from "./tasks/task.js";
