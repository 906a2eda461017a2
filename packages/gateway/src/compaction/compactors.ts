import {
  anthropic,
  type CompactConfig,
  type CompactEvent,
  chat,
  type Format,
  memoryStorage,
  responses,
  type StorageAdapter,
  type Summarizer,
} from "plimsoll";
import { CallCompactor } from "plimsoll/calls";
import { type InspectionRoom, LiveFeed } from "plimsoll/inspection";
import { type Archive, createArchive, type SharedJobs, tenantStorage } from "plimsoll/stores";
import type { PriceOverrides } from "plimsoll/tokens";
import { keptOpen } from "./kept-open.js";

/** The API that a client speaks: its items are compacted in its own format. */
export type ClientApi = "responses" | "chat" | "messages";

export interface CompactorsOptions {
  /** How the gateway compacts, without what differs per tenant. */
  readonly compaction: Partial<Omit<CompactConfig, "format" | "storage" | "tenant" | "model">>;
  /** Where conversations are kept that may be kept. Absent: in memory. */
  readonly storage?: StorageAdapter;
  /** Where other nodes answer requests of the same conversations. Only for what may be kept: nothing else leaves the process. */
  readonly jobs?: SharedJobs;
  /** False for a name in that store under which something else is kept. @default all are conversations */
  isConversation?(sessionId: string): boolean;
  /** Secrets by which summaries for this tenant are recognised. */
  summaryKeysOf?(tenant: string): readonly string[];
  /** How many conversations of one tenant and API are remembered at a time. @default 1024 */
  readonly maxConversations?: number;
}

/** The formats of the clients' items. */
export const CLIENT_FORMATS: Readonly<Record<ClientApi, Format>> = {
  responses: responses as unknown as Format,
  chat: chat as unknown as Format,
  messages: anthropic as unknown as Format,
};

const MAX_CONVERSATIONS = 1024;

/** The compactors of all tenants. Two tenants never share one, so neither sees anything of the other. */
export class Compactors {
  readonly #options: CompactorsOptions;
  readonly #made = new Map<string, CallCompactor<object>>();
  readonly #memories = new Map<string, StorageAdapter[]>();
  readonly #rooms = new Map<string, InspectionRoom[]>();
  readonly #archives = new Map<string, Archive>();

  constructor(options: CompactorsOptions) {
    this.#options = options;
  }

  /** The summarizer that the library is configured with; undefined for the embedded one. */
  get summarizer(): Summarizer | undefined {
    return this.#options.compaction.summarizer;
  }

  /** Corrections to the price table. */
  get prices(): PriceOverrides {
    return this.#options.compaction.prices ?? {};
  }

  /** Tells the exporters what the library cannot know. One that fails is passed over: nobody waits for it. */
  tell(event: CompactEvent): void {
    for (const exporter of this.#options.compaction.exporters ?? [])
      void Promise.resolve(event)
        .then((told) => exporter.export(told))
        .catch(() => undefined);
  }

  /** @param onDisk false: the conversation leaves nothing behind when it is forgotten */
  of(tenant: string, api: ClientApi, onDisk: boolean): CallCompactor<object> {
    const { storage } = this.#options;
    const durable = onDisk && storage !== undefined;
    const key = JSON.stringify([tenant, api, durable]);
    const known = this.#made.get(key);
    if (known) return known;
    const { compaction, summaryKeysOf, jobs } = this.#options;
    const summaryKey = [compaction.summaryKey ?? [], summaryKeysOf?.(tenant) ?? []].flat();
    const feed = new LiveFeed();
    const store = durable ? keptOpen(storage) : this.#newMemory(tenant);
    const made = new CallCompactor<object>(`gateway-${api}`, {
      ...compaction,
      ...(summaryKey.length === 0 ? {} : { summaryKey }),
      exporters: [...(compaction.exporters ?? []), feed],
      format: CLIENT_FORMATS[api],
      tenant,
      catchUpLater: true,
      ...(durable && jobs ? { jobs } : {}),
      maxConversations: this.#options.maxConversations ?? MAX_CONVERSATIONS,
      storage: store,
    });
    if (!durable) made.ownStorage();
    const archive = durable ? this.#archiveOf(tenant, store) : createArchive(tenantStorage(store, tenant));
    const room = { archive, format: CLIENT_FORMATS[api].name, feed, manager: async () => made.manager() };
    this.#rooms.set(tenant, [...(this.#rooms.get(tenant) ?? []), room]);
    this.#made.set(key, made);
    return made;
  }

  /** Where conversations of a tenant are kept now, on disk and in memory. What is on disk may be other tenants' too. */
  storesOf(tenant: string): readonly StorageAdapter[] {
    const { storage } = this.#options;
    return [...(storage ? [storage] : []), ...(this.#memories.get(tenant) ?? [])];
  }

  /** Where conversations of a tenant can be looked at: also those on disk that nobody went on with since the start. */
  roomsOf(tenant: string): readonly InspectionRoom[] {
    if (this.#options.storage)
      for (const api of ["responses", "chat", "messages"] as const) this.of(tenant, api, true);
    return this.#rooms.get(tenant) ?? [];
  }

  #archiveOf(tenant: string, store: StorageAdapter): Archive {
    const known = this.#archives.get(tenant);
    if (known) return known;
    const { isConversation = () => true } = this.#options;
    const archive = createArchive(tenantStorage(store, tenant));
    const made = {
      ...archive,
      sessions: async () => (await archive.sessions()).filter(({ sessionId }) => isConversation(sessionId)),
    };
    this.#archives.set(tenant, made);
    return made;
  }

  #newMemory(tenant: string): StorageAdapter {
    const memory = memoryStorage();
    this.#memories.set(tenant, [...(this.#memories.get(tenant) ?? []), memory]);
    return memory;
  }

  /** Writes what is left. The store stays open. */
  async close(): Promise<void> {
    await Promise.all([...this.#made.values()].map((compactor) => compactor.close()));
  }
}
