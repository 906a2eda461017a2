import type { Transcript, TranscriptItem } from "../engine/follow/transcript.js";
import type { Protection } from "../facts/checkpoint/protected-items.js";
import { compactionSizes } from "./compaction-sizes.js";
import { itemRow } from "./item-row.js";
import type { OpenedSession } from "./open-session.js";
import type { CompactedRun, TranscriptPage } from "./transcript-page.js";

export interface PageQuery {
  readonly offset?: number;
  readonly limit?: number;
}

export interface TranscriptQuery extends PageQuery {
  /** The page with this item in it, if there is one, instead of one at an offset. */
  readonly item?: string;
}

const DEFAULT_PAGE = 100;
const MAX_PAGE = 500;

/** Where a page begins and ends. */
export function pageOf(
  { offset = 0, limit = DEFAULT_PAGE }: PageQuery,
  total: number,
): readonly [number, number] {
  const start = Math.min(Math.max(0, offset), total);
  return [start, Math.min(total, start + Math.min(MAX_PAGE, Math.max(1, limit)))];
}

/** The page, counted from the beginning, that has a position in it. */
function pageAround(position: number, { limit = DEFAULT_PAGE }: PageQuery): PageQuery {
  const size = Math.min(MAX_PAGE, Math.max(1, limit));
  return { offset: Math.floor(position / size) * size, limit: size };
}

/** The whole conversation; of a session that was never compacted and is not in memory, what the archive has. */
export async function wholeTranscript({ id, manager, room }: OpenedSession): Promise<Transcript<object>> {
  const transcript = await (await manager()).transcript(id);
  if (transcript.items.length > 0) return transcript;
  const entries = await room.archive.read(id, ["item"]);
  const items = entries.map((entry) => ({
    id: entry.id,
    item: entry.data as object,
    state: "shown" as const,
  }));
  return { ...transcript, items };
}

/** A page of the whole conversation, with the compactions among it. */
export async function readTranscript(
  session: OpenedSession,
  { item: wanted, ...query }: TranscriptQuery,
): Promise<TranscriptPage> {
  const { items, compactions } = await wholeTranscript(session);
  const kept = await protectedIds(session);
  const found = wanted === undefined ? -1 : items.findIndex(({ id }) => id === wanted);
  const [start, end] = pageOf(found < 0 ? query : pageAround(found, query), items.length);
  const removed = new Map(session.history.records.map((record) => [record.id, record.removed.length]));
  const sizes = compactionSizes(session.history);
  return {
    total: items.length,
    offset: start,
    items: items.slice(start, end).map(({ id, item, state, compaction }, position) => ({
      ...itemRow(id, item, session.rows),
      index: start + position,
      state,
      compaction: compaction ?? null,
      isProtected: kept.has(id),
    })),
    compactions: compactions.map(({ id, version, ts, trigger, after, tokensBefore, tokensAfter }) => ({
      id,
      version,
      ts,
      trigger,
      after,
      tokensBefore: sizes.get(id)?.before ?? tokensBefore,
      tokensAfter: sizes.get(id)?.after ?? tokensAfter,
      removed: removed.get(id) ?? 0,
    })),
    runs: runsIn(items),
  };
}

function runsIn(items: readonly Pick<TranscriptItem<object>, "state" | "compaction">[]): CompactedRun[] {
  const runs: { start: number; end: number; compaction: string | null }[] = [];
  items.forEach(({ state, compaction = null }, index) => {
    if (state !== "compacted") return;
    const last = runs.at(-1);
    if (last?.end === index && last.compaction === compaction) last.end = index + 1;
    else runs.push({ start: index, end: index + 1, compaction });
  });
  return runs;
}

/** The items that somebody protected and nobody released since. */
async function protectedIds({ id, room }: OpenedSession): Promise<ReadonlySet<string>> {
  const byKey = new Map<string, string>();
  for (const { data } of await room.archive.transcript.read(id, ["protected"])) {
    const { key, itemId } = data as Protection;
    byKey.set(key, itemId);
  }
  return new Set(byKey.values());
}
