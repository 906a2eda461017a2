import type { WireRecord } from "../wire-record.js";

/** An output item that the server once sent. */
export interface SentItem {
  readonly item: WireRecord;
  /** False for an item of a response with `store: false`: only the client has it. */
  readonly isStored: boolean;
  /** The id of the reasoning item that the model wrote it after. */
  readonly reasoningId?: string;
}

export interface StoredResponse {
  readonly response: WireRecord;
  /** What the next response of the chain starts from: the effective input and the output. */
  readonly window: readonly WireRecord[];
}

/** What the server keeps of one account. */
export interface ResponseStore {
  save(id: string, stored: StoredResponse): void;
  find(id: string): StoredResponse | undefined;
  remove(id: string): boolean;
  /** Notes the output of a response, stored or not. */
  noteSent(output: readonly WireRecord[], isStored: boolean): void;
  findItem(id: string): SentItem | undefined;
}

export function createResponseStore(): ResponseStore {
  const responses = new Map<string, StoredResponse>();
  const items = new Map<string, SentItem>();
  return {
    save(id, stored) {
      responses.set(id, stored);
    },
    find: (id) => responses.get(id),
    remove: (id) => responses.delete(id),
    noteSent(output, isStored) {
      let reasoningId: string | undefined;
      for (const item of output) {
        const id = item["id"];
        if (typeof id !== "string") continue;
        items.set(id, { item, isStored, ...(reasoningId === undefined ? {} : { reasoningId }) });
        reasoningId = item["type"] === "reasoning" ? id : undefined;
      }
    },
    findItem: (id) => items.get(id),
  };
}
