/**
 * Checkpoints, and the facts that a summary is checked against.
 *
 * @module
 */

export type {
  EntryBase,
  EntryStatus,
  Objective,
  Provenance,
  SectionEntry,
  SectionFields,
  SectionName,
  Speaker,
  WorkItem,
} from "./checkpoint/checkpoint.js";
export type {
  CheckpointLayout,
  LayoutPart as CheckpointLayoutPart,
  LayoutSection as CheckpointLayoutSection,
  PartName as CheckpointPartName,
} from "./checkpoint/checkpoint-layout.js";
export { parseCheckpoint } from "./checkpoint/parse-checkpoint.js";
export {
  renderCheckpoint,
  type RenderedCheckpoint,
  type RenderedLine,
  type RenderOptions,
} from "./checkpoint/render-checkpoint.js";
export { type SummaryMessage, readSummary } from "./checkpoint/summary-message.js";
export type { Fact, FactKind } from "./verification/fact.js";
export type { FactClass, FidelityReport, ReportedFact } from "./verification/fidelity-report.js";
