import type { CompactionReport } from "plimsoll";
import type { CallSummarizer } from "./call-summarizer.js";
import type { Degradation } from "./compaction-account.js";

const MAX_REASON = 500;

/** Says that another summarizer wrote than the one that should have, and why. */
export function summaryDegradation(
  summarizer: CallSummarizer | undefined,
  report: CompactionReport | undefined,
): Degradation[] {
  if (!summarizer || !report || report.summarizer === summarizer.name || report.summarizer === "none")
    return [];
  const last = summarizer.failures?.at(-1) ?? "its summary was not accepted";
  const reason = `${summarizer.model ?? summarizer.name} gave no summary: ${last}`
    .replace(/\s+/g, " ")
    .slice(0, MAX_REASON);
  return [{ kind: "summarizer", reason }];
}
