/** A request may not ask for so long an answer that nothing fits beside it. */
const LARGEST_RESERVE = 0.5;

/** The tokens that a prompt may have: the window without what is kept free for the answer. */
export function inputBudget(window: number, outputReserve: number, maxOutputTokens?: number): number {
  const wanted = Math.max(outputReserve, maxOutputTokens ?? 0);
  return window - Math.min(wanted, Math.floor(window * LARGEST_RESERVE));
}
