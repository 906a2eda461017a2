import { CompactError } from "../../errors/compact-error.js";
import type { Summarizer, Summary } from "../../summarizers/summarizer.js";
import type { Schedule } from "./acknowledgements.js";

/** The same summarizer with a time limit, because a compaction must end. */
export function timedSummarizer(
  summarizer: Summarizer,
  { schedule, milliseconds }: { readonly schedule: Schedule; readonly milliseconds: number },
): Summarizer {
  const timed = (task: () => Promise<Summary>, signal: AbortSignal | undefined): Promise<Summary> =>
    new Promise((resolve, reject) => {
      const late = (): void => reject(tooLate(summarizer.name, milliseconds));
      const callOff = schedule(late, milliseconds);
      const abort = (): void => reject(signal?.reason);
      signal?.addEventListener("abort", abort, { once: true });
      task()
        .then(resolve, reject)
        .finally(() => {
          callOff();
          signal?.removeEventListener("abort", abort);
        });
    });
  return {
    name: summarizer.name,
    ...(summarizer.model === undefined ? {} : { model: summarizer.model }),
    summarize: (request) => timed(() => summarizer.summarize(request), request.signal),
    ...(summarizer.revise
      ? {
          revise: (instruction, request) =>
            timed(
              () =>
                summarizer.revise?.(instruction, request) ??
                Promise.reject(
                  new CompactError("SUMMARIZER_FAILED", "The summarizer cannot revise a summary."),
                ),
              request.signal,
            ),
        }
      : {}),
  };
}

const tooLate = (name: string, milliseconds: number): CompactError =>
  new CompactError(
    "SUMMARIZER_FAILED",
    `The summarizer ${JSON.stringify(name)} did not answer within ${milliseconds} ms.`,
  );
