import { DEFAULT_TENANT } from "../archive.js";
import { artifactId } from "../artifacts/describe-artifact.js";
import { stopIfAborted } from "../artifacts/reseal-bytes.js";
import { referencedIds } from "../artifacts/with-references.js";
import type { StorageAdapter } from "../storage-adapter.js";
import { tenantStorage } from "../tenant-storage.js";
import { tenantOfPlace } from "../tenant-place.js";
import { type CheckOptions, FINDINGS, type StoreFinding } from "./store-finding.js";

const ARTIFACTS_AT_ONCE = 100;

/** What a survey read, and what it found. */
export interface StoreSurvey {
  readonly sessions: number;
  readonly entries: number;
  readonly artifacts: number;
  readonly findings: readonly StoreFinding[];
}

export interface SurveyOptions extends CheckOptions {
  /** Told after every session. */
  readonly onProgress?: (sofar: Omit<StoreSurvey, "findings">) => void;
}

/**
 * Reads everything that a store holds: files or tables in the store's own way, then every entry and payload of every
 * tenant. A repair mends what can be mended without loss; it deletes no entry and no payload.
 */
export async function surveyStore(
  storage: StorageAdapter,
  options: SurveyOptions = {},
): Promise<StoreSurvey> {
  const survey = new Survey(storage, options);
  await survey.run();
  return survey.report();
}

/** The payloads of a session that can be read, and the time of the one that was used longest ago. */
interface StoredPayloads {
  readonly ids: ReadonlySet<string>;
  readonly oldest: number;
}

class Survey {
  readonly #storage: StorageAdapter;
  readonly #options: SurveyOptions;
  readonly #findings: StoreFinding[] = [];
  readonly #count = { sessions: 0, entries: 0, artifacts: 0 };

  constructor(storage: StorageAdapter, options: SurveyOptions) {
    this.#storage = storage;
    this.#options = options;
  }

  async run(): Promise<void> {
    const { repair = false, signal } = this.#options;
    const check = this.#storage.check?.({ repair, ...(signal ? { signal } : {}) }) ?? [];
    for await (const finding of check) this.#findings.push(finding);
    try {
      for (const [tenant, view] of await tenantViews(this.#storage)) await this.#tenant(tenant, view);
    } catch (error) {
      // What is damaged may not list its sessions; that must not hide what was found.
      if (signal?.aborted === true || !this.#hasErrors) throw error;
      const place = this.#storage.name;
      this.#findings.push({ kind: "unreadable_session", place, message: reason(error) });
    }
  }

  get #hasErrors(): boolean {
    return this.#findings.some(({ kind, isMended }) => FINDINGS[kind] === "error" && isMended !== true);
  }

  report(): StoreSurvey {
    return { ...this.#count, findings: this.#findings };
  }

  async #tenant(tenant: string, view: StorageAdapter): Promise<void> {
    const ids = new Set((await view.sessions()).map(({ sessionId }) => sessionId));
    for (const { sessionId } of await view.artifactSessions(tenant).catch(() => [])) ids.add(sessionId);
    for (const sessionId of ids) {
      stopIfAborted(this.#options.signal);
      const stored = await this.#artifacts(view, { tenant, sessionId });
      await this.#session(view, sessionId, stored);
      this.#count.sessions += 1;
      this.#options.onProgress?.({ ...this.#count });
    }
  }

  async #session(view: StorageAdapter, sessionId: string, stored: StoredPayloads): Promise<void> {
    try {
      const missing = new Map<string, string>();
      for (const { kind, data, ts } of await view.read(sessionId)) {
        this.#count.entries += 1;
        if (kind !== "item") continue;
        for (const id of referencedIds(data)) if (!stored.ids.has(id)) missing.set(id, ts);
      }
      for (const [artifactId, ts] of missing) {
        const about = { place: view.name, sessionId, artifactId };
        // A sweep would have taken the older one too, and all of a session are deleted together.
        if (Date.parse(ts) >= stored.oldest) {
          const message =
            "An entry refers to a payload that is gone, while an older one of the session is stored: put it back from a backup.";
          this.#findings.push({ kind: "lost_payload", ...about, message });
        } else {
          const message =
            "An entry refers to a payload that is not stored: its retention has ended, or it was deleted.";
          this.#findings.push({ kind: "missing_payload", ...about, message });
        }
      }
    } catch (error) {
      this.#findings.push({
        kind: "unreadable_session",
        place: view.name,
        sessionId,
        message: reason(error),
      });
    }
  }

  async #artifacts(
    view: StorageAdapter,
    scope: { readonly tenant: string; readonly sessionId: string },
  ): Promise<StoredPayloads> {
    const { sessionId } = scope;
    const ids = new Set<string>();
    let oldest = Number.POSITIVE_INFINITY;
    const damaged = (message: string, id?: string): void => {
      const about = id === undefined ? {} : { artifactId: id };
      this.#findings.push({ kind: "damaged_payload", place: view.name, sessionId, message, ...about });
    };
    for (let offset = 0; ; offset += ARTIFACTS_AT_ONCE) {
      const page = await view.listArtifacts(scope, { offset, limit: ARTIFACTS_AT_ONCE }).catch((error) => {
        damaged(reason(error));
        return [];
      });
      for (const { id, lastTs } of page) {
        const artifact = await view.getArtifact(scope, id).catch((error: unknown) => {
          damaged(reason(error), id);
          return "damaged" as const;
        });
        if (artifact === "damaged") continue;
        if (!artifact) {
          // Somebody may have deleted it in between; then it is not listed either.
          const again = await view.listArtifacts(scope).catch(() => []);
          if (again.some((info) => info.id === id))
            damaged("The payload is listed, and its bytes are gone.", id);
          continue;
        }
        ids.add(id);
        oldest = Math.min(oldest, Date.parse(lastTs));
        this.#count.artifacts += 1;
        // With a key the bytes themselves tell whether they were changed; ids may be those of an older key.
        if (!view.artifactSalt && artifactId(artifact.text) !== id)
          damaged("The payload is not what its id says.", id);
      }
      if (page.length < ARTIFACTS_AT_ONCE) return { ids, oldest };
    }
  }
}

/** What each tenant may see of a store. A store without tenants is that of the default one. */
export async function tenantViews(
  storage: StorageAdapter,
): Promise<[tenant: string, view: StorageAdapter][]> {
  if (storage.tenant !== undefined) return [[storage.tenant, storage]];
  const views = new Map<string, StorageAdapter>();
  for (const { sessionId } of await storage.sessions()) {
    const tenant = tenantOfPlace(sessionId);
    if (tenant !== undefined && !views.has(tenant)) views.set(tenant, tenantStorage(storage, tenant));
  }
  const sessions = async (): ReturnType<StorageAdapter["sessions"]> =>
    (await storage.sessions()).filter(({ sessionId }) => tenantOfPlace(sessionId) === undefined);
  return [...views, [DEFAULT_TENANT, { ...storage, sessions }]];
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
