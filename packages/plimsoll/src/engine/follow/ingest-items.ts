import { inTurns, type Steps } from "../../collections/in-turns.js";
import { itemId } from "../../conversation/item-id.js";
import type { ItemView } from "../../conversation/item-view.js";
import { fitsBytes } from "../../text/fits-bytes.js";
import { fitsTokens } from "../../tool-outputs/fits-tokens.js";
import { referenceOf, tryArchive } from "../commit/archive-items.js";
import { applyRecord } from "./compaction-record.js";
import type { Engine } from "../engine.js";
import { EvidenceBudget, type Slot } from "./evidence-budget.js";
import { callsOf, type CallsOf, type EvidenceOptions, withEvidence } from "./with-evidence.js";
import { matchRecord } from "./match-record.js";
import { pinning } from "../plan/pinning.js";
import { readableReferences } from "../plan/readable-references.js";
import type { SessionState } from "./session-state.js";

export interface Arrival<W extends object> {
  readonly items: readonly W[];
  /** False if sent items can no longer change: older evidence then stays. @default true */
  readonly givesWay?: boolean;
}

/**
 * Replaces large results with evidence as they arrive, before they become history that is sent again and again.
 * Archives the raw item, its payload as an artifact. If that fails, the item stays unchanged. If there is already
 * much evidence, the oldest shrinks.
 */
export async function ingestItems<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { items, givesWay = true }: Arrival<W>,
): Promise<void> {
  if (engine.policy.toolOutputMaxTokens === 0) return;
  const isLarge = (item: W): boolean => largeCount(engine, item) > 0;
  const isProtected = pinning(engine, session).isProtected;
  const arrived = items
    .slice(session.seenLength(items))
    .filter((item) => isLarge(item) && !isProtected(item) && !session.evidence.has(itemId(item)));
  if (arrived.length === 0) return;
  const window = windowSince(session, items);
  const present = new Set(window);
  const fresh = new Set(arrived.filter((item) => present.has(item)));
  if (fresh.size === 0) return;
  if (!(await tryArchive(engine, session, { items: [...fresh], list: items }))) return;
  const readable = await readableReferences(engine, session, window);
  const slots = await inTurns(
    shelve(engine, session, {
      window,
      fresh,
      callOf: callsOf(items, engine.meter),
      isFixed: (item) => !givesWay || isProtected(item) || !readable(item),
    }),
  );
  await keepSlots(engine, session, { slots, fresh });
}

interface Shelving<W extends object> {
  readonly window: readonly W[];
  readonly fresh: ReadonlySet<W>;
  readonly callOf: CallsOf<W>;
  isFixed(item: W): boolean;
}

/** Walks through a window step by step, with evidence in place of new large results. */
function* shelve<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { window, fresh, callOf, isFixed }: Shelving<W>,
): Steps<Slot<W>[]> {
  const { meter } = engine;
  const budget = new EvidenceBudget(engine, Math.min(engine.max, session.learnedMax ?? engine.max));
  const slots: Slot<W>[] = [];
  for (const step of stepsOf(window, (item) => meter.view(item))) {
    const large = step
      .filter((item) => fresh.has(item))
      .reduce((sum, item) => sum + largeCount(engine, item), 0);
    for (const item of step) {
      if (meter.view(item).results.length === 0) continue;
      const options: EvidenceOptions<W> = {
        ...engine,
        maxTokens: budget.grant(large),
        largerThan: engine.policy.toolOutputMaxTokens,
        largerThanBytes: engine.policy.toolOutputMaxBytes,
        callOf: callOf(item),
        redact: (text) => engine.redactor.text(text),
        referenceOf: (result) => referenceOf(engine, session, result),
      };
      const now = fresh.has(item)
        ? withEvidence(item, options)
        : (session.evidence.get(itemId(item)) ?? item);
      const slot = { found: item, now };
      slots.push(slot);
      budget.add(slot, isFixed(now));
      if (fresh.has(item)) yield;
    }
    budget.settle();
  }
  return slots;
}

/** Runs of items that arrived together: those from one assistant message to the next, and results that it contains. */
function stepsOf<W extends object>(window: readonly W[], viewOf: (item: W) => ItemView): W[][] {
  const steps: W[][] = [[]];
  for (const item of window) {
    const { role, results } = viewOf(item);
    if (role === "assistant") steps.push(results.length > 0 ? [item] : []);
    else steps.at(-1)?.push(item);
  }
  return steps;
}

function largeCount<W extends object>({ meter, policy }: Engine<W>, item: W): number {
  const limits = { maxTokens: policy.toolOutputMaxTokens, count: (text: string) => meter.text(text) };
  return meter
    .view(item)
    .results.filter(({ text }) => !fitsBytes(text, policy.toolOutputMaxBytes) || !fitsTokens(text, limits))
    .length;
}

/** Puts evidence into the window and reports it. Archives replaced items unchanged. */
async function keepSlots<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { slots, fresh }: { readonly slots: readonly Slot<W>[]; readonly fresh: ReadonlySet<W> },
): Promise<void> {
  const standing = ({ found }: Slot<W>): W => session.evidence.get(itemId(found)) ?? found;
  const shrunk = slots.filter((slot) => !fresh.has(slot.found) && slot.now !== standing(slot));
  const givesWay = shrunk.length > 0 && (await tryArchive(engine, session, { items: shrunk.map(standing) }));
  let freed = 0;
  let count = 0;
  for (const slot of slots) {
    if (!fresh.has(slot.found) && !(givesWay && shrunk.includes(slot))) continue;
    freed += engine.meter.tokens(standing(slot)) - engine.meter.tokens(slot.now);
    count++;
    session.useEvidence(slot.found, slot.now);
  }
  if (givesWay)
    session.renewWindow({ meter: engine.meter, isProtected: pinning(engine, session).isProtected });
  engine.events.emit(session.sessionId, { event: "compact.evidence_applied", count, t_freed: freed });
}

/**
 * The part of a list beyond the last compaction's window that the model will receive, before evidence replaces
 * new results.
 */
function windowSince<W extends object>(session: SessionState<W>, items: readonly W[]): readonly W[] {
  const seen = session.seenLength(items);
  if (seen > 0 && session.index) {
    const { index, base } = session;
    const known = index.items.filter((_, position) => (index.origins[position] ?? -1) >= base.length);
    return [...known, ...items.slice(seen)];
  }
  const match = matchRecord(session.compactions, items);
  if (!match) return items;
  const window = match.kind === "source" ? applyRecord(match.record, items).items : items;
  return window.slice(match.record.window.length);
}
