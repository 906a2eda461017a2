import { CompactError } from "../../errors/compact-error.js";

export interface DegradationOptions {
  /** Told once when a store fails, and again only after it has recovered in between. */
  onDegraded(error: unknown, operation: string): void;
  /** True if nothing waits for the failing store. */
  isEmpty(): boolean;
  /** ISO 8601. */
  now?(): string;
}

/** A failing store, since when and why, until it works again and has taken the waiting entries. */
export interface Failing {
  /** ISO 8601; absent without a clock. */
  readonly since?: string;
  /** The first operation that failed, such as "append". */
  readonly operation: string;
  readonly reason: string;
}

/** The parts of a store that can fail separately. */
export const STORE_PARTS = ["entries", "artifacts"] as const;
export type StorePart = (typeof STORE_PARTS)[number];

/** The state of a store with a fallback while its primary fails. */
export interface StoreTrouble extends Failing {
  readonly store: string;
  /** Which parts of it fail. */
  readonly parts: readonly StorePart[];
  /** Entries that are in memory only. */
  readonly entries: number;
  /** Artifacts that are in memory only. */
  readonly artifacts: number;
  /** Of both. */
  readonly characters: number;
}

/** Tracks whether a store works, and reports when it does not. */
export class Degradation {
  readonly #options: DegradationOptions;
  #failing: Failing | undefined;

  constructor(options: DegradationOptions) {
    this.#options = options;
  }

  get failing(): Failing | undefined {
    return this.#failing;
  }

  /** The store's answer, or `otherwise` if it fails; throws errors of the caller. */
  async attempt<T>(operation: string, otherwise: T, call: () => Promise<T>): Promise<T> {
    let result: T;
    try {
      result = await call();
    } catch (error) {
      if (isCallersFault(error)) throw error;
      this.degrade(error, operation);
      return otherwise;
    }
    this.recover();
    return result;
  }

  degrade(error: unknown, operation: string): void {
    if (this.#failing) return;
    const since = this.#options.now?.();
    this.#failing = { ...(since === undefined ? {} : { since }), operation, reason: reasonOf(error) };
    this.tell(error, operation);
  }

  recover(): void {
    if (this.#options.isEmpty()) this.#failing = undefined;
  }

  tell(error: unknown, operation: string): void {
    try {
      this.#options.onDegraded(error, operation);
    } catch {
      // A listener that throws must not stop the run that the store keeps going.
    }
  }
}

/** The trouble of a store; undefined if it works or has no fallback. */
export function troubleOf(store: object | undefined): StoreTrouble | undefined {
  return (store as { readonly trouble?: StoreTrouble } | undefined)?.trouble;
}

export function isCallersFault(error: unknown): boolean {
  return CompactError.isInstance(error) && error.code === "INVALID_INPUT";
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A reason that ends as a sentence does. */
export function sentence(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}
