/**
 * For tests of agents, stores, formats and summarizers: seeded histories, a scripted model, the rules of the providers,
 * contract suites.
 * Needs Node.
 *
 * @module
 */

export { characterEstimator } from "./character-estimator.js";
export type { ContractCase } from "./contract-case.js";
export { type FormatSample, type FormatSubject, formatContract } from "./format-contract.js";
export { changedByHost, type HostChanges } from "./host-changes.js";
export { readableText } from "../evaluation/readable-text.js";
export {
  BodyTooLarge,
  type LoopbackServer,
  MAX_REQUEST_BYTES,
  readBody,
  startLoopbackServer,
} from "./loopback-server.js";
export { MALFORMED_KINDS, type MalformedKind } from "./malformed-kinds.js";
export { providerRefusals } from "./provider-refusals.js";
export { type Clue, readValue, unquoted } from "./read-value.js";
export {
  type ScriptedModel,
  type ScriptedReply,
  type ScriptedStep,
  startScriptedModel,
} from "./scripted-model.js";
export { type SeededRandom, seededRandom } from "./seeded-random.js";
export { storageContract, type StorageSubject } from "./storage-contract.js";
export { summarizerContract } from "./summarizer-contract.js";
export { SYNTHETIC_FORMATS, type SyntheticFormat } from "./synthetic-formats.js";
export {
  type SyntheticCallIds,
  syntheticHistory,
  type SyntheticOptions,
  syntheticTurns,
  syntheticUserTexts,
} from "./synthetic-history.js";
