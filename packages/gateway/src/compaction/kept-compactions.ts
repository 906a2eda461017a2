import { memoryStorage, type StorageAdapter } from "plimsoll";
import { tenantStorage } from "plimsoll/stores";
import { isRecord } from "../json/is-record.js";
import { MAX_ID } from "../json/max-id.js";
import type { Sealer } from "../sealing/sealer.js";
import type { CompactionContent } from "./compaction-content.js";
import { openCompaction, sealCompaction } from "./seal-compaction.js";

export interface KeptCompactionsOptions {
  readonly sealer: Sealer;
  /** Where compactions of conversations that may be kept are kept. Absent: in memory. */
  readonly storage?: StorageAdapter;
  /** How many others are remembered, of all tenants. @default 2000 */
  readonly maxRemembered?: number;
  /** Characters that these may have together. @default 64 million */
  readonly maxCharacters?: number;
}

/** Which compactions to give, the newest first. */
export interface ListedCompactions {
  readonly limit: number;
  /** The id of the last one that the caller has already. */
  readonly after?: string;
  /** The session, or what its client calls the conversation. */
  readonly session?: string;
}

export interface CompactionPage {
  readonly found: readonly CompactionContent[];
  readonly hasMore: boolean;
  /** True if `after` names none. */
  readonly isLost: boolean;
}

const MAX_REMEMBERED = 2_000;
const MAX_CHARACTERS = 64_000_000;
/** More are not opened to fill one page. */
const MAX_OPENED = 2_000;
const PREFIX = "compaction:";

/** True for the name under which a store keeps a compaction. */
export const namesCompaction = (name: string): boolean => name.startsWith(PREFIX);
const KIND = "account";

/**
 * The compactions that were made, for their owners to look into. What may not be kept on disk is remembered for a while. All of
 * it is sealed, and an id of another tenant is as unknown as one that never was.
 */
export class KeptCompactions {
  readonly #options: KeptCompactionsOptions;
  readonly #memory = memoryStorage();
  readonly #remembered = new Map<string, { readonly tenant: string; readonly characters: number }>();
  #characters = 0;

  constructor(options: KeptCompactionsOptions) {
    this.#options = options;
  }

  /** @param onDisk false: it is gone with the process */
  async keep(tenant: string, content: CompactionContent, onDisk: boolean): Promise<void> {
    const { sealer, storage } = this.#options;
    const sealed = sealCompaction(sealer, tenant, content);
    const ts = new Date(content.createdAt * 1000).toISOString();
    const entry = { kind: KIND, id: content.id, ts, data: { sealed } } as const;
    const isLasting = onDisk && storage !== undefined;
    await tenantStorage(isLasting ? storage : this.#memory, tenant).append(nameOf(content.id), [entry]);
    if (!isLasting) await this.#bound(content.id, { tenant, characters: sealed.length });
  }

  async get(tenant: string, id: string): Promise<CompactionContent | undefined> {
    if (id.length > MAX_ID) return undefined;
    for (const store of this.#storesOf(tenant)) {
      const [entry] = await store.read(nameOf(id), [KIND]);
      const sealed = isRecord(entry?.data) ? entry.data["sealed"] : undefined;
      if (typeof sealed === "string") return openCompaction(this.#options.sealer, tenant, sealed);
    }
    return undefined;
  }

  /** False if there was none. */
  async remove(tenant: string, id: string): Promise<boolean> {
    if ((await this.get(tenant, id)) === undefined) return false;
    const removed = await Promise.all(this.#storesOf(tenant).map((store) => store.remove(nameOf(id))));
    return removed.includes(true);
  }

  async list(tenant: string, { limit, after, session }: ListedCompactions): Promise<CompactionPage> {
    const ids = await this.#newestFirst(tenant);
    const start = after === undefined ? 0 : ids.indexOf(after) + 1;
    if (after !== undefined && start === 0) return { found: [], hasMore: false, isLost: true };
    const found: CompactionContent[] = [];
    for (const id of ids.slice(start, start + MAX_OPENED)) {
      const content = await this.get(tenant, id);
      if (!content || !isOf(content, session)) continue;
      if (found.length === limit) return { found, hasMore: true, isLost: false };
      found.push(content);
    }
    return { found, hasMore: false, isLost: false };
  }

  async #newestFirst(tenant: string): Promise<string[]> {
    const lists = await Promise.all(this.#storesOf(tenant).map((store) => store.sessions()));
    const all = lists.flat().filter(({ sessionId }) => sessionId.startsWith(PREFIX));
    const sorted = all.toSorted((one, other) => compare(other.lastTs, one.lastTs));
    return [...new Set(sorted.map(({ sessionId }) => sessionId.slice(PREFIX.length)))];
  }

  /** Forgets the oldest ones once there are too many. */
  async #bound(id: string, added: { readonly tenant: string; readonly characters: number }): Promise<void> {
    const { maxRemembered = MAX_REMEMBERED, maxCharacters = MAX_CHARACTERS } = this.#options;
    this.#remembered.set(id, added);
    this.#characters += added.characters;
    for (const [oldest, { tenant, characters }] of this.#remembered) {
      if (this.#remembered.size <= maxRemembered && this.#characters <= maxCharacters) return;
      this.#remembered.delete(oldest);
      this.#characters -= characters;
      await tenantStorage(this.#memory, tenant).remove(nameOf(oldest));
    }
  }

  #storesOf(tenant: string): StorageAdapter[] {
    const { storage } = this.#options;
    return [this.#memory, ...(storage ? [storage] : [])].map((store) => tenantStorage(store, tenant));
  }
}

const nameOf = (id: string): string => `${PREFIX}${id}`;

/** A session is named by its client's name for the conversation, then by what tells its requests apart. */
const isOf = ({ session }: CompactionContent, wanted: string | undefined): boolean =>
  wanted === undefined || session === wanted || session.startsWith(`${wanted}/`);

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
