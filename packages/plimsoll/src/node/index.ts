/**
 * What needs Node: stores on disk, configuration files, a manager from settings.
 *
 * @module
 */

export {
  CONFIG_FILE_NAMES,
  type LoadedSettings,
  loadSettings,
  type LoadSettingsOptions,
} from "../config/load-settings.js";
export { type OtherSection, readOtherSection } from "../config/read-other-section.js";
export { configurationError, type SettingProblem } from "../config/setting-problem.js";
export { nearestName } from "../errors/nearest-name.js";
export type { ObjectShape, Shape } from "../validation/shape.js";
export { configFromSettings, type ManagerOverrides } from "../setup/config-from-settings.js";
export { managerFromSettings } from "../setup/manager-from-settings.js";
export {
  coordinationFromSettings,
  openStorage,
  storageFromSettings,
} from "../setup/storage-from-settings.js";
export {
  STORE_NAMES,
  type StoreRegistration,
  storeRegistration,
  type StoreSettings,
} from "../stores/store-registry.js";
export type { ArtifactKeys, KeyService, WrappedKey } from "../stores/keys/key-service.js";
export { localKeyRing, type LocalKeyRingOptions } from "../stores/keys/local-key-ring.js";
export type { PostgresStorageOptions } from "../stores/postgres/postgres-options.js";
export { postgresCoordination } from "../stores/postgres/postgres-coordination.js";
export { postgresStorage } from "../stores/postgres/postgres-storage.js";
export type { S3StorageOptions } from "../stores/s3/s3-options.js";
export { s3Storage } from "../stores/s3/s3-storage.js";
export { type FileStorageOptions, fileStorage } from "../stores/fs/file-storage.js";
export { type SqliteStorageOptions, sqliteStorage } from "../stores/sqlite/sqlite-storage.js";
export {
  COST_MODES,
  PRESET_NAMES,
  PRUNING_POLICIES,
  STRATEGIES,
  SUMMARY_ROLES,
} from "../config/compact-policy.js";
export { parseSettings } from "../config/parse-settings.js";
export {
  DEFAULT_SETTINGS,
  type ModelSettings,
  type RedactionSettings,
  type Settings,
  type StorageSettings,
  type SummarizerSettings,
  type TelemetrySettings,
  type TimeLimitSettings,
  type TokenSettings,
} from "../config/settings.js";
export type { Environment } from "../config/environment-overrides.js";
