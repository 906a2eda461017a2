import type { Archive, Unwritten } from "../archive.js";
import type { ArtifactStore } from "../artifact-store.js";
import { createArchive } from "../create-archive.js";
import type { StoreTrouble } from "./degradation.js";
import { type FallbackArtifacts, withArtifactFallback } from "./fallback-artifacts.js";
import { type FallbackStorage, withFallback } from "./fallback-storage.js";
import { Patience } from "./patience.js";
import { renewingArtifacts } from "./renewing-artifacts.js";
import { runAll } from "../run-all.js";
import type { StorageAdapter } from "../storage-adapter.js";
import { tenantStorage } from "../tenant-storage.js";
import { timedArtifacts } from "./timed-artifacts.js";
import { timedStorage } from "./timed-storage.js";

export interface GuardedArchiveOptions {
  readonly storage: StorageAdapter;
  readonly artifacts?: ArtifactStore | undefined;
  readonly tenant?: string | undefined;
  /** How long a store is waited for; 0 without end. */
  readonly milliseconds: number;
  /** ISO 8601. */
  now(): string;
  /** Told once when a store fails, and again only after it has recovered in between. */
  onDegraded(error: unknown, operation: string): void;
}

/** What is wrong with an archive, of which one store or both may fail. */
export interface ArchiveTrouble {
  readonly stores: readonly StoreTrouble[];
  readonly entries: number;
  readonly artifacts: number;
}

/** An archive that nothing stops: its stores are given up where they do not answer, and memory takes their place. */
export class GuardedArchive {
  readonly archive: Archive;
  readonly #given: StorageAdapter;
  readonly #storage: FallbackStorage;
  readonly #artifacts: FallbackArtifacts | undefined;
  readonly #patience: Patience;

  constructor(options: GuardedArchiveOptions) {
    const { storage, tenant, milliseconds } = options;
    const now = (): string => options.now();
    const artifacts = options.artifacts ?? storage.artifacts;
    const timed = timedStorage(storage, milliseconds);
    this.#given = storage;
    this.#patience = new Patience(storage.name, milliseconds);
    this.#storage = withFallback(tenant === undefined ? timed : tenantStorage(timed, tenant), {
      now,
      onDegraded: (error, operation) => options.onDegraded(error, operation),
    });
    this.#artifacts =
      artifacts &&
      withArtifactFallback(renewingArtifacts(timedArtifacts(artifacts, milliseconds), now), {
        now,
        onDegraded: (error, operation) => options.onDegraded(error, `artifacts: ${operation}`),
      });
    this.archive = createArchive(this.#storage, {
      ...(this.#artifacts ? { artifacts: this.#artifacts } : {}),
      ...(tenant === undefined ? {} : { tenant }),
    });
  }

  /** Undefined while both stores work and have everything. */
  get trouble(): ArchiveTrouble | undefined {
    const [storage, artifacts] = [this.#storage.trouble, this.#artifacts?.trouble];
    const stores = [storage, artifacts].filter((trouble) => trouble !== undefined);
    if (stores.length === 0) return undefined;
    return { stores, entries: storage?.kept ?? 0, artifacts: artifacts?.kept ?? 0 };
  }

  async unwritten(): Promise<Unwritten> {
    return { entries: this.#storage.unwritten(), artifacts: (await this.#artifacts?.unwritten()) ?? [] };
  }

  /** Tries to hand over what is kept. Never rejects. */
  async retry(): Promise<void> {
    await this.#storage.retry();
    await this.#artifacts?.retry();
  }

  /** Closes what can be closed. @throws CompactError `STORE_UNAVAILABLE` where something could not be written. */
  close(): Promise<void> {
    return runAll([
      () => this.archive.close(),
      // A tenant's view of a store leaves the store open for the others; this one was given the store itself.
      () => this.#patience.wait("close", () => this.#given.close()).catch(() => undefined),
    ]);
  }
}
