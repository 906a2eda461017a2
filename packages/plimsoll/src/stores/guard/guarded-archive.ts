import type { Archive, Unwritten } from "../archive.js";
import { checkStore } from "../check-store.js";
import { createArchive } from "../create-archive.js";
import { runAll } from "../run-all.js";
import type { StorageAdapter } from "../storage-adapter.js";
import { tenantStorage } from "../tenant-storage.js";
import type { StoreTrouble } from "./degradation.js";
import { type FallbackStorage, withFallback } from "./fallback-storage.js";
import { Patience } from "./patience.js";
import { renewingStorage } from "./renewing-storage.js";
import { type TimedStorage, timedStorage } from "./timed-storage.js";

export interface GuardedArchiveOptions {
  readonly storage: StorageAdapter;
  readonly tenant?: string | undefined;
  /** How long a store is waited for; 0 without end. */
  readonly milliseconds: number;
  /** ISO 8601. */
  now(): string;
  /** Told once when the store fails, and again only after it has recovered in between. */
  onDegraded(error: unknown, operation: string): void;
}

/** An archive that never blocks a run: if its store does not answer, memory replaces it. */
export class GuardedArchive {
  readonly archive: Archive;
  readonly #given: StorageAdapter;
  readonly #storage: FallbackStorage;
  readonly #timed: TimedStorage;
  readonly #patience: Patience;

  constructor(options: GuardedArchiveOptions) {
    const { tenant, milliseconds } = options;
    const storage = checkStore(options.storage, { what: "storage", code: "INVALID_CONFIG" });
    const now = (): string => options.now();
    this.#timed = timedStorage(storage, milliseconds);
    const timed = renewingStorage(this.#timed, now);
    this.#given = storage;
    this.#patience = new Patience(storage.name, milliseconds);
    this.#storage = withFallback(tenant === undefined ? timed : tenantStorage(timed, tenant), {
      now,
      onDegraded: (error, operation) => options.onDegraded(error, operation),
    });
    this.archive = createArchive(this.#storage);
  }

  /** Undefined while the store works and has everything. */
  get trouble(): StoreTrouble | undefined {
    return this.#storage.trouble;
  }

  unwritten(): Promise<Unwritten> {
    return this.#storage.unwritten();
  }

  /** Tries to write what is kept. Never rejects. */
  retry(): Promise<void> {
    return this.#storage.retry();
  }

  /** Closes everything it can. @throws CompactError `STORE_UNAVAILABLE` if something could not be written. */
  close(): Promise<void> {
    this.#timed.insist();
    return runAll([
      () => this.archive.close(),
      // A tenant's view of a store leaves the store open for the others; this one was given the store itself.
      () => this.#patience.wait("close", () => this.#given.close()).catch(() => undefined),
    ]);
  }
}
