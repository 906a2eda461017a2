import { CompactError } from "../../errors/compact-error.js";
import type { Summarizer, Summary } from "../../summarizers/summarizer.js";
import type { Schedule } from "./acknowledgements.js";

/** The same summarizer, which fails where it takes too long: a compaction must come to an end. */
export function timedSummarizer(
  summarizer: Summarizer,
  { schedule, milliseconds }: { readonly schedule: Schedule; readonly milliseconds: number },
): Summarizer {
  const timed = (task: () => Promise<Summary>): Promise<Summary> =>
    new Promise((resolve, reject) => {
      const late = (): void =>
        reject(
          new CompactError(
            "SUMMARIZER_FAILED",
            `The summarizer ${JSON.stringify(summarizer.name)} did not answer within ${milliseconds} ms.`,
          ),
        );
      const callOff = schedule(late, milliseconds);
      task().then(resolve, reject).finally(callOff);
    });
  return {
    name: summarizer.name,
    ...(summarizer.model === undefined ? {} : { model: summarizer.model }),
    summarize: (request) => timed(() => summarizer.summarize(request)),
    ...(summarizer.revise
      ? {
          revise: (instruction, request) =>
            timed(
              () =>
                summarizer.revise?.(instruction, request) ??
                Promise.reject(new CompactError("SUMMARIZER_FAILED", "Nobody can be asked again.")),
            ),
        }
      : {}),
  };
}
