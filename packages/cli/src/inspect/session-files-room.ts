import { type FSWatcher, watch } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { CompactError, type CompactManager, heuristicEstimator, type StorageAdapter } from "plimsoll";
import { type ConversationFile, readConversation } from "plimsoll/formats";
import {
  firstRequest,
  type InspectionRoom,
  type ListedSession,
  LiveFeed,
  type RoomPurpose,
} from "plimsoll/inspection";
import { managerFromSettings, openStorage, type Settings } from "plimsoll/node";
import type { Archive } from "plimsoll/stores";
import { createItemMeter } from "plimsoll/tokens";
import { archiveOver } from "../archive/archive-over.js";
import { copySession } from "../archive/copy-session.js";
import { sessionOfFile } from "../archive/find-session.js";
import type { CommandContext } from "../command-context.js";
import { withModelOf } from "../input/effective-settings.js";
import { requestOf } from "../input/open-conversation.js";
import { readInput } from "../input/read-input.js";
import { FolderWatch } from "./folder-watch.js";

/** A session file, as it was when it was read. */
interface ReadFile {
  readonly path: string;
  readonly changed: number;
  readonly sessionId: string;
  readonly file: ConversationFile;
  /** About so large it is; 0 if the file tells that itself. */
  readonly tokens: number;
}

interface Opened {
  readonly manager: CompactManager;
  /** What the manager was told last. */
  changed: number;
}

export interface SessionFilesOptions {
  paths(): Promise<readonly string[]>;
  readonly settings: Settings;
  /** What is there already, for looking. */
  readonly archive: Archive;
  readonly format?: string;
  /** Where new files may appear. */
  readonly folder?: string;
  readonly context: CommandContext;
}

/** The newest ones are read; a folder of tools keeps thousands. */
const MAX_FILES = 100;
/** Files that grow tell so; the others when the list is read again. */
const MAX_WATCHED = 200;

/**
 * The session files of tools. Looking writes nothing: it works on a copy of what is archived. Whoever acts on a session gets a manager
 * over the archive itself, which is made then if there is none.
 */
export class SessionFilesRoom implements InspectionRoom {
  readonly feed: LiveFeed = new LiveFeed();
  readonly #options: SessionFilesOptions;
  readonly #files = new Map<string, ReadFile>();
  readonly #looking = new Map<string, Opened>();
  readonly #acting = new Map<string, Opened>();
  readonly #watched = new Map<string, FSWatcher>();
  readonly #folders: FolderWatch | undefined;
  #stored: { readonly storage: StorageAdapter; readonly archive: Archive } | undefined;

