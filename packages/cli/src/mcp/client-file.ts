import { stat } from "node:fs/promises";
import { memoryStorage } from "plimsoll";
import { type ConversationFile, itemId, readConversation } from "plimsoll/formats";
import type { Settings } from "plimsoll/node";
import { createRecall, type Recall } from "plimsoll/recall";
import { createRedactor } from "plimsoll/redaction";
import { createArchive } from "plimsoll/stores";
import type { CommandContext } from "../command-context.js";
import { readInput } from "../input/read-input.js";

/**
 * A conversation in its client's own file, and recall over what the client itself removed from its window.
 */
export interface ClientFile {
  readonly sessionId: string | undefined;
  readonly recall: Recall;
}

/** Reads the session files of clients, and again only when they were written since. */
export class ClientFiles {
  readonly #settings: Settings;
  readonly #context: CommandContext;
  #last: { readonly key: string; readonly file: ClientFile } | undefined;

  constructor(settings: Settings, context: CommandContext) {
    this.#settings = settings;
    this.#context = context;
  }

  async read(path: string): Promise<ClientFile> {
    const { mtimeMs, size } = await stat(path);
    const key = `${mtimeMs} ${size} ${path}`;
    if (this.#last?.key === key) return this.#last.file;
    const conversation = readConversation(await readInput(path, this.#context));
    const file = { sessionId: conversation.sessionId, recall: await this.#recall(conversation) };
    this.#last = { key, file };
    return file;
  }

  async #recall({ format, earlier = [], sessionId = "unnamed" }: ConversationFile): Promise<Recall> {
    const archive = createArchive(memoryStorage());
    const redactor = createRedactor(this.#settings.redaction);
    const ts = new Date().toISOString();
    const entries = earlier.map((item) => {
      const data = format.view(item).providerState ? item : redactor.value(item);
      return { kind: "item" as const, id: itemId(item), ts, data };
    });
    await archive.appendItems(sessionId, entries, []);
    return createRecall({ archive, sessionId, format });
  }
}
