import { inTurns } from "../../collections/in-turns.js";
import { recognizeOverflow } from "../../tokens/recognize-overflow.js";
import { normalizeUsage } from "../../tokens/normalize-usage.js";
import type { Call } from "../call.js";
import type { PreflightOptions } from "../compact-config.js";
import { tryArchive } from "../commit/archive-items.js";
import type { Engine } from "../engine.js";
import { pinning } from "../plan/pinning.js";
import type { CompactionRecord } from "./compaction-record.js";
import { ingestItems } from "./ingest-items.js";
import { repairItems } from "./repair.js";
import type { ProviderReport, SessionState } from "./session-state.js";
import { updateFacts } from "./session-facts.js";
import { WindowIndex } from "./window-index.js";

/** How the list of a call was understood. */
export interface FollowedList<W extends object> {
  /** The window that it makes, with origins in the caller's list. */
  readonly index: WindowIndex<W>;
  /** Malformed items that the window was made without. */
  readonly setAside: readonly W[];
  /** Verbs in the past tense, which report what happened. */
  readonly reapplied?: CompactionRecord<W>;
  /** The provider refused the request before as too long. */
  readonly overflow: boolean;
  /** The usable window, as far as known. */
  readonly max: number;
}

/**
 * Follows the list of a call, replaces its large outputs with evidence, and repairs what no provider would
 * accept.
 */
export async function followList<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  call: Call<W>,
): Promise<FollowedList<W>> {
  const { overflow, ...report } = reportIn(call.options, engine.max);
  const max = session.learn(report);
  const { pause } = call.options;
  if (pause) await pause();
  await ingestItems(engine, session, call);
  if (pause) await pause();
  const { isProtected } = pinning(engine, session);
  const { index, reapplied } = session.follow(call.items, { meter: engine.meter, isProtected });
  if (call.options.catchUpLater !== true) await inTurns(updateFacts(engine, session));
  // Said once, not at every call that goes on from it.
  if (reapplied && session.announceReapplied(reapplied)) {
    engine.events.emit(session.sessionId, {
      event: "compact.reapplied",
      version: reapplied.version,
      compaction_id: reapplied.id,
      t_est: index.total,
    });
  }
  const repaired = index.sound ? undefined : await repairWindow(engine, session, index);
  return { index, setAside: [], ...repaired, ...(reapplied ? { reapplied } : {}), overflow, max };
}

/** The provider's report about the previous request: its usage, or that it was too long. */
function reportIn(
  options: PreflightOptions,
  configured: number,
): ProviderReport & { readonly overflow: boolean } {
  const usage = normalizeUsage(options.usage);
  const found = options.error === undefined ? { overflow: false as const } : recognizeOverflow(options.error);
  return {
    overflow: found.overflow,
    max: options.maxContextTokens ?? configured,
    tokens: found.overflow ? found.requested : usage?.inputTokens,
    cachedShare: usage && usage.cachedTokens > 0 ? usage.cachedTokens / usage.inputTokens : undefined,
    limit: found.overflow ? found.limit : undefined,
  };
}

/** Repairs malformed tool messages. Archives items before it sets them aside; they stay if that fails. */
async function repairWindow<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  broken: WindowIndex<W>,
): Promise<Pick<FollowedList<W>, "index" | "setAside"> | undefined> {
  const views = broken.items.map((item) => engine.meter.view(item));
  const repair = repairItems(broken.items, views, engine.format);
  const setAside = repair.setAside.map((position) => broken.items[position] as W);
  const trimmed = repair.trimmed.map((position) => broken.items[position] as W);
  if (!(await tryArchive(engine, session, { items: [...setAside, ...trimmed] }))) return undefined;
  engine.events.emit(session.sessionId, {
    event: "compact.malformed_items",
    orphan_results: repair.orphanResults,
    duplicate_calls: repair.duplicateCalls,
    missing_results: repair.missingResults,
    set_aside: setAside.length,
    trimmed: trimmed.length,
  });
  const index = new WindowIndex<W>({
    meter: engine.meter,
    isProtected: pinning(engine, session).isProtected,
  });
  repair.items.forEach((item, position) => {
    const origin = repair.origins[position] ?? -1;
    index.push(item, origin < 0 ? -1 : (broken.origins[origin] ?? -1));
  });
  return { index, setAside };
}
