import { isRecord } from "../../text/is-record.js";
import { CompactError } from "../../errors/compact-error.js";
import type { Checkpoint } from "../../facts/checkpoint/checkpoint.js";
import { applyDelta, type JsonDelta, jsonDelta } from "../../facts/checkpoint/json-delta.js";
import { parseCheckpoint } from "../../facts/checkpoint/parse-checkpoint.js";
import { type SharedTexts, shareTexts, unshareTexts } from "../../facts/checkpoint/shared-texts.js";
import type { StorageAdapter, StoredEntry } from "../../stores/storage-adapter.js";

/** A checkpoint and its ledgers, as plain JSON. */
export interface CheckpointState {
  readonly checkpoint: unknown;
  readonly ledger: unknown;
}

/** How a stored checkpoint is to be had: by so many changes since a whole one was stored. */
interface Chain {
  readonly links: number;
  /** Characters of those changes, and of the whole one. */
  readonly changed: number;
  readonly whole: number;
}

/**
 * The data of an entry: a full state, or the changes since another one. Earlier releases stored a bare {@link
 * CheckpointState}, which counts as a full state.
 */
type StoredData =
  | { readonly whole: SharedTexts }
  | { readonly from: string; readonly changes: SharedTexts; readonly chain: Chain };

/** A stored checkpoint, put together. */
export interface StoredCheckpoint {
  readonly id: string;
  readonly state: CheckpointState;
  readonly chain: Chain;
}

/** More changes in a row are not looked up to read one checkpoint. */
const MAX_LINKS = 256;
/** Changes may become so many times as large as the whole state that they begin with. */
const MOST_CHANGED = 3;

/**
 * The entry of a checkpoint: the changes since the previous one. It holds the full state if there is no previous
 * one, or if the changes have become much larger than the last full state. So the checkpoints of a session grow
 * only with what happens in it.
 */
export function checkpointEntry(
  { id, ts, state }: { readonly id: string; readonly ts: string; readonly state: CheckpointState },
  before: StoredCheckpoint | undefined,
): { readonly entry: StoredEntry; readonly stored: StoredCheckpoint } {
  const change = before && before.id !== id ? changeFrom(before, state) : undefined;
  const data: StoredData = change ?? { whole: shareTexts(state) };
  const chain = change?.chain ?? newChain(data);
  return { entry: { kind: "checkpoint", id, ts, data }, stored: { id, state, chain } };
}

/** A stored checkpoint as a full entry, for an archive that lost the entries it builds on. */
export function wholeEntry(
  { id, state }: StoredCheckpoint,
  ts: string,
): { readonly entry: StoredEntry; readonly stored: StoredCheckpoint } {
  return checkpointEntry({ id, ts, state }, undefined);
}

const newChain = (data: unknown): Chain => ({ links: 0, changed: 0, whole: JSON.stringify(data).length });

function changeFrom(
  { id, state, chain }: StoredCheckpoint,
  next: CheckpointState,
): Extract<StoredData, { readonly from: string }> | undefined {
  if (chain.links >= MAX_LINKS || chain.changed >= MOST_CHANGED * chain.whole) return undefined;
  const changes = shareTexts(jsonDelta(state, next) ?? null);
  const changed = chain.changed + JSON.stringify(changes).length;
  return { from: id, changes, chain: { links: chain.links + 1, changed, whole: chain.whole } };
}

/** Reads a checkpoint of a session with its ledgers; undefined if a part of it is missing. */
export async function readStoredCheckpoint(
  storage: Pick<StorageAdapter, "find">,
  sessionId: string,
  id: string,
): Promise<StoredCheckpoint | undefined> {
  const changes: ChangedState[] = [];
  for (let next = id; changes.length <= MAX_LINKS; ) {
    const [entry] = await storage.find(sessionId, [next]);
    if (entry?.kind !== "checkpoint" || !isRecord(entry.data)) return undefined;
    const { data } = entry;
    if (!isChange(data)) return put(id, data, changes);
    changes.push(data);
    next = data.from;
  }
  return undefined;
}

type ChangedState = Extract<StoredData, { readonly from: string }>;

const isChange = (data: object): data is ChangedState =>
  "from" in data &&
  typeof data.from === "string" &&
  "changes" in data &&
  isShared(data.changes) &&
  "chain" in data &&
  isRecord(data.chain);

const isShared = (value: unknown): value is SharedTexts => isRecord(value) && Array.isArray(value["texts"]);

/** Changes are given newest first. */
function put(
  id: string,
  whole: Readonly<Record<string, unknown>>,
  changes: readonly ChangedState[],
): StoredCheckpoint {
  let state: unknown = isShared(whole["whole"]) ? unshareTexts(whole["whole"]) : whole;
  for (const change of changes.toReversed()) {
    const delta = unshareTexts(change.changes) as JsonDelta | null;
    if (delta !== null) state = applyDelta(state, delta);
  }
  if (!isRecord(state))
    throw new CompactError("INVALID_INPUT", `The stored checkpoint ${id} is not an object.`);
  const { checkpoint, ledger } = state;
  return { id, state: { checkpoint, ledger }, chain: changes[0]?.chain ?? newChain(whole) };
}

/**
 * Reads a checkpoint of a session by the id in its compaction. Undefined if the archive does not have it, or not
 * all of it.
 *
 * @throws CompactError `INVALID_INPUT` with the place of the problem.
 */
export async function readCheckpoint(
  storage: Pick<StorageAdapter, "find">,
  sessionId: string,
  id: string,
): Promise<Checkpoint | undefined> {
  const stored = await readStoredCheckpoint(storage, sessionId, id);
  return stored && parseCheckpoint(stored.state.checkpoint);
}
