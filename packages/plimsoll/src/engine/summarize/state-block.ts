import { isOwnNote } from "../../conversation/is-own-note.js";
import type { ItemView } from "../../conversation/item-view.js";
import type { Checkpoint, Speaker } from "../../facts/checkpoint/checkpoint.js";
import { isTranscript } from "../../facts/ledgers/is-transcript.js";
import { stateHeadings } from "../../facts/checkpoint/state-headings.js";
import { type PrintedState, printState } from "../../facts/checkpoint/print-state.js";
import type { SummaryRequest } from "../../summarizers/summarizer.js";
import { stringsIn } from "../../text/strings-in.js";

/** The state may take so many tokens, and this share of those beyond; never more than the greatest share. */
const FIRST_TOKENS = 110;
const SHARE = 0.42;
const GREATEST_SHARE = 0.8;

/** What the printed state may take of a summary: nearly all of a short one, less than half of a long one. */
const stateRoom = (bodyTokens: number): number =>
  Math.floor(Math.min(GREATEST_SHARE * bodyTokens, FIRST_TOKENS + SHARE * bodyTokens));

/** Nothing is printed. */
export const NO_STATE: PrintedState = { text: "", tokens: 0, entries: [], isWhole: true };

export interface StateToPrint {
  readonly checkpoint: Checkpoint | undefined;
  /** Tokens of the whole summary. */
  readonly summaryTokens: number;
}

/**
 * The state of a session above its summary. Empty if what must be said does not fit: then the summary says that, and
 * nothing else.
 */
export function stateBlock(
  { kept, remainder, template, count }: Pick<SummaryRequest, "kept" | "remainder" | "template" | "count">,
  { checkpoint, summaryTokens }: StateToPrint,
): PrintedState {
  if (checkpoint === undefined) return NO_STATE;
  const printed = printState(checkpoint, {
    maxTokens: summaryTokens,
    optionalTokens: stateRoom(summaryTokens),
    summaryTokens,
    shown: shownBy(kept),
    count: (text) => count(text),
    headings: stateHeadings(template),
    mustOnly: isTranscript(remainder.map(({ view }) => view)),
  });
  return printed.isWhole ? printed : { ...NO_STATE, isWhole: false };
}

/** Finds words that a message of the speaker in the window shows. */
function shownBy(kept: readonly ItemView[]): (texts: readonly string[], by: Speaker) => ReadonlySet<string> {
  const said = kept.filter((view) => view.text !== "" && !isOwnNote(view));
  return (texts, by) =>
    stringsIn(
      texts,
      said.filter(({ role }) => role === by).map(({ text }) => text),
    );
}
