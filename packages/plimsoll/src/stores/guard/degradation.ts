import { CompactError } from "../../errors/compact-error.js";

export interface DegradationOptions {
  /** Told once when a store fails, and again only after it has recovered in between. */
  onDegraded(error: unknown, operation: string): void;
  /** True if nothing is left that the failing store has to take over. */
  isEmpty(): boolean;
  /** ISO 8601. */
  now?(): string;
}

/** That a store fails, since when and why; until it works again and has taken over what was kept for it. */
export interface Failing {
  /** ISO 8601; absent where nobody gave a clock. */
  readonly since?: string;
  /** What was tried first, as in "append". */
  readonly operation: string;
  readonly reason: string;
}

/** What can fail on its own in a store. */
export const STORE_PARTS = ["entries", "artifacts"] as const;
export type StorePart = (typeof STORE_PARTS)[number];

/** What a store with a fallback says of itself while its primary fails. */
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

/** Whether a store works at the moment, and who is told when it does not. */
export class Degradation {
  readonly #options: DegradationOptions;
  #failing: Failing | undefined;

  constructor(options: DegradationOptions) {
    this.#options = options;
  }

  get failing(): Failing | undefined {
    return this.#failing;
  }

  /** What the store answers, or `otherwise` where it fails; a fault of the caller is thrown. */
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

/** What a store says of itself; undefined for one that works, and for one that has nothing to fall back on. */
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
