import { resolve } from "node:path";
import { CompactError } from "plimsoll";
import { compactionView } from "../compaction/compaction-view.js";
import { openItem } from "../compaction/seal-compaction.js";
import type { JsonRecord } from "../json/json-record.js";
import { KeyFile } from "../keys/key-file.js";
import { LOCAL_TENANT } from "../keys/key-ring.js";
import { readSealingKeys } from "../sealing/load-sealing-keys.js";
import { createSealer, type Sealer } from "../sealing/sealer.js";
import { type ConfigurationSource, loadConfiguration } from "./load-configuration.js";
import { sealingKeysFile } from "./sealing-keys-file.js";

export interface OpeningOptions extends ConfigurationSource {
  /** @default every tenant that has a key, and that of a gateway without keys */
  readonly tenant?: string;
  /** @default those of the configured gateway */
  readonly sealingKeys?: string;
}

/** One sealed item. */
export interface OpenedCompaction {
  readonly sealed: string;
  /** Absent if it cannot be opened. */
  readonly tenant?: string;
  /** As `GET /v1/compactions/{id}` gives it. */
  readonly compaction?: JsonRecord;
  /** What an item says that holds no window, because the gateway's store does. */
  readonly reference?: { readonly id: string; readonly session: string; readonly created_at: number };
}

const SEALED = /plm1\.[a-z0-9]{1,32}\.[A-Za-z0-9_-]{32,}/g;

/**
 * The compaction items in a text, in the order in which they are found, each once, opened with the gateway's own keys.
 *
 * @throws CompactError `INVALID_CONFIG`, `INVALID_INPUT` if there are no keys.
 */
export async function openedCompactions(text: string, options: OpeningOptions): Promise<OpenedCompaction[]> {
  const { gateway } = await loadConfiguration(options);
  const path =
    options.sealingKeys === undefined ? sealingKeysFile(gateway) : resolve(options.cwd, options.sealingKeys);
  const sealer = createSealer(await keysIn(path));
  const tenants = options.tenant === undefined ? await tenantsOf(gateway.keysFile) : [options.tenant];
  return [...new Set(text.match(SEALED))].map((sealed) => opened(sealer, tenants, sealed));
}

function keysIn(path: string): ReturnType<typeof readSealingKeys> {
  return readSealingKeys(path).catch((cause: unknown) => {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new CompactError("INVALID_INPUT", message, { details: { path }, cause });
  });
}

async function tenantsOf(keysFile: string): Promise<string[]> {
  const keys = (await new KeyFile(keysFile).read()) ?? [];
  return [...new Set([LOCAL_TENANT, ...keys.map(({ tenant }) => tenant)])];
}

function opened(sealer: Sealer, tenants: readonly string[], sealed: string): OpenedCompaction {
  for (const tenant of tenants) {
    const content = openItem(sealer, tenant, sealed);
    if (!content) continue;
    if (!("reference" in content)) return { sealed, tenant, compaction: compactionView(content) };
    const { id, session, createdAt } = content;
    return { sealed, tenant, reference: { id, session, created_at: createdAt } };
  }
  return { sealed };
}
