import { inTurns, type Steps } from "../../collections/in-turns.js";
import { itemId } from "../../conversation/item-id.js";
import { sameContent } from "../../conversation/same-content.js";
import type { ToolCallView } from "../../conversation/item-view.js";
import { oneLine } from "../../text/one-line.js";
import { CompactError } from "../../errors/compact-error.js";
import type { ArtifactInput } from "../../stores/artifacts/artifact.js";
import type { Redactor } from "../../redaction/redactor.js";
import type { StoredEntry } from "../../stores/storage-adapter.js";
import { classifyOutput } from "../../tool-outputs/classify-output.js";
import { evidenceReference } from "../../tool-outputs/evidence-reference.js";
import type { Compaction, PlannedCompaction } from "../compaction.js";
import type { Decision } from "../plan/decide.js";
import type { Engine } from "../engine.js";
import type { CompactionRecord, LayoutPart } from "../follow/compaction-record.js";
import { callsOf, type CallsOf } from "../follow/with-evidence.js";
import type { ChangedItem } from "./originals.js";
import { knownReferences } from "../follow/known-references.js";
import { protectionEntry } from "../plan/protection-key.js";
import type { SessionState } from "../follow/session-state.js";

/**
 * Shorter results stay in their archived items. Longer ones become artifacts, stored once however often they
 * occur.
 */
const LEAST_ARTIFACT_CHARACTERS = 2048;
const MAX_LABEL = 200;
/** What an item costs beside its results, in their characters. */
const LEAST_STEP = 512;

/**
 * Refuses a list over the hard limit if nothing may leave it: the engine neither drops an item that is not
 * archived nor sends more than the hard limit. Below the limit the list can be sent unchanged.
 *
 * @throws CompactError `STORE_UNAVAILABLE` with the numbers.
 */
export function refuseUnarchived<W extends object>(engine: Engine<W>, decision: Decision): void {
  const { tokens, hardLimit, trigger } = decision;
  if (tokens <= hardLimit && trigger !== "overflow") return;
  const degraded = engine.degraded();
  throw new CompactError(
    "STORE_UNAVAILABLE",
    `The request has ${tokens} tokens, and the limit is ${hardLimit}; nothing can leave it, because the archive fails and ` +
      `memory has no room for more (${degraded?.keptInMemory ?? 0} entries wait there): ${degraded?.reason ?? "the store failed"} ` +
      "Repair the store and call again; the waiting entries are then written.",
    { details: { tokens, hardLimit, ...degraded } },
  );
}

export interface ItemsToArchive<W extends object> {
  readonly items: readonly W[];
  /**
   * The list that contains them, with the calls that their results answer; absent if nobody needs the calls.
   */
  readonly list?: readonly W[];
}

/**
 * Archives the items that the session has not archived yet, redacted; large results of theirs as artifacts. When the
 * promise resolves, they can be read back: nothing may leave the window before.
 */
export async function archiveItems<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  input: ItemsToArchive<W>,
): Promise<void> {
  await checkForLoss(engine, session);
  const { entries, payloads, owners, changed } = await inTurns(whatToStore(engine, session, input));
  if (entries.size === 0) return;
  const originals = changed.length === 0 ? [] : await engine.originals.keep(session.sessionId, changed);
  const ids = await engine.storage.appendItems(
    session.sessionId,
    [...originals, ...entries.values()],
    [...payloads.values()],
  );
  for (const item of input.items)
    for (const { callId } of engine.meter.view(item).results) session.markAnswer(itemId(item), callId);
  session.markArchived(
    entries.keys(),
    owners.flatMap(({ key, text, callId }) => {
      const id = ids.get(text);
      if (id === undefined) return [];
      session.markAnswer(id, callId);
      return [[key, id] as const];
    }),
  );
}

/** Archives items as `archiveItems` does; false if the store cannot take them. */
export async function tryArchive<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  input: ItemsToArchive<W>,
): Promise<boolean> {
  try {
    await archiveItems(engine, session, input);
    return true;
  } catch (error) {
    if (isStoreFailure(error)) return false;
    throw error;
  }
}

export const isStoreFailure = (error: unknown): boolean =>
  CompactError.isInstance(error) && error.code === "STORE_UNAVAILABLE";

export interface CompactionToArchive<W extends object> {
  /** The items of the new window. */
  readonly items: readonly W[];
  readonly checkpoint: StoredEntry;
  readonly record: CompactionRecord<W>;
  /** The record without secrets. @default as `redactRecord` makes it */
  readonly storable?: CompactionRecord<W> | undefined;
}

