import type * as AgentsSdk from "@openai/agents";
import type { CompactionReport } from "../../engine/compact-result.js";

type AgentsPackage = typeof AgentsSdk;

let loading: Promise<AgentsPackage | undefined> | undefined;

/** The SDK at run time: its trace context and its usage class exist there only. Absent, nothing is traced. */
export function loadAgentsPackage(): Promise<AgentsPackage | undefined> {
  loading ??= import("@openai/agents").catch(() => undefined);
  return loading;
}

/** Adds the compactions to the current trace, one span each, without texts. */
export async function traceCompactions(
  reports: readonly CompactionReport[],
  durationMs: number,
): Promise<void> {
  if (reports.length === 0) return;
  const sdk = await loadAgentsPackage();
  if (!sdk?.getCurrentTrace()) return;
  for (const report of reports) {
    const data = {
      compaction_id: report.id,
      version: report.version,
      rung: report.rung,
      summarizer: report.summarizer,
      tokens_before: report.tokensBefore,
      tokens_after: report.tokensAfter,
      summary_tokens: report.summaryTokens,
      removed_items: report.removed.length,
      duration_ms: Math.round(durationMs),
    };
    const span = sdk.createCustomSpan({ data: { name: "compaction", data } });
    span.start();
    span.end();
  }
}
