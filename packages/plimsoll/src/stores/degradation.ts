import { CompactError } from "../errors/compact-error.js";

export interface DegradationOptions {
  /** Told once when a store fails, and again only after it has recovered in between. */
  onDegraded(error: unknown, operation: string): void;
  /** True if nothing is left that the failing store has to take over. */
  isEmpty(): boolean;
}

/** Whether a store works at the moment, and who is told when it does not. */
export class Degradation {
  readonly #options: DegradationOptions;
  #isDegraded = false;

  constructor(options: DegradationOptions) {
    this.#options = options;
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
    if (this.#isDegraded) return;
    this.#isDegraded = true;
    this.tell(error, operation);
  }

  recover(): void {
    if (this.#options.isEmpty()) this.#isDegraded = false;
  }

  tell(error: unknown, operation: string): void {
    try {
      this.#options.onDegraded(error, operation);
    } catch {
      // A listener that throws must not stop the run that the store keeps going.
    }
  }
}

export function isCallersFault(error: unknown): boolean {
  return CompactError.isInstance(error) && error.code === "INVALID_INPUT";
}