/** Archives a compaction: the items of its window first, then its checkpoint and its record together. */
export async function archiveCompaction<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { items, checkpoint, record, storable }: CompactionToArchive<W>,
): Promise<void> {
  await archiveItems(engine, session, { items });
  await engine.storage.append(session.sessionId, [
    checkpoint,
    recordEntry(record, storable ?? redactRecord(record, engine.redactor)),
  ]);
}

const recordEntry = <W extends object>(
  { id, ts }: CompactionRecord<W>,
  data: CompactionRecord<W>,
): StoredEntry => ({ kind: "compaction", id, ts, data });

/**
 * The record without secrets. Ids and hashes stay: they reveal nothing, undo needs them even if they match a
 * user's pattern, and a long session has thousands of them.
 */
export function redactRecord<W extends object>(
  record: CompactionRecord<W>,
  redactor: Redactor,
): CompactionRecord<W> {
  const { id, source, removed, parent, checkpoint, ledgersFrom } = record;
  const redacted = redactor.value({ ...record, source: { ...source, ids: [] }, removed: [] });
  const layout = redacted.window.layout.map((part, index) => withId(part, record.window.layout[index]));
  const hidden = layout.flatMap((part, index) =>
    isChanged(part, record.window.layout[index]) ? [index] : [],
  );
  return {
    ...redacted,
    ...(hidden.length === 0 ? {} : { hidden }),
    id,
    source,
    window: { ...redacted.window, hash: record.window.hash, layout },
    removed,
    ...(parent === undefined ? {} : { parent }),
    ...(checkpoint === undefined ? {} : { checkpoint }),
    ...(ledgersFrom === undefined ? {} : { ledgersFrom }),
  };
}

/** True for an item in the place of one of the caller's that redaction changed. A summary is made of redacted words. */
const isChanged = <W extends object>(part: LayoutPart<W>, given: LayoutPart<W> | undefined): boolean =>
  given !== undefined &&
  "item" in part &&
  "item" in given &&
  given.origin >= 0 &&
  !sameContent(part.item, given.item);

function withId<W>(part: LayoutPart<W>, given: LayoutPart<W> | undefined): LayoutPart<W> {
  if (given === undefined || !("item" in part) || !("item" in given) || part.id === given.id) return part;
  return { ...part, id: given.id };
}

/** The parts of some items that are not archived yet. */
interface NotStored {
  readonly entries: ReadonlyMap<string, StoredEntry>;
  /** Large results, by their texts. */
  readonly payloads: Map<string, ArtifactInput>;
  /** Which results those are. */
  readonly owners: { readonly key: string; readonly text: string; readonly callId: string }[];
  readonly changed: readonly ChangedItem[];
  /** True for evidence of an output that the session has archived; a text may only look like one. */
  isEvidence(text: string, callId: string): boolean;
}

/** Characters of results that are looked at in one turn. */
const TURN_CHARACTERS = 65_536;

function* whatToStore<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { items, list }: ItemsToArchive<W>,
): Steps<NotStored> {
  let left = TURN_CHARACTERS;
  const ts = engine.now();
  const entries = new Map<string, StoredEntry>();
  const changed: ChangedItem[] = [];
  const isKnown = knownReferences(session);
  const isEvidence = (text: string, callId: string): boolean =>
    isKnown(evidenceReference(text) ?? "", callId);
  const found: NotStored = { entries, payloads: new Map(), owners: [], changed, isEvidence };
  let calls: CallsOf<W> | undefined;
  const callAt = (item: W, position: number): ToolCallView | undefined => {
    calls ??= callsOf(list ?? [], engine.meter);
    return calls(item)(position);
  };
  for (const item of items) {
    const id = itemId(item);
    if (session.archived.has(id) || entries.has(id)) continue;
    // What the provider encrypted is kept as it came: nobody can read it, and a changed one is worth nothing.
    const data = engine.meter.view(item).providerState ? item : engine.redacted(item);
    entries.set(id, { kind: "item", id, ts, data });
    const artifacts = addPayloads(engine, found, {
      item,
      data,
      ts,
      callOf: (position) => callAt(item, position),
    });
    if (data !== item) changed.push({ id, ts, item, artifacts });
    left -= engine.meter.view(item).results.reduce((sum, { text }) => sum + text.length, 0) + LEAST_STEP;
    if (left > 0) continue;
    yield;
    left = TURN_CHARACTERS;
  }
  return found;
}

