/**
 * For tests of agents, stores, formats and summarizers: seeded histories and tasks, a scripted model, a
 * scripted OpenAI server, contract suites.
 * Needs Node.
 *
 * @module
 */

export type { ArtifactSubject } from "./artifact-case.js";
export { artifactContract } from "./artifact-contract.js";
export { characterEstimator } from "./character-estimator.js";
export type { ContractCase } from "./contract-case.js";
export { type FormatSample, type FormatSubject, formatContract } from "./format-contract.js";
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
export { syntheticHistory, type SyntheticOptions, syntheticTurns } from "./synthetic-history.js";
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
