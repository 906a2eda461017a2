import { CompactError } from "../../errors/compact-error.js";
import type { Summarizer, Summary, SummaryRequest } from "../summarizer.js";
import { type Candidates, collectCandidates } from "./candidates.js";
import { fitSummary } from "./fit-summary.js";
import { packUnits } from "./pack-units.js";

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new CompactError("ABORTED", "The summary was aborted by the caller's signal.", {
    cause: signal.reason,
  });
}

export interface ExtractiveOptions {
  /** Share of the budget that user text may take before anything else. @default 0.5 */
  readonly userShare?: number;
  /** Changes what the candidates are worth before they are packed: a place for a better judge of relevance. */
  readonly rank?: (candidates: Candidates, request: SummaryRequest) => Candidates | Promise<Candidates>;
}

/**
 * The embedded summarizer: chooses verbatim sentences, lines and records by the exact strings they hold
 * and prints them in order. No network, no model, the same text for the same request.
 */
export function extractiveSummarizer(options: ExtractiveOptions = {}): Summarizer {
  return {
    name: "extractive",
    async summarize(request: SummaryRequest): Promise<Summary> {
      throwIfAborted(request.signal);
      const collected = collectCandidates(request);
      const candidates = options.rank === undefined ? collected : await options.rank(collected, request);
      throwIfAborted(request.signal);
      const order = packUnits(candidates, request.maxTokens, options.userShare);
      throwIfAborted(request.signal);
      const { template, maxTokens } = request;
      return {
        text: fitSummary(candidates, order, { template, maxTokens, count: (text) => request.count(text) }),
      };
    },
  };
}
