import { itemId } from "../../conversation/item-id.js";
import { EMPTY_VIEW, type ItemView } from "../../conversation/item-view.js";
import { sameContent } from "../../conversation/same-content.js";
import { pairItems } from "../../conversation/pairing.js";
import type { Compaction } from "../compaction.js";
import type { Engine } from "../engine.js";
import {
  type CompactionRecord,
  type LayoutPart,
  type Projection,
  recordBase,
} from "../follow/compaction-record.js";
import type { SessionState } from "../follow/session-state.js";
import { currentFacts } from "../follow/session-facts.js";
import { tokensGiven } from "../plan/plannable-window.js";
import { archiveSource, redactRecord } from "./archive-items.js";
import { commitRecord, type Committed } from "./commit.js";
import type { RemoteCompactor, RemoteReplacement } from "./remote-compactor.js";

/**
 * Lets the provider compact the window. Archives the source first, and stores the record and the local checkpoint
 * before it swaps anything. If the window must be compacted locally, `failed` says why, or it is undefined.
 */
export async function compactAtProvider<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  compaction: Compaction<W>,
): Promise<Committed<W> | { readonly failed: string } | undefined> {
  const remote = remoteFor(engine, compaction.call);
  const { window, call, decision, measurement } = compaction;
  const { instructions, signal, targetTokens } = call.options;
  // What a provider makes has the size that it has; a caller who names one is given a summary instead.
  if (!remote || window.items.length === 0 || targetTokens !== undefined) return undefined;
  await archiveSource(engine, session, compaction);
  const replacement = await remote.compact({
    ...engine,
    items: window.items,
    trigger: decision.trigger,
    maxTokens: measurement.max,
    earlier: session.compactions.standing.flatMap((record) => (record.remote ? [record.remote] : [])),
    emit: (event) => void engine.events.emit(session.sessionId, event),
    ...(instructions === undefined ? {} : { instructions }),
    ...(signal ? { signal } : {}),
  });
  if (!replacement || "failed" in replacement) return replacement;
  const next = project(window, replacement);
  const failed = problemOf(engine, compaction, { replacement, next });
  if (failed !== undefined) {
    engine.events.emit(session.sessionId, {
      event: "compact.part_failed",
      part: "remote compactor",
      reason: failed,
    });
    return { failed };
  }
  const { checkpoint } = await currentFacts(engine, session);
  const record = recordOf(engine, session, { compaction, replacement, next });
  return commitRecord(engine, session, {
    next,
    record,
    checkpoint,
    storable: (stored) => withProviderState(engine, stored, session.input),
  });
}

/** The remote compactor of a call: its own, or the configured one. */
export function remoteFor<W extends object>(
  { remote, limitRemote }: Engine<W>,
  { options }: Compaction<W>["call"],
): RemoteCompactor<W> | undefined {
  return options.remote ? limitRemote(options.remote as unknown as RemoteCompactor<W>) : remote;
}

/** Why a provider's window is not used; undefined if it is. */
function problemOf<W extends object>(
  engine: Engine<W>,
  compaction: Compaction<W>,
  { replacement, next }: { readonly replacement: RemoteReplacement<W>; readonly next: Projection<W> },
): string | undefined {
  if (replacement.items.length === 0) return "The provider's window is empty.";
  if (brokenPairs(engine, next.items) > brokenPairs(engine, compaction.window.items))
    return "The provider's window holds a call without its result, or a result without its call.";
  return fits(engine, compaction, replacement)
    ? undefined
    : "The provider's window is still too large to send.";
}

/** How many calls and results stand alone. A list of a provider's does not begin with a result. */
function brokenPairs<W extends object>({ meter }: Engine<W>, items: readonly W[]): number {
  const opening: ItemView = { ...EMPTY_VIEW, role: "assistant", text: "…" };
  const pairing = pairItems([opening, ...items.map((item) => meter.view(item))]);
  const { orphans, duplicates, missingResults, pending } = pairing;
  return orphans.length + duplicates.length + missingResults.length + pending.length;
}

/** Discards the provider's window if it is still too large to send. */
function fits<W extends object>(
  engine: Engine<W>,
  { window, measurement, decision }: Compaction<W>,
  { tokensAfter, length }: RemoteReplacement<W>,
): boolean {
  const rest = window.items.slice(length).reduce((sum, item) => sum + engine.meter.tokens(item), 0);
  return (tokensAfter + rest + measurement.fixed) * measurement.calibration <= decision.hardLimit;
}

function recordOf<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  {
    compaction,
    replacement,
    next,
  }: {
    readonly compaction: Compaction<W>;
    readonly replacement: RemoteReplacement<W>;
    readonly next: Projection<W>;
  },
): CompactionRecord<W> {
  const { window, decision } = compaction;
  const kept = new Set(next.items);
  const rest = window.items.slice(replacement.length);
  return {
    ...recordBase(session, {
      next,
      version: session.base.record?.version ?? 0,
      trigger: decision.trigger,
      format: engine.format.name,
      ts: engine.now(),
    }),
    rung: "remote",
    template: "none",
    summarizer: remoteFor(engine, compaction.call)?.name ?? "remote",
    removed: window.items.filter((item) => !kept.has(item)).map(itemId),
    summary: "",
    tokensBefore: tokensGiven(engine, session, compaction),
    tokensAfter: rest.reduce((sum, item) => sum + engine.meter.tokens(item), replacement.tokensAfter),
    remote: replacement.metadata,
  };
}

/**
 * The window after a replacement. Items that the provider returned unchanged keep their place in the caller's
 * list.
 */
function project<W extends object>(
  window: Projection<W>,
  { items, length }: RemoteReplacement<W>,
): Projection<W> {
  const origins = new Map(window.items.map((item, index) => [item, window.origins[index] ?? -1]));
  return {
    items: [...items, ...window.items.slice(length)],
    origins: [...items.map((item) => origins.get(item) ?? -1), ...window.origins.slice(length)],
  };
}

/**
 * The record without secrets; encrypted parts stay byte for byte. An item with a secret that the provider returned
 * is stored as its place in the caller's list: a redacted one would be sent to the model later. If the list does
 * not have it, another process needs its original.
 */
function withProviderState<W extends object>(
  engine: Engine<W>,
  record: CompactionRecord<W>,
  source: readonly W[],
): CompactionRecord<W> {
  const { hidden: _replaced, ...redacted } = redactRecord(record, engine.redactor);
  const hidden: number[] = [];
  const layout = redacted.window.layout.map((part, index): LayoutPart<W> => {
    const given = record.window.layout[index];
    if (!given || !("item" in given)) return part;
    if (engine.meter.view(given.item).providerState) return given;
    if ("item" in part && sameContent(part.item, given.item)) return part;
    const own = source.findIndex((item) => sameContent(item, given.item));
    if (own >= 0) return [own, own + 1];
    hidden.push(index);
    return part;
  });
  return {
    ...redacted,
    ...(hidden.length === 0 ? {} : { hidden }),
    window: { ...redacted.window, layout },
  };
}
