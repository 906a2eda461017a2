import type { NormalizedUsage } from "../../tokens/normalize-usage.js";

/**
 * What requests to a summarizing model cost, by session, until a result tells it: also those whose summary was never
 * used, because it was prepared for nothing, refused, or written for a call that failed.
 */
export class SummarySpending {
  readonly #untold = new Map<string, NormalizedUsage[]>();

  add(sessionId: string, usage: readonly NormalizedUsage[]): void {
    if (usage.length === 0) return;
    const untold = this.#untold.get(sessionId);
    if (untold) untold.push(...usage);
    else this.#untold.set(sessionId, [...usage]);
  }

  /** What was spent since it was last asked for. */
  take(sessionId: string): readonly NormalizedUsage[] {
    const untold = this.#untold.get(sessionId) ?? [];
    this.#untold.delete(sessionId);
    return untold;
  }
}
