import { resolve } from "node:path";
import type { CompactConfig, Exporter, StorageAdapter } from "plimsoll";
import {
  configFromSettings,
  coordinationFromSettings,
  type Environment,
  storageFromSettings,
  storeRegistration,
} from "plimsoll/node";
import type { Coordination, CoordinationPart, SharedLimits } from "plimsoll/stores";
import { createGateway, type Gateway } from "../create-gateway.js";
import type { JsonLimits } from "../http/list-scan.js";
import type { GatewayLog } from "../log/gateway-log.js";
import type { Routes } from "../routes/route.js";
import { loadSealingKeys } from "../sealing/load-sealing-keys.js";
import type { Configuration } from "./load-configuration.js";
import { sealingKeysFile } from "./sealing-keys-file.js";

export interface OpenOptions {
  readonly routes: Routes;
  readonly limits: JsonLimits;
  readonly log: GatewayLog;
  readonly cwd: string;
  readonly environment: Environment;
  /** True: nothing is written to disk. */
  readonly inMemory: boolean;
  /** In place of those that the settings name. */
  readonly exporters?: readonly Exporter[];
}

/** The store of a server must outlive it. */
const LASTING = "fs";

/** The ways in, with what is counted at all nodes together. */
export interface OpenedGateway extends Gateway {
  readonly sharedLimits: SharedLimits | undefined;
  /** Why nodes cannot write to what they share, although it answers. */
  sharedTrouble(): Promise<string | undefined>;
}

/** The ways in, with the store, the summarizer and the policy that the library's settings name. */
export async function openGateway(
  configuration: Configuration,
  options: OpenOptions,
): Promise<OpenedGateway> {
  const { routes, limits, log, inMemory } = options;
  const storage = inMemory ? undefined : openStore(configuration, options);
  const alone = (part: CoordinationPart, reason: string): void => {
    log.say("warning", `${ALONE[part]}: ${reason}`);
    gateway.tell({
      ts: new Date().toISOString(),
      session_id: "*",
      event: "compact.nodes_apart",
      severity: "warning",
      model: "",
      part,
      reason,
    });
  };
  const coordination = storage && (await coordinationOf(configuration, alone));
  const gateway: Gateway = createGateway({
    routes,
    limits,
    compaction: compactionOf(configuration, options),
    patienceMs: configuration.gateway.compaction.patienceMs,
    items: {
      holds: configuration.gateway.compaction.items,
      maxBytes: configuration.gateway.compaction.itemBytes,
      maxDays: configuration.gateway.compaction.itemDays,
    },
    addsFacts: configuration.gateway.compaction.addFacts,
    say: (message) => log.say("info", message),
    jobs: coordination?.jobs,
    ...(storage ? { storage } : {}),
    ...(inMemory ? {} : { sealingKeys: await loadSealingKeys(sealingKeysFile(configuration.gateway)) }),
  });
  return {
    ...gateway,
    sharedLimits: coordination?.limits,
    sharedTrouble: async () => coordination?.trouble(),
    async close() {
      await gateway.close().finally(() => coordination?.close());
    },
  };
}

/** What a node does by itself while the database that it shares does not answer. */
const ALONE: Readonly<Record<CoordinationPart, string>> = {
  jobs: "Summaries are not shared with other nodes now",
  limits: "Requests are counted by each node for itself now",
};

function coordinationOf(
  { library }: Configuration,
  onTrouble: (part: CoordinationPart, reason: string) => void,
): Promise<Coordination | undefined> {
  return coordinationFromSettings(library.storage, { onTrouble });
}

function openStore({ library }: Configuration, { cwd, environment }: OpenOptions): StorageAdapter {
  const { storage } = library;
  const adapter = storeRegistration(storage.adapter).keptIn === "process" ? LASTING : storage.adapter;
  const { keyRing } = storage;
  const given = { ...storage, adapter, path: resolve(cwd, storage.path) };
  return storageFromSettings(
    keyRing === undefined ? given : { ...given, keyRing: resolve(cwd, keyRing) },
    environment,
  );
}

type Compaction = Partial<Omit<CompactConfig, "format" | "storage" | "tenant" | "model">>;

/** Windows come from routes, tenants from keys. */
function compactionOf({ library, exportsEvents }: Configuration, options: OpenOptions): Compaction {
  const { environment, exporters = exportsEvents ? undefined : [] } = options;
  const {
    model: _model,
    maxContextTokens: _window,
    storage: _storage,
    tenant: _tenant,
    format: _format,
    ...compaction
  } = configFromSettings(
    { ...library, storage: { ...library.storage, adapter: "memory" } },
    { environment, ...(exporters ? { exporters } : {}) },
  );
  return compaction;
}
