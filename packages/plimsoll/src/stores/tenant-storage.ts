import { CompactError } from "../errors/compact-error.js";
import type {
  ArtifactPart,
  EntryKind,
  EntryPart,
  SessionInfo,
  StorageAdapter,
  StoredEntry,
} from "./storage-adapter.js";
import { checkStore } from "./check-store.js";
import { exclusiveUse } from "./exclusive-use.js";
import { joinParts } from "./join-parts.js";
import { compareSessions, timestampMilliseconds } from "./timestamp-milliseconds.js";
import type { ArtifactScope } from "./artifacts/artifact.js";
import { validateArtifactScope, validateTenant } from "./artifacts/validate-artifact-scope.js";
import { placeOfTenant, tenantPrefix } from "./place-of-tenant.js";

/** The entry that holds the id of a session whose id is too long to be part of the archive's own id. */
const NAME_ENTRY_ID = "plimsoll/session-id";

/**
 * The sessions of one tenant in an archive that tenants share: they are seen, listed and swept under their own ids,
 * and no session or artifact of another tenant can be named. Closing it leaves the archive open for the others. A sweep looks at
 * the sessions first and removes them one by one.
 */
export function tenantStorage(storage: StorageAdapter, tenant: string): StorageAdapter {
  const shared = checkStore(storage, { what: "The store of tenantStorage", code: "INVALID_INPUT" });
  const name = validateTenant(tenant);
  return {
    ...joinParts({ entries: new TenantEntries(shared, name), artifacts: tenantArtifacts(shared, name) }),
    tenant: name,
  };
}

class TenantEntries implements EntryPart {
  declare readonly exclusively?: NonNullable<EntryPart["exclusively"]>;
  readonly name: string;
  readonly #storage: EntryPart;
  readonly #name: string;
  readonly #tenant: string;

  constructor(storage: EntryPart, tenant: string) {
    this.name = storage.name;
    this.#storage = storage;
    this.#name = tenant;
    this.#tenant = tenantPrefix(tenant);
    Object.assign(
      this,
      exclusiveUse(storage, (sessionId) => placeOfTenant(this.#name, sessionId).id),
    );
  }

  async append(sessionId: string, entries: readonly StoredEntry[]): Promise<void> {
    const { id, isDigest } = placeOfTenant(this.#name, sessionId);
    refuseNameEntries(entries);
    const first = entries[0];
    if (!isDigest || !first) return this.#storage.append(id, entries);
    const name: StoredEntry = { kind: "item", id: NAME_ENTRY_ID, ts: first.ts, data: sessionId };
    return this.#storage.append(id, [name, ...entries]);
  }

  async read(sessionId: string, kinds?: readonly EntryKind[]): Promise<StoredEntry[]> {
    const { id, isDigest } = placeOfTenant(this.#name, sessionId);
    const entries = await this.#storage.read(id, kinds);
    return isDigest ? entries.filter((entry) => entry.id !== NAME_ENTRY_ID) : entries;
  }

  async find(sessionId: string, ids: readonly string[]): Promise<(StoredEntry | undefined)[]> {
    const found = await this.#storage.find(placeOfTenant(this.#name, sessionId).id, ids);
    return found.map((entry) => (entry?.id === NAME_ENTRY_ID ? undefined : entry));
  }

  async sessions(): Promise<SessionInfo[]> {
    const infos: SessionInfo[] = [];
    for (const info of await this.#storage.sessions()) {
      const own = await this.#ownInfo(info);
      if (own) infos.push(own);
    }
    return infos.sort(compareSessions);
  }

  async remove(sessionId: string): Promise<boolean> {
    return this.#storage.remove(placeOfTenant(this.#name, sessionId).id);
  }

  async sweep(before: string): Promise<string[]> {
    const limit = timestampMilliseconds(before, () => "The time to sweep before");
    const swept: string[] = [];
    for (const { sessionId, lastTs } of await this.sessions()) {
      if (Date.parse(lastTs) < limit && (await this.remove(sessionId))) swept.push(sessionId);
    }
    return swept;
  }

  async close(): Promise<void> {}

  /** Undefined for a session of another tenant. */
  async #ownInfo(info: SessionInfo): Promise<SessionInfo | undefined> {
    const start = this.#tenant.length + 1;
    const mark = info.sessionId.startsWith(this.#tenant) ? info.sessionId[start - 1] : undefined;
    if (mark === ":") return { ...info, sessionId: info.sessionId.slice(start) };
    if (mark !== "#") return undefined;
    const [name] = await this.#storage.find(info.sessionId, [NAME_ENTRY_ID]);
    if (typeof name?.data !== "string") return undefined;
    return { ...info, sessionId: name.data, entries: info.entries - 1 };
  }
}

/** The store itself separates the artifacts of tenants; this restricts it to one tenant. */
function tenantArtifacts(storage: StorageAdapter, tenant: string): ArtifactPart {
  const own = (scope: ArtifactScope): ArtifactScope => {
    requireTenant(tenant, validateArtifactScope(scope).tenant);
    return scope;
  };
  return {
    name: storage.name,
    ...(storage.artifactSalt === undefined ? {} : { artifactSalt: storage.artifactSalt }),
    putArtifacts: async (scope, artifacts) => storage.putArtifacts(own(scope), artifacts),
    getArtifact: async (scope, id) => storage.getArtifact(own(scope), id),
    listArtifacts: async (scope, options) => storage.listArtifacts(own(scope), options),
    searchArtifacts: async (scope, words, options) => storage.searchArtifacts(own(scope), words, options),
    artifactSessions: async (name) => storage.artifactSessions(requireTenant(tenant, validateTenant(name))),
    removeArtifacts: async (scope) => storage.removeArtifacts(own(scope)),
    async sweepArtifacts(before, options) {
      if (options?.tenant !== undefined) requireTenant(tenant, validateTenant(options.tenant));
      return storage.sweepArtifacts(before, { tenant });
    },
    close: async () => {},
  };
}

function requireTenant(own: string, asked: string): string {
  if (asked === own) return own;
  throw new CompactError(
    "INVALID_INPUT",
    `This store shows the tenant ${JSON.stringify(own)} only; open that of ${JSON.stringify(asked)} with tenantStorage.`,
    { details: { tenant: own, asked } },
  );
}

function refuseNameEntries(entries: readonly StoredEntry[]): void {
  if (!entries.some((entry) => entry?.id === NAME_ENTRY_ID)) return;
  throw new CompactError(
    "INVALID_INPUT",
    `The id ${JSON.stringify(NAME_ENTRY_ID)} is reserved by the store; use another id for the entry.`,
  );
}
