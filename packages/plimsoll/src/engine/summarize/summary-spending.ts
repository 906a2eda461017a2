import type { NormalizedUsage } from "../../tokens/normalize-usage.js";

/**
 * The usage of requests to a summarizing model, by session, until a result reports it. Includes summaries that
 * were never used: prepared in vain, refused, or written for a call that failed.
 */
export class SummarySpending {
  readonly #untold = new Map<string, NormalizedUsage[]>();

  add(sessionId: string, usage: readonly NormalizedUsage[]): void {
    if (usage.length === 0) return;
    const untold = this.#untold.get(sessionId);
    if (untold) untold.push(...usage);
    else this.#untold.set(sessionId, [...usage]);
  }

  /** The usage since the last call of this method. */
  take(sessionId: string): readonly NormalizedUsage[] {
    const untold = this.#untold.get(sessionId) ?? [];
    this.#untold.delete(sessionId);
    return untold;
  }
}
