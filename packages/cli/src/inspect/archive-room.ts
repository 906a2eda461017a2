import type { CompactManager, StorageAdapter } from "plimsoll";
import { type InspectionRoom, LiveFeed, type RoomPurpose } from "plimsoll/inspection";
import { managerFromSettings, type Settings } from "plimsoll/node";
import type { Archive } from "plimsoll/stores";
import { archiveOver } from "../archive/archive-over.js";
import type { CommandContext } from "../command-context.js";

/** So often an archive is looked at for what others wrote, while somebody looks at the page; a large one less often. */
const LOOK_MS = 1000;
const PAUSE_PER_LOOK = 9;
const MAX_OPENED = 64;

interface Opened {
  readonly manager: CompactManager;
  /** How the session was stored when the manager was made. */
  readonly stamp: string;
}

/** All sessions of an archive. Others may write it at the same time: agents at work, another command. */
export class ArchiveRoom implements InspectionRoom {
  readonly archive: Archive;
  readonly feed: LiveFeed = new LiveFeed();
  readonly #make: () => CompactManager;
  readonly #storage: StorageAdapter;
  readonly #opened = new Map<string, Opened>();
  /** Those that acted: they may hold a preview that waits for approval. */
  readonly #acted = new Set<CompactManager>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #stamps: ReadonlyMap<string, string> | undefined;

  constructor(storage: StorageAdapter, settings: Settings, { environment }: CommandContext) {
    this.archive = archiveOver(storage, settings);
    this.#storage = storage;
    const shared = leftOpen(storage);
    this.#make = () =>
      managerFromSettings(settings, { environment, storage: shared, exporters: [this.feed] });
    void this.#lookAgainAndAgain();
  }

  /** A manager keeps what it read of a session: it is made anew for one that was written since. */
  async manager(sessionId: string, purpose: RoomPurpose): Promise<CompactManager> {
    const stamp = (await this.#read()).get(sessionId) ?? "";
    const known = this.#opened.get(sessionId);
    this.#opened.delete(sessionId);
    const opened = known?.stamp === stamp ? known : { manager: this.#make(), stamp };
    this.#opened.set(sessionId, opened);
    const [oldest = ""] = this.#opened.keys();
    if (this.#opened.size > MAX_OPENED) this.#opened.delete(oldest);
    if (purpose === "act") await this.#keep(opened.manager);
    return opened.manager;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const manager of this.#acted) await manager.close();
    await this.#storage.close();
  }

  async #keep(manager: CompactManager): Promise<void> {
    this.#acted.delete(manager);
    this.#acted.add(manager);
    const [oldest] = this.#acted;
    if (this.#acted.size <= MAX_OPENED || !oldest) return;
    this.#acted.delete(oldest);
    await oldest.close();
  }

  async #read(): Promise<ReadonlyMap<string, string>> {
    const sessions = await this.archive.sessions();
    return new Map(sessions.map(({ sessionId, lastTs, entries }) => [sessionId, `${lastTs} ${entries}`]));
  }

  async #lookAgainAndAgain(): Promise<void> {
    const started = performance.now();
    await this.#look();
    if (this.#isClosed) return;
    const pause = Math.max(LOOK_MS, (performance.now() - started) * PAUSE_PER_LOOK);
    this.#timer = setTimeout(() => void this.#lookAgainAndAgain(), pause).unref();
  }

  /** Tells whoever listens which sessions were written since the last look. */
  async #look(): Promise<void> {
    if (this.#stamps && !this.feed.isHeard) return;
    try {
      const before = this.#stamps;
      const now = await this.#read();
      this.#stamps = now;
      for (const [sessionId, stamp] of before ? now : [])
        if (before?.get(sessionId) !== stamp) this.#tell(sessionId);
      for (const sessionId of before?.keys() ?? []) if (!now.has(sessionId)) this.#tell(sessionId);
    } catch {
      // A store that cannot be read says so to whoever asks for a session.
    }
  }

  #tell(sessionId: string): void {
    this.feed.tell(sessionId, "inspect.archive_changed");
  }
}

/** The same store for several managers: none of them closes it. */
function leftOpen(storage: StorageAdapter): StorageAdapter {
  return new Proxy(storage, {
    get(target, name) {
      if (name === "close") return async () => {};
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
