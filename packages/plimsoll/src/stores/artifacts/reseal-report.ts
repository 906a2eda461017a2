/** What became of the payloads and references of a store that were to be sealed anew. */
export interface ResealReport {
  /** Sealed by the first key now, and by another one before. */
  readonly resealed: number;
  /** Sealed by the first key already. */
  readonly current: number;
  /** Opened by none of the keys, and left as they are. */
  readonly unreadable: number;
}

export type ResealOutcome = keyof ResealReport;

/** Counts what became of each; what is gone meanwhile is not counted. */
export class ResealCount implements ResealReport {
  resealed = 0;
  current = 0;
  unreadable = 0;

  add(outcome: ResealOutcome | undefined): void {
    if (outcome !== undefined) this[outcome] += 1;
  }
}
