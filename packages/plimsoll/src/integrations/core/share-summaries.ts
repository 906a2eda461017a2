import type { JobName, SharedJobs } from "../../stores/coordination/coordination.js";
import type { Summarizer, Summary, SummaryRequest } from "../../summarizers/summarizer.js";
import { sha256 } from "../../text/sha256.js";

/** Whose work is shared, and through what. */
export interface SharedWork {
  readonly jobs: SharedJobs;
  readonly tenant: string | undefined;
}

/** The embedded summarizer costs no money, and takes less time than asking others. */
const EMBEDDED = "extractive";

/**
 * A summarizer whose summaries are paid for once: another process that asks for a summary of the same items, because this one
 * died before it could use it, gets what was written. Without a model there is nothing to share.
 */
export function shareSummaries<S extends Summarizer>(summarizer: S, { jobs, tenant }: SharedWork): S {
  if (summarizer.name === EMBEDDED) return summarizer;
  const { name, model } = summarizer;
  const share = async (
    { request, instruction }: { readonly request: SummaryRequest; readonly instruction?: string },
    write: (signal: AbortSignal) => Promise<Summary>,
  ): Promise<Summary> => {
    const job = jobOf({ request, instruction, by: [name, model ?? ""] }, tenant);
    const ask = async (task: string): Promise<Summary | undefined> => {
      const work = async (signal: AbortSignal): Promise<string> => JSON.stringify(await write(signal));
      return parsed(await jobs.once({ ...job, task }, { work, signal: request.signal }));
    };
    const found = await ask(job.task);
    if (found && fits(found, request)) return found;
    // Written where there was more room. What was written here and is too long is for the engine to refuse.
    return (await ask(`${job.task}/${request.maxTokens}`)) ?? write(request.signal ?? NEVER);
  };
  return {
    ...summarizer,
    name,
    ...(model === undefined ? {} : { model }),
    summarize: (request: SummaryRequest) =>
      share({ request }, (signal) => summarizer.summarize({ ...request, signal })),
    ...(summarizer.revise
      ? {
          revise: (instruction: string, request: SummaryRequest) =>
            share({ request, instruction }, async (signal) => {
              const revised = await summarizer.revise?.(instruction, { ...request, signal });
              return revised ?? Promise.reject(new Error("It cannot revise."));
            }),
        }
      : {}),
  };
}

const NEVER = new AbortController().signal;

/** What is summarized, by whom and how: not how much room there is, which may differ a little between processes. */
function jobOf(
  asked: {
    readonly request: SummaryRequest;
    readonly instruction: string | undefined;
    readonly by: readonly string[];
  },
  tenant: string | undefined,
): JobName {
  const { request, instruction, by } = asked;
  const { sessionId, remainder, previous = "", previousExtracts = "", template, note = "" } = request;
  const content = [
    by,
    template,
    previous,
    previousExtracts,
    note,
    instruction,
    remainder.map(({ id }) => id),
  ];
  const task = `summary ${sha256(JSON.stringify(content))}`;
  return { ...(tenant === undefined ? {} : { tenant }), sessionId, task };
}

const fits = ({ text }: Summary, { count, maxTokens }: SummaryRequest): boolean => count(text) <= maxTokens;

/** Undefined for what no summarizer of ours wrote. */
function parsed(json: string): Summary | undefined {
  try {
    const value: unknown = JSON.parse(json);
    const isSummary = typeof value === "object" && value !== null && "text" in value;
    return isSummary && typeof value.text === "string" ? (value as Summary) : undefined;
  } catch {
    return undefined;
  }
}
