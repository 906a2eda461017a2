import type { StorageAdapter } from "../../stores/storage-adapter.js";
import type { Originals } from "../commit/originals.js";
import { restoreFacts } from "../summarize/restore-facts.js";
import { restoreHidden } from "./restore-hidden.js";
import { createSession, type SessionState } from "./session-state.js";

/** Sessions in memory hold at most about so many tokens, the one that is used aside. */
const MAX_HELD_TOKENS = 2_000_000;
const DEFAULT_MAX_SESSIONS = 256;
const LEAST_WEIGHT = 1000;
const ITEM_WEIGHT = 40;

export interface OpenSessionsOptions {
  readonly storage: StorageAdapter;
  readonly maxSessions?: number | undefined;
  /** Items as they were before redaction, as far as this process can read them. */
  readonly originals: Pick<Originals, "find">;
  /** Called before a session leaves memory. */
  onLetGo(sessionId: string): Promise<void>;
}

/** The sessions in memory. Those that were not used for longest are let go, and read from the store again. */
export class OpenSessions<W extends object> {
  readonly #options: OpenSessionsOptions;
  readonly #sessions = new Map<string, SessionState<W>>();

  constructor(options: OpenSessionsOptions) {
    this.#options = options;
  }

  /** The session's state, from memory or from the store. */
  async open(sessionId: string): Promise<SessionState<W>> {
    const session = this.#sessions.get(sessionId) ?? (await this.#read(sessionId));
    this.#sessions.delete(sessionId);
    this.#sessions.set(sessionId, session);
    await this.#letGo();
    return session;
  }

  /** The session's state if it is in memory. */
  get(sessionId: string): SessionState<W> | undefined {
    return this.#sessions.get(sessionId);
  }

  forget(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }

  /** Restores a session from the store: its compactions, which of them were undone, and its protections. */
  async #read(sessionId: string): Promise<SessionState<W>> {
    const { storage, originals } = this.#options;
    const entries = await storage.read(sessionId, ["compaction", "undo", "redo", "protected", "withdrawn"]);
    const whole = await restoreHidden<W>(entries, (ids) => originals.find<W>(sessionId, ids));
    const session = createSession<W>(sessionId, whole);
    if (session.isStored) await restoreFacts(session, storage);
    return session;
  }

  /** Evicts sessions if there are too many or they hold too much. */
  async #letGo(): Promise<void> {
    const { maxSessions = DEFAULT_MAX_SESSIONS } = this.#options;
    let weight = 0;
    for (const session of this.#sessions.values()) weight += weightOf(session);
    for (const [sessionId, session] of this.#sessions) {
      const isNewest = this.#sessions.size === 1;
      if (isNewest || (this.#sessions.size <= maxSessions && weight <= MAX_HELD_TOKENS)) return;
      this.#sessions.delete(sessionId);
      weight -= weightOf(session);
      await this.#options.onLetGo(sessionId);
    }
  }
}

/** Approximate memory of a session, in tokens: its window, and a share for every known item. */
function weightOf<W extends object>({ index, input, archived }: SessionState<W>): number {
  return LEAST_WEIGHT + (index?.total ?? 0) + (input.length + archived.size) * ITEM_WEIGHT;
}
