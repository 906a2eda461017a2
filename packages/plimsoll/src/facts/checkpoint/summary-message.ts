import type { ItemView } from "../../conversation/item-view.js";

const OPENING = /^<COMPACT-SUMMARY v(\d{1,6})(?: rules=([0-9+,]{0,20000}))?(?: mac=([0-9a-f]{32}))?(\/?)>\n/;
const CLOSING = "\n</COMPACT-SUMMARY>";
const TAG = /<\/?COMPACT-SUMMARY[^<>\n]{0,20500}>/g;
const COVERAGE = /\n\[covers (\d{1,9}) archived items, (item_[0-9a-f]{32}) to (item_[0-9a-f]{32})\]$/;

/** The archived items that a summary covers, over all compactions: their number, the first and the last. */
export interface Coverage {
  readonly count: number;
  readonly first: string;
  readonly last: string;
}

/** A summary message found in a window. */
export interface SummaryMessage {
  readonly version: number;
  readonly body: string;
  /** Named if the archive outlives the process, so that the ids can be read back. */
  readonly coverage?: Coverage;
  /**
   * Which parts of the body are the user's rules, and a digest that proves to a key holder that we wrote it.
   */
  readonly seal?: SummarySeal;
}

/** `rules`: `start+length` of each in the body, commas between them. `mac`: 32 hexadecimal digits; see `sealSummary`. */
export interface SummarySeal {
  readonly rules: string;
  readonly mac: string;
}

/** In a shorter message every token counts: it does not name what it covers and has no closing tag. */
export const SHORT_SUMMARY_TOKENS = 400;

/** The text of the one summary message in a window; `short` leaves out the closing tag. */
export function summaryText(
  { version, body, coverage, seal }: SummaryMessage,
  { short = false }: { readonly short?: boolean } = {},
): string {
  const sealed = seal === undefined ? "" : ` rules=${seal.rules} mac=${seal.mac}`;
  if (short) return `<COMPACT-SUMMARY v${version}${sealed}/>\n${body}`;
  const covers = coverage
    ? `\n[covers ${coverage.count} archived items, ${coverage.first} to ${coverage.last}]`
    : "";
  return `<COMPACT-SUMMARY v${version}${sealed}>\n${body}${covers}${CLOSING}`;
}

/** Precedes a summary in the user role, so that the model does not mistake it for a request. */
const HANDOVER =
  "This conversation was compacted: the summary below stands for the earlier work, which was done for the same user. " +
  "Build on it, do not repeat what is done, and go on with what is asked.";

/** A summary message that explains what it is. */
export const withHandover = (text: string): string => `${HANDOVER}\n${text}`;

/** A body without the parts of the surrounding message: the tags, and the line about covered items. */
export function withoutSummaryTags(text: string): string {
  const body = text.replace(HANDOVER, "").replace(TAG, "").trim();
  const covers = COVERAGE.exec(`\n${body.slice(-200)}`);
  return covers ? body.slice(0, Math.max(0, body.length - covers[0].length)).trim() : body;
}

/**
 * Reads a text that has the form of a summary message; `undefined` for every other item. Anybody can write such a text: who
 * wrote this one is found out by `findSummary` of the engine.
 */
export function readSummary(view: ItemView): SummaryMessage | undefined {
  const text = view.text.startsWith(HANDOVER) ? view.text.slice(HANDOVER.length + 1) : view.text;
  if (!text.startsWith("<COMPACT-SUMMARY v") || view.calls.length > 0 || view.results.length > 0)
    return undefined;
  const opening = OPENING.exec(text);
  if (!opening) return undefined;
  const version = Number(opening[1]);
  const [, , rules = "", mac, short] = opening;
  const seal = mac === undefined ? {} : { seal: { rules, mac } };
  if (short !== "") return { version, body: text.slice(opening[0].length), ...seal };
  if (!text.endsWith(CLOSING)) return undefined;
  const inner = text.slice(opening[0].length, -CLOSING.length);
  const covers = COVERAGE.exec(inner.slice(-200));
  if (!covers) return { version, body: inner, ...seal };
  const coverage = { count: Number(covers[1]), first: covers[2] as string, last: covers[3] as string };
  return { version, body: inner.slice(0, -covers[0].length), coverage, ...seal };
}
