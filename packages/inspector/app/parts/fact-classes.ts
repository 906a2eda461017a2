/** What may become of a fact, in the order in which it is told. */
export const FACT_CLASSES = ["retained", "recoverable", "missing", "mutated", "stale"] as const;
export type FactClass = (typeof FACT_CLASSES)[number];