  constructor(options: SessionFilesOptions) {
    this.#options = options;
    // Whoever looks at the list is told that a file came or went.
    if (options.folder !== undefined)
      this.#folders = new FolderWatch(options.folder, {
        onChange: () => this.feed.tell("", "inspect.file_changed"),
      });
  }

  get archive(): Archive {
    return this.#stored?.archive ?? this.#options.archive;
  }

  async listed(): Promise<readonly ListedSession[]> {
    const files = await this.#readFiles();
    return files.map(({ sessionId, path, file, changed, tokens }) => ({
      sessionId,
      title: firstRequest([...(file.earlier ?? []), ...file.items], file.format) || basename(path),
      lastTs: new Date(changed).toISOString(),
      format: file.format,
      tokens,
      ...(file.model === undefined ? {} : { model: file.model }),
      ...(file.maxContextTokens === undefined ? {} : { max: file.maxContextTokens }),
      ...(file.requests === undefined ? {} : { requests: file.requests }),
    }));
  }

  async manager(sessionId: string, purpose: RoomPurpose): Promise<CompactManager> {
    const files = await this.#readFiles();
    const read = files.find((file) => file.sessionId === sessionId);
    if (!read)
      throw new CompactError("UNKNOWN_SESSION", `No file holds the session "${sessionId}" any more.`);
    const acting = this.#acting.get(sessionId);
    const opened = acting ?? (purpose === "act" ? await this.#act(read) : await this.#look(read));
    if (opened.changed !== read.changed) await follow(opened.manager, read, this.#options.context);
    opened.changed = read.changed;
    return opened.manager;
  }

  async close(): Promise<void> {
    this.#folders?.close();
    for (const watcher of this.#watched.values()) watcher.close();
    for (const { manager } of [...this.#looking.values(), ...this.#acting.values()]) await manager.close();
    await this.#stored?.storage.close();
    await this.#options.archive.close();
  }

  async #look(read: ReadFile): Promise<Opened> {
    const known = this.#looking.get(read.sessionId);
    if (known) return known;
    const { settings, context } = this.#options;
    const opened = this.#open(read, await copySession(read.sessionId, settings, context));
    this.#looking.set(read.sessionId, opened);
    return opened;
  }

  async #act(read: ReadFile): Promise<Opened> {
    const { settings, context } = this.#options;
    if (!this.#stored) {
      const storage = await openStorage(settings.storage, context.environment);
      this.#stored = { storage, archive: archiveOver(storage, settings) };
    }
    const opened = this.#open(read, this.#stored.storage);
    this.#acting.set(read.sessionId, opened);
    return opened;
  }

  #open({ file }: ReadFile, storage: StorageAdapter): Opened {
    const { settings, context } = this.#options;
    const manager = managerFromSettings(withModelOf(settings, file.model), {
      environment: context.environment,
      format: file.format,
      storage,
      exporters: [this.feed],
    });
    return { manager, changed: 0 };
  }

  async #readFiles(): Promise<readonly ReadFile[]> {
    const { paths, context } = this.#options;
    const found: { readonly path: string; readonly changed: number }[] = [];
    for (const given of await paths()) {
      const path = resolve(context.cwd, given);
      const info = await stat(path).catch(() => undefined);
      if (info?.isFile()) found.push({ path, changed: info.mtimeMs });
    }
    found.sort((one, other) => other.changed - one.changed);
    const files: ReadFile[] = [];
    for (const { path, changed } of found.slice(0, MAX_FILES)) {
      const read = await this.#read(path, changed);
      if (read) files.push(read);
    }
    return files;
  }

  /** Undefined for a file that holds no conversation. */
  async #read(path: string, changed: number): Promise<ReadFile | undefined> {
    const known = this.#files.get(path);
    if (known?.changed === changed) return known;
    try {
      const { format, context } = this.#options;
      const file = readConversation(await readInput(path, context), format === undefined ? {} : { format });
      if (file.items.length === 0) return undefined;
      const sessionId = await sessionOfFile(this.archive, file, path);
      const read = { path, changed, file, sessionId, tokens: tokensOf(file) };
      this.#files.set(path, read);
      this.#watch(read);
      return read;
    } catch (error) {
      if (CompactError.isInstance(error)) return undefined;
      throw error;
    }
  }

  /** Tells whoever looks that the file has grown. */
  #watch({ path, sessionId }: ReadFile): void {
    if (this.#watched.has(path) || this.#watched.size >= MAX_WATCHED) return;
    try {
      const watcher = watch(path, { persistent: false }, () =>
        this.feed.tell(sessionId, "inspect.file_changed"),
      );
      watcher.on("error", () => watcher.close());
      this.#watched.set(path, watcher);
    } catch {
      // Without a watcher the page shows the change when it is loaded again.
    }
  }
}

/** Lets the manager see the list; it plans for a window without end, so that nothing is compacted. */
async function follow(
  manager: CompactManager,
  { file, sessionId }: ReadFile,
  context: CommandContext,
): Promise<void> {
  const request = requestOf(file, { archive: true }, context);
  await manager.plan(sessionId, file.items, { ...request, targetTokens: Number.MAX_SAFE_INTEGER });
}

function tokensOf({ items, format, requests }: ConversationFile): number {
  if (requests !== undefined) return 0;
  const meter = createItemMeter(format, heuristicEstimator);
  return items.reduce<number>((sum, item) => sum + meter.tokens(item), 0);
}
