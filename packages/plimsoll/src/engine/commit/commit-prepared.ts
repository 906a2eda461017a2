import { sameContent } from "../../conversation/item-content.js";
import { CompactError } from "../../errors/compact-error.js";
import type { Call } from "../call.js";
import { commit } from "./commit.js";
import type { PreflightOptions } from "../compact-config.js";
import type { CompactResult } from "../compact-result.js";
import { archiveSource, draftWindow, storeWindow } from "./compact-window.js";
import { emitPolicy } from "../compaction-events.js";
import type { Engine } from "../engine.js";
import { examine } from "../follow/examine.js";
import { bringUpFacts } from "../follow/gather-facts.js";
import { pinningOf, protectionOf } from "../plan/pinning.js";
import type { PreparedWork } from "./prepare-compaction.js";
import type { PreparedCompaction } from "./prepared-compaction.js";
import type { SessionState } from "../follow/session-state.js";

export interface CommitOptions<W extends object>
  extends Pick<PreflightOptions, "instructions" | "tools" | "signal"> {
  /** The caller's list as it is now: the one that was prepared, and what came since. @default the last one known */
  readonly items?: readonly W[];
  /** The summary as the caller wants it. @default the one that was prepared */
  readonly summary?: string;
}

/**
 * Makes a prepared compaction the session's window. What came since it was prepared stands after it. Refused, with
 * nothing changed, where the list is another one by now, or was compacted otherwise.
 */
export async function commitPrepared<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  task: {
    readonly prepared: PreparedCompaction<W>;
    readonly work: PreparedWork<W>;
    readonly options: CommitOptions<W>;
  },
): Promise<CompactResult<W>> {
  const { work, options } = task;
  const list = options.items ?? (session.input.length > 0 ? session.input : work.source);
  const items = [...list];
  followSource(engine, session, { ...task, items });
  const { draft } = work;
  const drafted =
    options.summary === undefined ? work.drafted : await draftWindow(engine, draft, options.summary);
  if (!drafted) throw stale(task.prepared, "it would not be smaller than the list any more");
  emitPolicy(engine, session.sessionId, draft);
  await archiveSource(engine, session, draft);
  bringUpFacts(engine, session);
  const done = await storeWindow(engine, session, { draft, drafted });
  await engine.archiveEvents(session.sessionId);
  const { instructions, tools } = options;
  const call: Call<W> = {
    items,
    manual: false,
    options: {
      ...(instructions === undefined ? {} : { instructions }),
      ...(tools === undefined ? {} : { tools }),
    },
  };
  const result = commit(engine, session, { call, examined: work.examined, done });
  await engine.archiveEvents(session.sessionId);
  if (items.length === work.source.length) return result;
  const { window, measurement } = await examine(engine, session, call);
  return { ...result, items: [...window.items], measurement };
}

/** Puts the session on the list that was prepared, if the caller's still begins with it. */
function followSource<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  {
    prepared,
    work,
    items,
  }: {
    readonly prepared: PreparedCompaction<W>;
    readonly work: PreparedWork<W>;
    readonly items: readonly W[];
  },
): void {
  const { source } = work;
  const changed = source.findIndex(
    (item, index) => items[index] === undefined || !sameContent(items[index], item),
  );
  if (changed >= 0) throw stale(prepared, `item ${changed} of the list is another one`);
  const isProtected = protectionOf(engine, session);
  session.follow(items.slice(0, source.length), { meter: engine.meter, isProtected });
  const newest = session.compactions.standing.at(-1)?.id;
  if (session.base.record?.id !== work.base || newest !== work.newest)
    throw stale(prepared, "another compaction was made or undone");
  const isPinned = pinningOf(engine, session);
  const stays = new Set(work.drafted.window.items);
  if (work.draft.request.window.items.some((item) => !stays.has(item) && isPinned(item)))
    throw stale(prepared, "an item that leaves is protected by now");
}

function stale<W extends object>({ id, sessionId }: PreparedCompaction<W>, why: string): CompactError {
  return new CompactError(
    "STALE_PREPARED",
    `The prepared compaction ${id} of session "${sessionId}" does not fit any more: ${why}. Prepare it again.`,
    { details: { id, sessionId } },
  );
}
