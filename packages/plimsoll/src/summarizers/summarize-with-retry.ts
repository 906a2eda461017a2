import { CompactError } from "../errors/compact-error.js";
import { itemTexts } from "../conversation/item-text.js";
import { checkSummary } from "./check-summary.js";
import { isTooLate } from "./limited-summarizer.js";
import type { Summarizer, Summary, SummaryRequest } from "./summarizer.js";
import type { TemplateName } from "./template-name.js";

/** Tokens of an item in addition to its text: role, ids, punctuation of the envelope. */
const ENVELOPE_TOKENS = 4;

export interface RetryOptions {
  /** Called for each attempt that gave nothing usable. */
  onFailure(reason: string, template: TemplateName): void;
}

export interface RetriedSummary {
  /** Absent when no attempt gave a usable summary. */
  readonly summary?: Summary;
  /** The template of the last attempt. */
  readonly template: TemplateName;
  readonly attempts: number;
}

function* sourceTexts(request: SummaryRequest): Generator<string> {
  if (request.previous !== undefined) yield request.previous;
  for (const { view } of request.remainder) yield* itemTexts(view);
}

/** Tokens of the replaced items, counted only until they exceed `enough`. */
function replacedTokens(request: SummaryRequest, enough: number): number {
  let tokens = ENVELOPE_TOKENS * request.remainder.length;
  for (const text of sourceTexts(request)) {
    if (tokens > enough) break;
    tokens += request.count(text);
  }
  return tokens;
}

function isQuoted(request: SummaryRequest, line: string): boolean {
  for (const text of sourceTexts(request)) if (text.includes(line)) return true;
  return false;
}

function isAbort(error: unknown, signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true || (CompactError.isInstance(error) && error.code === "ABORTED");
}

/** Why an attempt gave nothing, and whether another one is worth its time. */
interface Failure {
  readonly reason: string;
  readonly isLast: boolean;
}

/** Changes to the state that is printed anyway need no words of their own. */
const addsToStateAlone = ({ text, checkpoint }: Summary, { stated }: SummaryRequest): boolean =>
  text.trim() === "" && checkpoint !== undefined && stated !== undefined;

async function attempt(summarizer: Summarizer, request: SummaryRequest): Promise<Summary | Failure> {
  const failure = (reason: string, isLast = false): Failure => ({ reason, isLast });
  try {
    const summary: Summary | null | undefined = await summarizer.summarize(request);
    if (typeof summary?.text !== "string") return failure("the summarizer gave no text");
    if (addsToStateAlone(summary, request)) return summary;
    const acceptance = checkSummary(summary.text, {
      maxTokens: request.maxTokens,
      replacedTokens: replacedTokens(request, request.count(summary.text)),
      count: (text) => request.count(text),
      quoted: (line) => isQuoted(request, line),
    });
    return acceptance.accepted ? summary : failure(`the summary was not accepted: ${acceptance.reason}`);
  } catch (error) {
    if (isAbort(error, request.signal)) throw error;
    return failure(error instanceof Error ? error.message : String(error), isTooLate(error));
  }
}

/**
 * A summary that passes the acceptance check: with the requested template, then once more with `brief`. Does not
 * retry after a time-out. Returns no summary instead of throwing; throws only on abort.
 */
export async function summarizeWithRetry(
  summarizer: Summarizer,
  request: SummaryRequest,
  options: RetryOptions,
): Promise<RetriedSummary> {
  const templates: TemplateName[] =
    request.template === "brief" ? ["brief", "brief"] : [request.template, "brief"];
  for (const [index, template] of templates.entries()) {
    const outcome = await attempt(summarizer, { ...request, count: (text) => request.count(text), template });
    if (!("isLast" in outcome)) return { summary: outcome, template, attempts: index + 1 };
    options.onFailure(outcome.reason, template);
    if (outcome.isLast) return { template, attempts: index + 1 };
  }
  return { template: "brief", attempts: templates.length };
}
