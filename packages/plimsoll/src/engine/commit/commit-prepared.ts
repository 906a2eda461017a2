import { sameContent } from "../../conversation/same-content.js";
import { CompactError } from "../../errors/compact-error.js";
import type { Call } from "../call.js";
import {
  assembleAsPlanned,
  examine,
  finish,
  summarizeAndAssemble,
  tellDecision,
  tellPlan,
} from "../compact.js";
import type { PreflightOptions } from "../compact-config.js";
import type { CompactResult } from "../compact-result.js";
import type { AssembledCompaction } from "../compaction.js";
import type { Engine } from "../engine.js";
import type { SessionState } from "../follow/session-state.js";
import { currentFacts } from "../follow/session-facts.js";
import type { Decision } from "../plan/decide.js";
import { pinning } from "../plan/pinning.js";
import { archiveSource } from "./archive-items.js";
import { commit } from "./commit.js";
import type { PreparedWork } from "./prepare-compaction.js";
import type { PreparedCompaction } from "./prepared-compaction.js";

export interface CommitOptions<W extends object>
  extends Pick<PreflightOptions, "instructions" | "tools" | "signal"> {
  /** The caller's current list: the prepared one plus newer items. @default the last known list */
  readonly items?: readonly W[];
  /** The summary as the caller wants it. @default the one that was prepared */
  readonly summary?: string;
}

/** A prepared compaction with the work that it needs to commit. */
export interface PreparedTask<W extends object> {
  readonly prepared: PreparedCompaction<W>;
  readonly work: PreparedWork<W>;
}

/**
 * Makes a prepared compaction the session's window, followed by newer items. Refuses, without changing anything,
 * if the list is a different one by now or was compacted otherwise.
 */
export async function commitPrepared<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  task: PreparedTask<W> & { readonly options: CommitOptions<W> },
): Promise<CompactResult<W>> {
  const { work, options } = task;
  const list = options.items ?? (session.input.length > 0 ? session.input : work.source.items);
  const items = [...list];
  followSource(engine, session, { ...task, items });
  const done = options.summary === undefined ? work.done : await withSummary(engine, work, options.summary);
  if (!done) throw stale(task.prepared, "it would not be smaller than the list any more");
  refuseProtected(engine, session, { prepared: task.prepared, done });
  tellPlan(engine, done);
  await archiveSource(engine, session, done);
  await currentFacts(engine, session);
  const { instructions, tools } = options;
  const call: Call<W> = {
    items,
    manual: false,
    options: {
      ...(instructions === undefined ? {} : { instructions }),
      ...(tools === undefined ? {} : { tools }),
    },
  };
  const compaction = { ...done, call };
  const committed = await commit(engine, session, compaction);
  const result = finish(engine, session, { compaction, committed });
  if (items.length === work.source.items.length) return result;
  const { max: maxContextTokens } = compaction.measurement;
  const whole = { ...call, options: { ...call.options, maxContextTokens } };
  const { window, measurement } = await examine(engine, session, whole);
  session.expectUsage(measurement.raw, window);
  return { ...result, items: [...window.items], measurement };
}

/**
 * The same for a call that has to compact. Undefined if the prepared compaction no longer applies, or if even its
 * window is too large.
 */
export async function takeOverPrepared<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { call, decision, ...task }: PreparedTask<W> & { readonly call: Call<W>; readonly decision: Decision },
): Promise<CompactResult<W> | undefined> {
  try {
    tellDecision(engine, { ...task.work.done, decision });
    const { instructions, tools } = call.options;
    const options = {
      items: call.items,
      ...(instructions === undefined ? {} : { instructions }),
      ...(tools === undefined ? {} : { tools }),
    };
    const result = await commitPrepared(engine, session, { ...task, options });
    return result.measurement.tokens <= decision.hardLimit ? { ...result, decision } : undefined;
  } catch (error) {
    if (call.options.signal?.aborted) throw error;
    return undefined;
  }
}

/** The window that was prepared with the caller's summary in it; fewer items stay where that summary needs their room. */
async function withSummary<W extends object>(
  engine: Engine<W>,
  { planned, done }: PreparedWork<W>,
  summary: string,
): Promise<AssembledCompaction<W> | undefined> {
  return (
    (await assembleAsPlanned(engine, done, summary)) ?? (await summarizeAndAssemble(engine, planned, summary))
  );
}

/** Puts the session on the list that was prepared, if the caller's still begins with it. */
function followSource<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { prepared, work, items }: PreparedTask<W> & { readonly items: readonly W[] },
): void {
  const { source } = work;
  const changed = source.items.findIndex(
    (item, index) => items[index] === undefined || !sameContent(items[index], item),
  );
  if (changed >= 0) throw stale(prepared, `item ${changed} of the list is another one`);
  const { isProtected } = pinning(engine, session);
  session.follow(items.slice(0, source.items.length), { meter: engine.meter, isProtected });
  const newest = session.compactions.standing.at(-1)?.id;
  if (session.base.record?.id !== source.base || newest !== source.newest)
    throw stale(prepared, "another compaction was made or undone");
}

function refuseProtected<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { prepared, done }: { readonly prepared: PreparedCompaction<W>; readonly done: AssembledCompaction<W> },
): void {
  const { isPinned } = pinning(engine, session);
  const stays = new Set(done.next.items);
  if (done.window.items.some((item) => !stays.has(item) && isPinned(item)))
    throw stale(prepared, "an item that leaves is protected by now");
}

function stale<W extends object>({ id, sessionId }: PreparedCompaction<W>, why: string): CompactError {
  return new CompactError(
    "STALE_PREPARED",
    `The prepared compaction ${id} of session "${sessionId}" no longer applies: ${why}. Prepare it again.`,
    { details: { id, sessionId } },
  );
}