/** Adds the large results of an item; answers their artifacts, each with the number of the result. */
function addPayloads<W extends object>(
  engine: Engine<W>,
  { payloads, owners, isEvidence }: NotStored,
  input: {
    readonly item: W;
    readonly data: W;
    readonly ts: string;
    callOf(position: number): ToolCallView | undefined;
  },
): ReadonlyMap<string, number> {
  const { item, data, ts } = input;
  const artifacts = new Map<string, number>();
  for (const [position, { name, text, callId }] of engine.meter.view(data).results.entries()) {
    if (text.length < LEAST_ARTIFACT_CHARACTERS || isEvidence(text, callId)) continue;
    owners.push({ key: resultKey(item, position), text, callId });
    artifacts.set(engine.storage.artifactId(text), position);
    if (!payloads.has(text))
      payloads.set(text, payloadOf(engine, { text, name, ts }, input.callOf(position)));
  }
  return artifacts;
}

/** Archives the items of the caller's list beyond its base, and the items of its window. */
export async function archiveSource<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { window, plan }: Pick<Compaction<W>, "window"> & Partial<Pick<PlannedCompaction<W>, "plan">>,
): Promise<void> {
  const items = [...session.input.slice(session.base.length), ...window.items];
  await archiveItems(engine, session, { items, list: items });
  const message = plan?.cut && window.items[plan.cut.index];
  if (message) await archiveText(engine, session, message);
}

/** Stores the text of a message that is cut as a separate artifact; the mark in the message names it. */
async function archiveText<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  item: W,
): Promise<void> {
  const { role, text } = engine.meter.view(item);
  const payload = { text: engine.redactor.text(text), kind: "message", label: role, ts: engine.now() };
  await engine.storage.appendItems(session.sessionId, [], [payload]);
}

/**
 * Notices that the archive was lost: its folder deleted, its file replaced, or unreadable. It looks for one
 * entry. If that is missing, nothing counts as archived, and the engine archives again what it still knows (in
 * memory if the store fails).
 */
async function checkForLoss<W extends object>(engine: Engine<W>, session: SessionState<W>): Promise<void> {
  const { archived, sessionId, input } = session;
  const [known] = archived;
  if (known === undefined) return;
  const [found] = await engine.storage.transcript.find(sessionId, [known]);
  if (found) return;
  session.forgetArchived();
  // A store that fails says so itself, and may still have everything.
  if (engine.degraded()) return;
  engine.events.emit(sessionId, {
    event: "compact.store_degraded",
    operation: "find",
    reason:
      "The archive of this session is gone: the store was emptied or replaced. The engine archives again what it still knows.",
    store: engine.storage.name,
  });
  await engine.storage.append(sessionId, standingEntries(engine, session));
  const items = [...(session.newestSource?.items ?? []), ...input];
  if (items.length > 0) await archiveItems(engine, session, { items });
}

/**
 * The entries from which a session can be restored: its compactions, the last stored checkpoint, its protections.
 */
function standingEntries<W extends object>(engine: Engine<W>, session: SessionState<W>): StoredEntry[] {
  const { compactions, facts, protectedItems } = session;
  const now = engine.now();
  const checkpoint = facts.storedAnew(now);
  const records = compactions.standing.map((record) =>
    recordEntry(record, redactRecord(record, engine.redactor)),
  );
  const protections = protectedItems.all.map((protection) => protectionEntry(protection, now));
  return [...protections, ...(checkpoint ? [checkpoint] : []), ...records];
}

/**
 * The id under which the whole of a result can be read: its artifact, or the item that holds it. Before the item is
 * archived, the one it will have.
 */
export function referenceOf<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  result: { readonly item: W; readonly position: number; readonly text: string },
): string {
  const { item, position, text } = result;
  const own = itemId(item);
  const stored = session.artifacts.get(resultKey(item, position));
  if (stored !== undefined || session.archived.has(own) || text.length < LEAST_ARTIFACT_CHARACTERS) {
    return stored ?? own;
  }
  return engine.storage.artifactId(text);
}

const resultKey = (item: object, position: number): string => `${itemId(item)} ${position}`;

/** The label is redacted before it is shortened: half a secret would not be known for one. */
function payloadOf<W extends object>(
  { redactor }: Engine<W>,
  { text, name, ts }: { readonly text: string; readonly name: string; readonly ts: string },
  call: ToolCallView | undefined,
): ArtifactInput {
  const label = call ? `${redactor.text(call.name)} ${redactor.text(call.arguments)}` : redactor.text(name);
  return {
    text,
    kind: classifyOutput({ text, ...(call ? { call } : {}) }),
    label: oneLine(label, MAX_LABEL),
    ts,
  };
}
