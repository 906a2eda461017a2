import { atOnce, inTurns } from "../../collections/in-turns.js";
import { itemTexts } from "../../conversation/item-text.js";
import { CompactError } from "../../errors/compact-error.js";
import type { Summarizer, Summary, SummaryRequest } from "../summarizer.js";
import { type Candidates, collectCandidates } from "./candidates.js";
import { fitSummary } from "./fit-summary.js";
import { packUnits } from "./pack-units.js";
import { quoter } from "./render-units.js";
import { talkSummary } from "./talk/talk-summary.js";
import type { UnitKind } from "./unit.js";

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new CompactError("ABORTED", "The caller's signal aborted the summary.", {
    cause: signal.reason,
  });
}

const SPOKEN: ReadonlySet<UnitKind> = new Set(["required", "user", "instruction", "assistant"]);

/** Summarized in a few milliseconds, for which nothing has to wait. */
const SHORT_CHARACTERS = 65_536;

function isShort({ remainder }: SummaryRequest): boolean {
  let left = SHORT_CHARACTERS;
  for (const { view } of remainder) {
    for (const text of itemTexts(view)) left -= text.length;
    if (left < 0) return false;
  }
  return true;
}

/** The items that contain the chosen units. */
function sourcesOf({ units }: Candidates, order: readonly number[], { remainder }: SummaryRequest): string[] {
  const ids = order.map((unit) => remainder[(units[unit]?.item ?? 0) - 1]?.id);
  return [...new Set(ids.filter((id) => id !== undefined))];
}

export interface ExtractiveOptions {
  /**
   * Share of the budget that user text may take before anything else.
   * @default up to 0.6, depending on how much the assistant did per request and how far the text has to shrink
   */
  readonly userShare?: number;
  /**
   * Changes the value of the candidates before they are packed: a hook for a better judge of relevance, such as a
   * model that sees the units with most weight. It sets `weights`; code still chooses, prints and fits.
   */
  readonly rank?: (candidates: Candidates, request: SummaryRequest) => Candidates | Promise<Candidates>;
}

/**
 * The embedded summarizer: chooses verbatim sentences, lines and records by the exact strings they hold
 * and prints them in order. No network, no model, the same text for the same request.
 */
export function extractiveSummarizer(options: ExtractiveOptions = {}): Summarizer {
  const isAdjusted = options.rank !== undefined || options.userShare !== undefined;
  return {
    name: "extractive",
    async summarize(request: SummaryRequest): Promise<Summary> {
      throwIfAborted(request.signal);
      const talk = isAdjusted ? "" : talkSummary(request);
      if (talk !== "") return { text: talk };
      const run = isShort(request) ? atOnce : inTurns;
      const collected = await run(collectCandidates(request));
      const candidates = options.rank === undefined ? collected : await options.rank(collected, request);
      throwIfAborted(request.signal);
      const order = await run(packUnits(candidates, request.maxTokens, options.userShare));
      throwIfAborted(request.signal);
      const { template, maxTokens } = request;
      const isConversation = candidates.units.every(({ kind }) => SPOKEN.has(kind));
      const count = (text: string): number => request.count(text);
      const layout = { template, maxTokens, isConversation, count, quote: quoter() };
      const text = await run(fitSummary(candidates, order, layout));
      return { text, sources: sourcesOf(candidates, order, request) };
    },
  };
}
