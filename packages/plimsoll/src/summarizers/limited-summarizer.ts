import { CompactError } from "../errors/compact-error.js";
import { type TimeLimit, withinTime } from "../errors/within-time.js";
import type { Summarizer, Summary, SummaryRequest } from "./summarizer.js";

/** A longer name is cut. */
const MAX_NAME = 200;

/**
 * The same summarizer with a time limit. If it does not answer in time, its signal aborts and the call fails with
 * `SUMMARIZER_FAILED`; 0 milliseconds waits forever. The caller's own signal ends the wait at once, even if the
 * summarizer ignores it.
 */
export function limitedSummarizer(summarizer: Summarizer, milliseconds: number): Summarizer {
  const name = nameOf(summarizer);
  const limit = ({ signal }: SummaryRequest): TimeLimit => ({
    milliseconds,
    signal,
    tooLate: () =>
      new CompactError(
        "SUMMARIZER_FAILED",
        `The summarizer "${name}" did not answer within ${milliseconds} ms; raise timeLimits.summarizerMs if it needs longer.`,
        { details: { summarizer: name, milliseconds, timeLimit: true } },
      ),
  });
  return {
    name,
    ...(typeof summarizer.model === "string" ? { model: summarizer.model } : {}),
    summarize: (request) =>
      withinTime(limit(request), async (signal) =>
        plainSummary(await summarizer.summarize({ ...request, signal })),
      ),
    ...(summarizer.revise
      ? {
          revise: (instruction: string, request: SummaryRequest): Promise<Summary> =>
            withinTime(limit(request), async (signal) =>
              plainSummary(await revised(summarizer, instruction, { ...request, signal })),
            ),
        }
      : {}),
  };
}

function nameOf(summarizer: Summarizer): string {
  const given: unknown = summarizer.name;
  return typeof given === "string" && given !== "" ? given.slice(0, MAX_NAME) : "unnamed";
}

/** A copy of an answer, read once: an unreadable answer fails here, where a retry is possible. */
function plainSummary(answer: Summary): Summary {
  const given: unknown = answer;
  return typeof given === "object" && given !== null ? { ...answer } : answer;
}

/** True if a summarizer timed out: asking it again would only take as long again. */
export function isTooLate(error: unknown): boolean {
  return CompactError.isInstance(error) && error.details["timeLimit"] === true;
}

function revised(summarizer: Summarizer, instruction: string, request: SummaryRequest): Promise<Summary> {
  const answer = summarizer.revise?.(instruction, request);
  return (
    answer ?? Promise.reject(new CompactError("SUMMARIZER_FAILED", "The summarizer cannot revise a summary."))
  );
}
