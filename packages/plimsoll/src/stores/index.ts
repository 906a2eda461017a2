/**
 * Archives, and ways to combine stores; the stores on disk are in `plimsoll/node`.
 *
 * @module
 */

export { type Archive, DEFAULT_TENANT, type Unwritten } from "./archive.js";
export type {
  Artifact,
  ArtifactInfo,
  ArtifactInput,
  ArtifactScope,
  ArtifactSession,
} from "./artifacts/artifact.js";
export type { ResealOptions, ResealReport } from "./artifacts/reseal-report.js";
export { artifactsInEntries } from "./artifacts-in-entries.js";
export { type ArchiveOptions, createArchive } from "./create-archive.js";
export type {
  Coordination,
  CoordinationOptions,
  CoordinationPart,
  JobName,
  JobState,
  JobWork,
  LimitRefusal,
  SharedJobs,
  SharedLimit,
  SharedLimits,
} from "./coordination/coordination.js";
export type { HeldScope, HoldNote, LegalHold, LegalHolds } from "./holds/legal-hold.js";
export { withHolds } from "./holds/with-holds.js";
export {
  type CheckOptions,
  type FindingKind,
  FINDINGS,
  type StoreFinding,
} from "./maintenance/store-finding.js";
export { type StoreSurvey, surveyStore, type SurveyOptions } from "./maintenance/survey-store.js";
export type { StoreParts } from "./join-parts.js";
export type { MemoryStorageOptions } from "./memory/memory-storage.js";
export { splitStore } from "./split-store.js";
export type {
  ArtifactPart,
  ArtifactSweepOptions,
  EntryPart,
  FileSize,
  SweepOptions,
} from "./storage-adapter.js";
export { tenantStorage } from "./tenant-storage.js";
export { type CopyOptions, type CopyReport, copyStore } from "./transfer/copy-store.js";
export { type EraseReport, eraseSession } from "./transfer/erase-session.js";
export { EXPORT_VERSION, type ExportedArtifact, type ExportLine } from "./transfer/export-line.js";
export { exportSessions } from "./transfer/export-sessions.js";
export { type ImportOptions, type ImportReport, importSessions } from "./transfer/import-sessions.js";
