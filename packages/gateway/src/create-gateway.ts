import { randomBytes } from "node:crypto";
import {
  type CompactConfig,
  type CompactEvent,
  heuristicEstimator,
  memoryStorage,
  type StorageAdapter,
  type TokenEstimator,
} from "plimsoll";
import type { InspectionRoom } from "plimsoll/inspection";
import type { SharedJobs } from "plimsoll/stores";
import { Compactors } from "./compaction/compactors.js";
import { KeptCompactions, namesCompaction } from "./compaction/kept-compactions.js";
import { LearnedWindows } from "./compaction/learned-windows.js";
import { sealedJobs } from "./compaction/sealed-jobs.js";
import { warmUp } from "./compaction/warm-up.js";
import type { GatewayContext, ItemLimits } from "./exchange/gateway-context.js";
import { GrowingBodies } from "./http/growing-bodies.js";
import type { JsonLimits } from "./http/list-scan.js";
import { parseBounded } from "./http/parse-bounded.js";
import type { Handlers } from "./http/route-table.js";
import { PROTOCOLS } from "./protocols/protocols.js";
import type { Routes } from "./routes/route.js";
import { temporarySealingKey } from "./sealing/load-sealing-keys.js";
import { createSealer } from "./sealing/sealer.js";
import { summaryKeys } from "./sealing/summary-keys.js";
import type { SealingKey } from "./sealing/sealing-key.js";
import { namesResponse, StoredResponses } from "./stored/stored-responses.js";
import { UpstreamClient } from "./upstream/upstream-client.js";
import { createHandlers } from "./ways-in/create-handlers.js";

export interface GatewayOptions {
  readonly routes: Routes;
  readonly limits: JsonLimits;
  /** How conversations are compacted. @default as the library does by itself */
  readonly compaction?: Partial<Omit<CompactConfig, "format" | "storage" | "tenant" | "model">>;
  /** Where conversations and responses are kept. @default in memory */
  readonly storage?: StorageAdapter;
  /** Where other nodes on the same store do the same work. @default there are none */
  readonly jobs?: SharedJobs | undefined;
  /** What clients hold for the gateway is sealed with the first; all of them open it. @default gone with the process */
  readonly sealingKeys?: readonly [SealingKey, ...SealingKey[]];
  /** @default an estimate by the kinds of characters */
  readonly estimator?: TokenEstimator;
  /** So long a client may hear nothing before it is told that the work goes on. @default 10000 */
  readonly keepAliveMs?: number;
  /** So long a model may take for one summary. @default 120000 */
  readonly patienceMs?: number;
  /** What compaction items hold, and may be. @default the window itself, up to 4 MiB, of any age */
  readonly items?: Partial<ItemLimits>;
  /** What code keeps is added to summaries that a client has the model write. @default true */
  readonly addsFacts?: boolean;
  /** What the one who runs the gateway should know. */
  say?(message: string): void;
  /** Milliseconds since the epoch. @default Date.now */
  now?(): number;
  /** A new id that begins with this. @default random */
  newId?(prefix: string): string;
}

/** All ways in, ready to be served. */
export interface Gateway {
  readonly handlers: Handlers;
  /** Where conversations of a tenant are kept; what several tenants share must be narrowed to this one. */
  storesOf(tenant: string): readonly StorageAdapter[];
  /** Tells the exporters of events what the library cannot know. */
  tell(event: CompactEvent): void;
  /** Loads what the first request needs. Never fails. */
  warmUp(): Promise<void>;
  /** Where conversations of a tenant can be looked at. */
  roomsOf(tenant: string): readonly InspectionRoom[];
  /** Waits for what is being written, and releases everything. */
  close(): Promise<void>;
}

const KEEP_ALIVE_MS = 10_000;
const PATIENCE_MS = 120_000;
const ITEM_LIMITS: ItemLimits = { holds: "window", maxBytes: 4_194_304, maxDays: 0 };
const ID_BYTES = 24;

const randomId = (prefix: string): string => `${prefix}_${randomBytes(ID_BYTES).toString("hex")}`;

/** Everything between the server that takes requests and the upstreams that answer them. */
export function createGateway(options: GatewayOptions): Gateway {
  const { routes, limits, storage, now = Date.now } = options;
  const sealingKeys = options.sealingKeys ?? ([temporarySealingKey()] as const);
  const sealer = createSealer(sealingKeys);
  const summaryKeysOf = (tenant: string): readonly string[] => summaryKeys(sealingKeys, tenant);
  const compactors = new Compactors({
    compaction: options.compaction ?? {},
    isConversation: (name) => !namesCompaction(name) && !namesResponse(name),
    summaryKeysOf,
    ...(options.jobs ? { jobs: sealedJobs(options.jobs, sealer) } : {}),
    ...(storage ? { storage } : {}),
  });
  const client = new UpstreamClient();
  const bodies = new GrowingBodies({ limits });
  const context: GatewayContext = {
    routes,
    protocols: PROTOCOLS,
    client,
    sealer,
    compactors,
    kept: new KeptCompactions({ sealer, ...(storage ? { storage } : {}) }),
    windows: new LearnedWindows(),
    stored: new StoredResponses(storage ?? memoryStorage(), sealer, now),
    estimator: options.estimator ?? heuristicEstimator,
    parse: (body) => parseBounded(body, limits),
    parseConversation: ({ tenant, body }, key) => bodies.parse({ tenant, key, body }),
    now,
    newId: options.newId ?? randomId,
    say: (message) => options.say?.(message),
    keepAliveMs: options.keepAliveMs ?? KEEP_ALIVE_MS,
    items: { ...ITEM_LIMITS, ...options.items },
    addsFacts: options.addsFacts ?? true,
    summaryKeysOf,
    patienceMs: options.patienceMs ?? PATIENCE_MS,
  };
  return {
    handlers: createHandlers(context),
    storesOf: (tenant) => compactors.storesOf(tenant),
    tell: (event) => compactors.tell(event),
    warmUp: () => warmUp(options.compaction ?? {}),
    roomsOf: (tenant) => compactors.roomsOf(tenant),
    async close() {
      await client.close();
      await compactors.close().finally(() => storage?.close());
    },
  };
}
