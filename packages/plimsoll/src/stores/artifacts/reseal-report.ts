export interface ResealOptions {
  readonly signal?: AbortSignal;
  /** Told now and then what was done so far. */
  readonly onProgress?: (sofar: ResealReport) => void;
}

/** The outcome of resealing a store's entries, payloads and references. */
export interface ResealReport {
  /** Sealed by the first key now, and by another one before. */
  readonly resealed: number;
  /** Sealed by the first key already. */
  readonly current: number;
  /** Opened by none of the keys, and left as they are. */
  readonly unreadable: number;
}

export type ResealOutcome = keyof ResealReport;

/** How many outcomes lie between two reports of progress. */
const REPORTED = 100;

/** Counts the outcomes; does not count what was deleted in the meantime. */
export class ResealCount implements ResealReport {
  resealed = 0;
  current = 0;
  unreadable = 0;
  readonly #onProgress: ResealOptions["onProgress"];

  constructor(onProgress?: ResealOptions["onProgress"]) {
    this.#onProgress = onProgress;
  }

  add(outcome: ResealOutcome | undefined): void {
    if (outcome === undefined) return;
    this[outcome] += 1;
    if ((this.resealed + this.current + this.unreadable) % REPORTED === 0) this.#onProgress?.(this.report());
  }

  report(): ResealReport {
    return { resealed: this.resealed, current: this.current, unreadable: this.unreadable };
  }
}

export function addReports(left: ResealReport, right: ResealReport): ResealReport {
  return {
    resealed: left.resealed + right.resealed,
    current: left.current + right.current,
    unreadable: left.unreadable + right.unreadable,
  };
}
