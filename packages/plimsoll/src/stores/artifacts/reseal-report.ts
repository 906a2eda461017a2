/** The outcome of resealing a store's payloads and references. */
export interface ResealReport {
  /** Sealed by the first key now, and by another one before. */
  readonly resealed: number;
  /** Sealed by the first key already. */
  readonly current: number;
  /** Opened by none of the keys, and left as they are. */
  readonly unreadable: number;
}

export type ResealOutcome = keyof ResealReport;

/** Counts the outcomes; does not count what was deleted in the meantime. */
export class ResealCount implements ResealReport {
  resealed = 0;
  current = 0;
  unreadable = 0;

  add(outcome: ResealOutcome | undefined): void {
    if (outcome !== undefined) this[outcome] += 1;
  }
}
