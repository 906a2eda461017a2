import { access } from "node:fs/promises";
import { CompactError, memoryStorage, type StorageAdapter } from "plimsoll";
import { archivedFormat } from "plimsoll/engine";
import type { Settings } from "plimsoll/node";
import { createRecall, type Recall, recallTools } from "plimsoll/recall";
import type { Archive } from "plimsoll/stores";
import { managerFromSettings, storageFromSettings } from "plimsoll/node";
import { findNamedSession, findSession } from "../archive/find-session.js";
import { archiveOver } from "../archive/archive-over.js";
import { archiveSettings } from "../archive/archive-settings.js";
import { nameOfSession } from "../archive/session-identity.js";
import type { CommandContext } from "../command-context.js";
import { effectiveSettings } from "../input/effective-settings.js";
import type { McpOptions } from "../command-options.js";
import { ClientFiles } from "./client-file.js";
import { joinedRecall } from "plimsoll-gateway/mcp";
import { ownConversation } from "./own-conversation.js";
import type { RecallCall } from "plimsoll-gateway/recall-tools";

const MAX_LISTED = 20;

/** Answers calls from the one conversation that each is about, never from another. */
export interface CallAnswers {
  answer(call: RecallCall): Promise<string>;
  close(): Promise<void>;
}

/** @throws CompactError `INVALID_CONFIG`. */
export async function answerCalls(options: McpOptions, context: CommandContext): Promise<CallAnswers> {
  const settings = archiveSettings((await effectiveSettings(options, context)).settings, context);
  return new ArchiveAnswers(settings, options.session, context);
}

/** What a call may read: a session of the archive, the additions of its client's own file, or both. */
interface Served {
  readonly sessionId: string;
  readonly archived: boolean;
  readonly recall?: Recall;
}

class ArchiveAnswers implements CallAnswers {
  readonly #settings: Settings;
  readonly #pinned: string | undefined;
  readonly #context: CommandContext;
  readonly #files: ClientFiles;
  #storage: StorageAdapter | undefined;

  constructor(settings: Settings, pinned: string | undefined, context: CommandContext) {
    this.#settings = settings;
    this.#pinned = pinned;
    this.#context = context;
    this.#files = new ClientFiles(settings, context);
  }

  async answer(call: RecallCall): Promise<string> {
    try {
      return await this.#answer(call);
    } catch (error) {
      if (!CompactError.isInstance(error)) throw error;
      return JSON.stringify({ error: { code: error.code, message: error.message } });
    }
  }

  async close(): Promise<void> {
    await this.#storage?.close();
  }

  async #answer({ input, ...call }: RecallCall): Promise<string> {
    const { session, ...rest } = input;
    const wanted = typeof session === "string" && session !== "" ? session : undefined;
    const archive = archiveOver(await this.#open(), this.#settings);
    const served = await this.#served(archive, { ...call, input: rest }, wanted);
    if (call.name === "what_is_remembered") return this.#remembered(served);
    const recalls = served.recall ? [served.recall] : [];
    if (served.archived) {
      const format = await archivedFormat(archive, served.sessionId);
      recalls.unshift(createRecall({ archive, sessionId: served.sessionId, format }));
    }
    const tool = recallTools(joinedRecall(recalls)).find(({ name }) => name === call.name);
    if (!tool) throw new CompactError("INVALID_INPUT", `The server has no tool ${call.name}.`);
    return tool.execute(rest);
  }

  /** The store, once it exists: another process may make it while this one runs. */
  async #open(): Promise<StorageAdapter> {
    if (this.#storage) return this.#storage;
    const exists = await access(this.#settings.storage.path).then(
      () => true,
      () => false,
    );
    if (!exists) return memoryStorage();
    this.#storage = storageFromSettings(this.#settings.storage, this.#context.environment);
    return this.#storage;
  }

  /** The pinned session; else the caller's own conversation; else the one that the call names. Never a guess. */
  async #served(archive: Archive, call: RecallCall, wanted: string | undefined): Promise<Served> {
    if (this.#pinned !== undefined) {
      const sessionId = await findSession(archive, this.#pinned, this.#context);
      if (isOther(wanted, [this.#pinned, sessionId, nameOfSession(sessionId)])) {
        throw refused(
          wanted,
          `This server was started with --session and serves only session "${sessionId}"`,
        );
      }
      return { sessionId, archived: true };
    }
    const own = await this.#own(archive, call);
    if (own) {
      if (isOther(wanted, [own.sessionId])) {
        throw refused(
          wanted,
          `This call comes from the conversation "${own.sessionId}" and can only read that`,
        );
      }
      return own;
    }
    if (wanted === undefined) throw await this.#ask(archive);
    return { sessionId: await findNamedSession(archive, wanted), archived: true };
  }

  async #own(archive: Archive, call: RecallCall): Promise<Served | undefined> {
    const own = await ownConversation(call, this.#context);
    if (!own) return undefined;
    const file = own.path === undefined ? undefined : await this.#files.read(own.path);
    const sessionId = own.id ?? file?.sessionId;
    if (sessionId === undefined) return undefined;
    const archived = (await archive.sessions()).some((session) => session.sessionId === sessionId);
    const recall = file?.sessionId === sessionId ? file.recall : undefined;
    if (archived || recall) return { sessionId, archived, ...(recall ? { recall } : {}) };
    throw new CompactError(
      "UNKNOWN_SESSION",
      `This call comes from the conversation "${sessionId}", which is not archived, and it cannot read any other. ` +
        "Compact its file with compactctl compact, or start the server with --session to serve another conversation.",
      { details: { sessionId } },
    );
  }

  async #ask(archive: Archive): Promise<CompactError> {
    const ids = (await archive.sessions()).slice(0, MAX_LISTED).map(({ sessionId }) => sessionId);
    const choice = ids.length === 0 ? "The archive is still empty." : `Archived sessions: ${ids.join(", ")}.`;
    return new CompactError(
      "UNKNOWN_SESSION",
      "The server does not know which conversation you mean: the client names no thread and no directory with a session, and the server was started without --session. " +
        `Ask the user, then pass it as "session", or start the server with --session. ${choice}`,
      { details: { sessions: ids } },
    );
  }

  async #remembered({ sessionId, archived }: Served): Promise<string> {
    if (!archived) {
      throw new CompactError(
        "UNKNOWN_SESSION",
        `The archive holds no compaction of the conversation "${sessionId}".`,
      );
    }
    const storage = await this.#open();
    const manager = managerFromSettings(this.#settings, {
      environment: this.#context.environment,
      storage,
      exporters: [],
    });
    return JSON.stringify(await manager.remember(sessionId));
  }
}

function isOther(wanted: string | undefined, served: readonly (string | undefined)[]): wanted is string {
  return wanted !== undefined && !served.includes(wanted);
}

function refused(wanted: string, reason: string): CompactError {
  return new CompactError("INVALID_INPUT", `${reason}; "${wanted.slice(0, 80)}" is not.`, {
    details: { session: wanted },
  });
}
