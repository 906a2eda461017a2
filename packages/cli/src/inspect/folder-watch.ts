import { type Dirent, type FSWatcher, watch } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

export interface FolderWatchOptions {
  /** How far below the folder. Codex keeps its files three folders down: `2026/11/18`. */
  readonly maxDepth?: number;
  /** How many folders at once. */
  readonly maxFolders?: number;
  readonly onChange: () => void;
}

const MAX_DEPTH = 6;
const MAX_FOLDERS = 256;

/**
 * Tells when a file or folder comes or goes below a folder, also in folders that come later. The newest names are watched first: where
 * there are too many folders, tools write into the last of them.
 */
export class FolderWatch {
  readonly #options: Required<FolderWatchOptions>;
  readonly #watched = new Map<string, FSWatcher>();
  #isClosed = false;

  constructor(folder: string, options: FolderWatchOptions) {
    this.#options = { maxDepth: MAX_DEPTH, maxFolders: MAX_FOLDERS, ...options };
    this.#watch(folder, 0);
  }

  /** How many folders are watched. */
  get size(): number {
    return this.#watched.size;
  }

  close(): void {
    this.#isClosed = true;
    for (const watcher of this.#watched.values()) watcher.close();
    this.#watched.clear();
  }

  #watch(folder: string, depth: number): void {
    const { maxFolders, maxDepth } = this.#options;
    if (this.#isClosed || this.#watched.has(folder) || this.#watched.size >= maxFolders) return;
    try {
      const watcher = watch(folder, { persistent: false }, (kind) => {
        if (kind === "rename") this.#changed(folder, depth);
      });
      watcher.on("error", () => this.#leave(folder));
      this.#watched.set(folder, watcher);
    } catch {
      // Without a watcher the page shows the change when it is loaded again.
      return;
    }
    if (depth < maxDepth) void this.#watchBelow(folder, depth, false);
  }

  #changed(folder: string, depth: number): void {
    this.#options.onChange();
    if (depth < this.#options.maxDepth) void this.#watchBelow(folder, depth, true);
  }

  /** A folder that came may have files already: whoever listens is told once more when it is watched. */
  async #watchBelow(folder: string, depth: number, tell: boolean): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(
      (): Dirent[] | undefined => undefined,
    );
    if (entries === undefined) return this.#leave(folder);
    const before = this.#watched.size;
    for (const { name } of entries
      .filter(isWatched)
      .toSorted((one, other) => (one.name < other.name ? 1 : -1)))
      this.#watch(join(folder, name), depth + 1);
    if ((tell || depth > 0) && this.#watched.size > before && !this.#isClosed) this.#options.onChange();
  }

  #leave(folder: string): void {
    this.#watched.get(folder)?.close();
    this.#watched.delete(folder);
  }
}

const isWatched = (entry: Dirent): boolean =>
  entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules";
