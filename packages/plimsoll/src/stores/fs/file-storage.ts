import { join, resolve } from "node:path";
import { optionalCipher } from "../artifacts/artifact-cipher.js";
import { diskOptions, PATH } from "../disk-options.js";
import { sealedEntries } from "../entries/sealed-entries.js";
import { withHolds } from "../holds/with-holds.js";
import { joinParts } from "../join-parts.js";
import type { ArtifactKeys } from "../keys/key-service.js";
import type { StorageAdapter } from "../storage-adapter.js";
import { checkFiles } from "./check-files.js";
import { FileArtifacts } from "./file-artifacts.js";
import { FileEntries } from "./file-entries.js";

export interface FileStorageOptions {
  /** The folder of the store; created on the first write, for its owner only. */
  readonly path: string;
  /** The folder of the artifacts. @default "artifacts" in `path` */
  readonly artifactsPath?: string;
  /**
   * True (the default): appended entries also survive a power cut. False: they survive only a crash of the
   * process, and appending does not wait for the disk.
   */
  readonly fsync?: boolean;
  /**
   * 32 bytes, as 64 hexadecimal digits or in base64: the data of all entries (messages, arguments, summaries,
   * events) and the payloads of large tool outputs are encrypted with it. Of several keys the first encrypts, and all
   * are tried to read. A key service in its place wraps the keys of envelope encryption.
   */
  readonly artifactKey?: ArtifactKeys;
}

/** A store in a folder: one JSONL file per session, and one file per artifact. Processes may share it. */
export function fileStorage(options: FileStorageOptions): StorageAdapter {
  const about = {
    store: "fileStorage",
    path: "the folder of the store",
    more: { artifactsPath: PATH },
  };
  const given = diskOptions<FileStorageOptions>(options, about);
  const { path, artifactsPath = join(path, "artifacts"), fsync = true, artifactKey } = given;
  const cipher = optionalCipher(artifactKey);
  const store = joinParts({
    entries: sealedEntries(new FileEntries({ folder: resolve(path), fsync }), cipher),
    artifacts: new FileArtifacts({ path: resolve(artifactsPath), fsync, cipher }),
  });
  const folders = { entries: resolve(path), artifacts: resolve(artifactsPath) };
  return withHolds({ ...store, check: (options) => checkFiles(folders, options ?? {}) });
}
