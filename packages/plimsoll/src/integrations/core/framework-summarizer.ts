import { askSummarizer, type AskSummarizerOptions } from "../../summarizers/ask-summarizer.js";
import type { Summarizer } from "../../summarizers/summarizer.js";

/** What a caller may say about a model of a framework that writes summaries. */
export type FrameworkSummarizerOptions = Partial<Omit<AskSummarizerOptions, "ask">>;

/** Summaries by a model that a framework asks. */
export function frameworkSummarizer(options: AskSummarizerOptions): Summarizer {
  return askSummarizer(options);
}
