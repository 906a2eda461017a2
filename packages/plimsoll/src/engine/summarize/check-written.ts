import type { Brevity } from "../../facts/checkpoint/within-brevity.js";
import type { Summary, SummaryRequest } from "../../summarizers/summarizer.js";
import { excerpt } from "../../tool-outputs/excerpt.js";
import type { Engine } from "../engine.js";
import type { Attempt } from "./attempt-summary.js";
import { checkSummary, type CheckedSummary } from "./check-summary.js";
import { noticeBody } from "./notice-body.js";
import { textBelowState, withQuotedNotes } from "./text-below-state.js";

/** Between the state and what follows: the heading, and line breaks. */
export const BETWEEN_TOKENS = 4;

interface Unchecked {
  readonly request: SummaryRequest;
  readonly attempt: Attempt;
  /** What the summarizer added to the state and the printed state does not show. */
  readonly added: readonly string[];
  readonly brevity: Brevity;
}

/** What stands below the state, verified; a model that wrote it is asked once for what it lost. */
export async function checkWritten<W extends object>(
  engine: Engine<W>,
  { request, attempt, added, brevity }: Unchecked,
): Promise<CheckedSummary> {
  const { summary, summarizer } = attempt;
  const fit = (text: string): string =>
    excerpt(text, request.maxTokens, (part) => engine.estimator.count(part));
  if (summary === undefined)
    return checkSummary(engine, { request, brevity, body: noticeBody(withQuotedNotes(request), fit) });
  const extracts = engine.policy.summaryExtracts ? engine.extracts : undefined;
  const written = { request, summarizer, summary, added, extracts };
  const { text, sources, refuted, marked } = await textBelowState(written);
  const author = [engine.summarizer, engine.fallbackSummarizer].find((one) => one?.name === summarizer);
  const revise = async (instruction: string): Promise<string | undefined> => {
    const revised = await revisedText(() => author?.revise?.(instruction, request), request.signal);
    if (revised === undefined) return undefined;
    return (await textBelowState({ ...written, summary: { ...summary, text: revised } })).text;
  };
  return checkSummary(engine, {
    // The heading stands between state and text.
    request: {
      ...request,
      count: (part) => request.count(part),
      maxTokens: request.maxTokens + BETWEEN_TOKENS,
    },
    brevity,
    body: text,
    sources,
    claims: { refuted, marked },
    ...(author?.revise ? { revise } : {}),
  });
}

/** The author's rewritten summary; undefined if it is not a text. */
async function revisedText(
  revise: () => Promise<Summary> | undefined,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  try {
    const text: unknown = (await revise())?.text;
    return typeof text === "string" ? text : undefined;
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return undefined;
  }
}
