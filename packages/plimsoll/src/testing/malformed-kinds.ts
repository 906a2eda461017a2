import type { SyntheticResult, SyntheticStep } from "./synthetic-step.js";

/** Ways in which recorded histories break the pairing of calls and results. */
export const MALFORMED_KINDS = [
  "orphan_result",
  "duplicate_call_id",
  "call_without_result",
  "result_before_call",
  "duplicate_result",
] as const;
export type MalformedKind = (typeof MALFORMED_KINDS)[number];

/** A step of the assistant and the results that answer it. */
export interface ToolExchange {
  /** Absent if results stand alone. */
  readonly step: SyntheticStep | undefined;
  readonly results: readonly SyntheticResult[];
  readonly resultsFirst: boolean;
}

/** The exchange broken in one way. `unusedId` is a call id that nothing else in the history has. */
export function malform(exchange: ToolExchange, kind: MalformedKind, unusedId: string): ToolExchange[] {
  const first = exchange.results[0];
  if (first === undefined) return [exchange];
  switch (kind) {
    case "orphan_result":
      return [exchange, alone({ ...first, callId: unusedId })];
    case "duplicate_call_id":
      return [exchange, again(exchange)];
    case "call_without_result":
      return [{ ...exchange, results: exchange.results.slice(1) }];
    case "result_before_call":
      return [{ ...exchange, resultsFirst: true }];
    case "duplicate_result":
      return [exchange, alone(first)];
  }
}

function alone(result: SyntheticResult): ToolExchange {
  return { step: undefined, results: [result], resultsFirst: false };
}

/** Another step that uses the same call ids: other items, other outputs. */
function again({ step, results }: ToolExchange): ToolExchange {
  return {
    step: step && { ...step, id: `${step.id}2` },
    results: results.map((result) => ({ ...result, text: `second run\n${result.text}` })),
    resultsFirst: false,
  };
}
