import { summarizeWithRetry } from "../../summarizers/summarize-with-retry.js";
import type { Summary, SummaryRequest } from "../../summarizers/summarizer.js";
import type { Engine } from "../engine.js";
import { requestFor } from "./text-below-state.js";

/** What the summarizers came to. */
export interface Attempt {
  readonly summary?: Summary;
  readonly template: string;
  readonly summarizer: string;
  readonly attempts: number;
}

/** Less room is not worth a summarizer. */
const LEAST_REST = 16;

/** The summarizer, once more with `brief`, then the fallback. No summarizer is asked where the state leaves it no room. */
export async function attemptSummary<W extends object>(
  engine: Engine<W>,
  request: SummaryRequest,
): Promise<Attempt> {
  if (!engine.policy.summarize) return PRUNED;
  if (request.stated !== undefined && request.maxTokens < LEAST_REST) return STATE_ALONE;
  return firstSummary(engine, request);
}

/** A summary that is the printed state and nothing else. */
const STATE_ALONE: Attempt = { summary: { text: "" }, template: "none", summarizer: "none", attempts: 0 };

/** The summarizer, once more with `brief`, then the fallback; without a summary when all of them failed. */
async function firstSummary<W extends object>(engine: Engine<W>, request: SummaryRequest): Promise<Attempt> {
  let attempts = 0;
  for (const summarizer of [engine.summarizer, engine.fallbackSummarizer]) {
    if (!summarizer) continue;
    const own = requestFor(summarizer.name, request, { withExtracts: engine.policy.summaryExtracts });
    const result = await summarizeWithRetry(summarizer, own, {
      onFailure: (reason, template) =>
        engine.events.emit(request.sessionId, {
          event: "compact.summary_failed",
          summarizer: summarizer.name,
          template,
          reason,
        }),
    });
    attempts += result.attempts;
    if (result.summary) {
      return { summary: result.summary, template: result.template, summarizer: summarizer.name, attempts };
    }
  }
  engine.events.emit(request.sessionId, {
    event: "compact.summary_skipped",
    reason:
      "no summarizer returned a usable summary; the items are archived and leave the window without one",
  });
  return { template: "none", summarizer: "none", attempts };
}

/** If the policy wants no summary, one message states what must not be lost. */
const PRUNED: Attempt = { template: "none", summarizer: "none", attempts: 0 };
