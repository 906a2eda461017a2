import { itemId } from "../../conversation/item-id.js";
import { archiveItems } from "./archive-items.js";
import type { Call } from "../call.js";
import { type CompactedWindow, recordBase } from "./compact-window.js";
import type { CompactionRecord, LayoutPart, Projection } from "../follow/compaction-record.js";
import type { Engine } from "../engine.js";
import { callsOf } from "../follow/with-evidence.js";
import type { Examined } from "../follow/examine.js";
import { gatherFacts } from "../follow/gather-facts.js";
import { givenTokens } from "../follow/given-tokens.js";
import type { RemoteReplacement } from "./remote-compactor.js";
import { redactRecord } from "./redact-record.js";
import type { SessionState } from "../follow/session-state.js";

/**
 * Has the provider compact the window, where the policy says so. The source is archived first, the record and the local
 * checkpoint are stored before anything is swapped. Undefined where the window is to be compacted here.
 */
export async function compactAtProvider<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { call, examined }: { readonly call: Call<W>; readonly examined: Examined<W> },
): Promise<CompactedWindow<W> | undefined> {
  const { remote } = engine;
  const { window } = examined;
  // What a provider makes has the size that it has; a caller who names one is given a summary instead.
  if (!remote || window.items.length === 0 || call.options.targetTokens !== undefined) return undefined;
  const items = [...session.input.slice(session.baseLength), ...window.items];
  await archiveItems(engine, session, { items, callOf: callsOf(items, engine.meter) });
  const { instructions, signal } = call.options;
  const replacement = await remote.compact({
    ...engine,
    items: window.items,
    trigger: examined.decision.trigger,
    maxTokens: examined.measurement.max,
    earlier: session.compactions.standing.flatMap((record) => (record.remote ? [record.remote] : [])),
    emit: (event) => void engine.events.emit(session.sessionId, event),
    ...(instructions === undefined ? {} : { instructions }),
    ...(signal ? { signal } : {}),
  });
  if (!replacement || !fits(engine, examined, replacement)) return undefined;
  return storeReplacement(engine, session, { examined, replacement, name: remote.name });
}

/** A window that is still too large to be sent is no use; what the provider made is let go then. */
function fits<W extends object>(
  engine: Engine<W>,
  { window, measurement, decision }: Examined<W>,
  { tokensAfter, length }: RemoteReplacement<W>,
): boolean {
  const rest = window.items.slice(length).reduce((sum, item) => sum + engine.meter.tokens(item), 0);
  return (tokensAfter + rest + measurement.fixed) * measurement.calibration <= decision.hardLimit;
}

async function storeReplacement<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  input: {
    readonly examined: Examined<W>;
    readonly replacement: RemoteReplacement<W>;
    readonly name: string;
  },
): Promise<CompactedWindow<W>> {
  const { window, decision } = input.examined;
  const { replacement } = input;
  const next = project(window, replacement);
  const kept = new Set(next.items);
  const checkpoint = gatherFacts(engine, session);
  const stored = session.facts.toEntry(checkpoint, engine.now());
  const tokens = (list: readonly W[]): number =>
    list.reduce((sum, item) => sum + engine.meter.tokens(item), 0);
  const version = session.base.record?.version ?? 0;
  const record: CompactionRecord<W> = {
    ...recordBase(engine, session, { next, version, trigger: decision.trigger }),
    rung: "remote",
    template: "none",
    summarizer: input.name,
    removed: window.items.filter((item) => !kept.has(item)).map(itemId),
    summary: "",
    tokensBefore: givenTokens(engine, session, input.examined),
    tokensAfter: replacement.tokensAfter + tokens(window.items.slice(replacement.length)),
    remote: replacement.metadata,
    checkpoint: stored.entry.id,
    ledgersFrom: session.facts.checkpointId ?? "none",
  };
  await archiveItems(engine, session, { items: next.items });
  await engine.storage.append(session.sessionId, [
    stored.entry,
    { kind: "compaction", id: record.id, ts: record.ts, data: storable(engine, record) },
  ]);
  session.facts.keep(stored);
  return { record, window: next, summaryTokens: 0 };
}

/** The window after a replacement; what the provider gave back as it was keeps its place in the caller's list. */
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

/** The record without secrets, but with what is encrypted byte for byte. */
function storable<W extends object>(engine: Engine<W>, record: CompactionRecord<W>): CompactionRecord<W> {
  const redacted = redactRecord(record, engine.redactor);
  const layout = redacted.window.layout.map((part, index): LayoutPart<W> => {
    const given = record.window.layout[index];
    const isOpaque = given && "item" in given && engine.meter.view(given.item).providerState;
    return isOpaque ? given : part;
  });
  return { ...redacted, window: { ...redacted.window, layout } };
}
