/** From the least to the most important. */
export const SEVERITIES = ["debug", "info", "warning", "high"] as const;

/** How much an event matters to an operator. */
export type Severity = (typeof SEVERITIES)[number];
