/**
 * What needs Node: stores on disk, configuration files, a manager from settings.
 *
 * @module
 */

export { CONFIG_FILE_NAMES, loadSettings, type LoadSettingsOptions } from "./config/load-settings.js";
export {
  type ManagerOverrides,
  managerFromSettings,
  storageFromSettings,
} from "./setup/manager-from-settings.js";
export { type FileArtifactsOptions, fileArtifacts } from "./stores/fs/file-artifacts.js";
export { type FileStorageOptions, fileStorage } from "./stores/fs/file-storage.js";
export { type SqliteArtifactsOptions, sqliteArtifacts } from "./stores/sqlite/sqlite-artifacts.js";
export { type SqliteStorageOptions, sqliteStorage } from "./stores/sqlite/sqlite-storage.js";
