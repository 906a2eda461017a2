import { isGapNote } from "../../conversation/is-own-note.js";
import type { Compactions } from "./compaction-line.js";
import type { CompactionRecord } from "./compaction-record.js";
import type { Engine } from "../engine.js";
import { itemsOf, type KnownList, knownList } from "./known-list.js";
import { matchIds } from "./match-record.js";
import type { SessionState } from "./session-state.js";

/** `shown`: the model sees it unchanged. `shortened`: it sees a part. `compacted`: a summary replaces it. */
export type TranscriptState = "shown" | "shortened" | "compacted";

/** An item of a conversation, and what happened to it. */
export interface TranscriptItem<W extends object> {
  readonly id: string;
  readonly item: W;
  readonly state: TranscriptState;
  /** The compaction by which it left the window; for `compacted`. */
  readonly compaction?: string;
}

export interface TranscriptCompaction {
  readonly id: string;
  /** The N of `<COMPACT-SUMMARY vN>`. */
  readonly version: number;
  readonly ts: string;
  readonly trigger: string;
  readonly summary: string;
  /** The number of items before the compaction. */
  readonly after: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

/**
 * A whole conversation with its compacted parts marked: a front end can show all of it, or what the model sees.
 */
export interface Transcript<W extends object> {
  readonly sessionId: string;
  /** All original items, oldest first; no summaries and none of our notes. */
  readonly items: readonly TranscriptItem<W>[];
  /** The valid compactions, oldest first. */
  readonly compactions: readonly TranscriptCompaction[];
}

/** The conversation behind the caller's list, or behind the session's last list if none is given. */
export async function readTranscript<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  given?: readonly W[],
): Promise<Transcript<W>> {
  const { sessionId, compactions } = session;
  const list = knownList(session, given);
  const record = matchIds(compactions.standing, list.ids)?.record;
  if (!record) return { sessionId, items: allShown(engine, list), compactions: [] };
  const line = compactions.lineOf(record);
  const added = compactions.before(record, list.ids).slice(compactions.sourceIds(record).length);
  const ids = [...line.flatMap(({ source }) => source.ids), ...added];
  const items = await itemsOf(engine, session, { ids, list, record });
  const states = statesOf(ids, { line, compactions, added });
  const isSaid = (index: number): boolean => !isGapNote(engine.meter.view(items[index] as W));
  let position = 0;
  let said = 0;
  return {
    sessionId,
    items: ids
      .map((id, index) => ({ id, item: items[index] as W, ...(states[index] as State) }))
      .filter((_, index) => isSaid(index)),
    compactions: line.map(({ id, version, ts, trigger, summary, source, tokensBefore, tokensAfter }) => {
      for (const end = position + source.ids.length; position < end; position++) if (isSaid(position)) said++;
      return { id, version, ts, trigger, summary, after: said, tokensBefore, tokensAfter };
    }),
  };
}

const allShown = <W extends object>(
  { meter }: Engine<W>,
  { ids, items }: KnownList<W>,
): TranscriptItem<W>[] =>
  ids.flatMap((id) => {
    const item = items.get(id);
    return item && !isGapNote(meter.view(item)) ? [{ id, item, state: "shown" as const }] : [];
  });

type State = Pick<TranscriptItem<object>, "state" | "compaction">;

/** The state of each item. Equal items are distinguished by order; the newest are the shown ones. */
function statesOf<W extends object>(
  ids: readonly string[],
  {
    line,
    compactions,
    added,
  }: {
    readonly line: readonly CompactionRecord<W>[];
    readonly compactions: Compactions<W>;
    readonly added: readonly string[];
  },
): State[] {
  const last = line.at(-1) as CompactionRecord<W>;
  const shown = countIds([...compactions.windowIds(last), ...added]);
  const shortened = shortenedIds(line, compactions, shown);
  const removedBy = new Map(line.flatMap(({ id, removed }) => removed.map((item) => [item, id] as const)));
  const states: State[] = [];
  for (const id of ids.toReversed()) {
    const left = shown.get(id) ?? 0;
    if (left > 0) {
      shown.set(id, left - 1);
      states.push({ state: "shown" });
    } else if (shortened.has(id)) {
      states.push({ state: "shortened" });
    } else {
      const compaction = removedBy.get(id);
      states.push({ state: "compacted", ...(compaction === undefined ? {} : { compaction }) });
    }
  }
  return states.reverse();
}

function countIds(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** The items in whose place something shorter is shown, over any number of compactions. */
function shortenedIds<W extends object>(
  line: readonly CompactionRecord<W>[],
  compactions: Compactions<W>,
  shown: ReadonlyMap<string, number>,
): Set<string> {
  const standsFor = new Map<string, string>();
  for (const record of line) {
    const source = compactions.sourceIds(record);
    for (const part of record.window.layout) {
      const origin = "item" in part ? source[part.origin] : undefined;
      if ("item" in part && origin !== undefined) standsFor.set(part.id, standsFor.get(origin) ?? origin);
    }
  }
  return new Set([...standsFor].flatMap(([id, original]) => (shown.has(id) ? [original] : [])));
}
