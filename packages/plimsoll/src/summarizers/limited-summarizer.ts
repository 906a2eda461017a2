import { CompactError } from "../errors/compact-error.js";
import { type TimeLimit, withinTime } from "../errors/within-time.js";
import type { Summarizer, Summary, SummaryRequest } from "./summarizer.js";

/**
 * The same summarizer, which is given up with `SUMMARIZER_FAILED` where it does not answer in time; 0 milliseconds wait
 * without end. Its signal is aborted then. The caller's own signal ends the wait at once, whether or not the summarizer
 * listens to it.
 */
export function limitedSummarizer(summarizer: Summarizer, milliseconds: number): Summarizer {
  const given: unknown = summarizer.name;
  const name = typeof given === "string" && given !== "" ? given : "unnamed";
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
    ...(summarizer.model === undefined ? {} : { model: summarizer.model }),
    summarize: (request) =>
      withinTime(limit(request), (signal) => summarizer.summarize({ ...request, signal })),
    ...(summarizer.revise
      ? {
          revise: (instruction: string, request: SummaryRequest): Promise<Summary> =>
            withinTime(limit(request), (signal) => revised(summarizer, instruction, { ...request, signal })),
        }
      : {}),
  };
}

/** True where a summarizer was given up: asking it again would only take as long again. */
export function isTooLate(error: unknown): boolean {
  return CompactError.isInstance(error) && error.details["timeLimit"] === true;
}

function revised(summarizer: Summarizer, instruction: string, request: SummaryRequest): Promise<Summary> {
  const answer = summarizer.revise?.(instruction, request);
  return answer ?? Promise.reject(new CompactError("SUMMARIZER_FAILED", "Nobody can be asked again."));
}
