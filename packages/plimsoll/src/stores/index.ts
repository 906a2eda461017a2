/**
 * Archives and the stores behind them; those on disk are in `plimsoll/node`.
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
  ArtifactStore,
  FileSize,
} from "./artifact-store.js";
export type { ResealReport } from "./artifacts/reseal-report.js";
export { type ArchiveOptions, createArchive } from "./create-archive.js";
export { memoryArtifacts, type MemoryArtifactsOptions } from "./memory/memory-artifacts.js";
export { tenantStorage } from "./tenant-storage.js";
