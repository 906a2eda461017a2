import type { ItemMeter } from "../tokens/item-meter.js";
import { readableText } from "./readable-text.js";
import { SourceIndex } from "./source-index.js";

/** How many tokens of a summary come from which part of the session. */
export interface SummaryAges {
  /** By the quarter of the session's tokens in which the newest item stands that says it; the oldest quarter first. */
  readonly quarters: readonly number[];
  /** Tokens of lines that no item says: headings, marks, counts. */
  readonly unattributed: number;
}

const QUARTERS = 4;

/** The ages of a window without a summary. */
const NO_AGES: SummaryAges = { quarters: Array.from({ length: QUARTERS }, () => 0), unattributed: 0 };

/** Reads off a window how old the items are that its own texts come from. */
export type AgeReader = (window: readonly object[]) => SummaryAges;

/**
 * Items that are the session's own objects are no summary. Of every other item each line counts, as old as the newest
 * item that says it.
 */
export function ageReader(session: readonly object[], meter: ItemMeter<object>): AgeReader {
  const own = new Set(session);
  const quarterOf = quartersByTokens(session.map((item) => meter.tokens(item)));
  const sources = new SourceIndex(session.map((item) => readableText(meter.view(item))));
  return (window) => {
    const quarters = Array.from({ length: QUARTERS }, () => 0);
    let unattributed = 0;
    for (const line of summaryLines(window, own, meter)) {
      const tokens = meter.text(line);
      const source = sources.newestSource(line);
      const quarter = source === undefined ? undefined : quarterOf[source];
      if (quarter === undefined) unattributed += tokens;
      else quarters[quarter] = (quarters[quarter] ?? 0) + tokens;
    }
    return { quarters, unattributed };
  };
}

/** The mean shares of many summaries; null if there is none. */
export function ageShares(list: readonly SummaryAges[]): SummaryAges | null {
  const shares = list.flatMap(({ quarters, unattributed }) => {
    const total = quarters.reduce((sum, tokens) => sum + tokens, unattributed);
    return total === 0
      ? []
      : [{ quarters: quarters.map((tokens) => tokens / total), unattributed: unattributed / total }];
  });
  if (shares.length === 0) return null;
  const mean = (share: (one: SummaryAges) => number): number =>
    shares.reduce((sum, one) => sum + share(one), 0) / shares.length;
  return {
    quarters: NO_AGES.quarters.map((_, quarter) => mean(({ quarters }) => quarters[quarter] ?? 0)),
    unattributed: mean(({ unattributed }) => unattributed),
  };
}

function summaryLines(
  window: readonly object[],
  own: ReadonlySet<object>,
  meter: ItemMeter<object>,
): string[] {
  const texts = window.filter((item) => !own.has(item)).map((item) => readableText(meter.view(item)));
  return texts.flatMap((text) => text.split("\n")).filter((line) => line.trim() !== "");
}

/** The quarter of each item: the one that its last token stands in. */
function quartersByTokens(tokens: readonly number[]): number[] {
  const total = tokens.reduce((sum, size) => sum + size, 0);
  let before = 0;
  return tokens.map((size) => {
    before += size;
    return Math.min(QUARTERS - 1, Math.floor((QUARTERS * (before - 1)) / Math.max(1, total)));
  });
}
