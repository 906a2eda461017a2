import type { CompactEvent } from "../events/compact-event.js";
import type { CompactionRecord } from "../engine/follow/compaction-record.js";
import { readLoadLine } from "./read-load-line.js";

/** What a request would have been, and what was sent instead. */
export interface CompactionSize {
  readonly before: number;
  readonly after: number;
}

export interface SizedHistory {
  readonly records: readonly CompactionRecord[];
  readonly standing: ReadonlySet<string>;
  readonly events: readonly CompactEvent[];
}

/**
 * The sizes of every compaction as the load line has them, so that all views tell one number. A record counts the list as its client
 * holds it, with large outputs that no request ever carried; it is used where nobody measured.
 */
export function compactionSizes({
  records,
  standing,
  events,
}: SizedHistory): ReadonlyMap<string, CompactionSize> {
  const { marks } = readLoadLine({ records, standing, events, pricesOf: () => undefined });
  const measured = new Map(marks.map(({ id, before, after }) => [id, { before, after }]));
  return new Map(
    records.map(({ id, tokensBefore, tokensAfter }) => [
      id,
      measured.get(id) ?? { before: tokensBefore, after: tokensAfter },
    ]),
  );
}
