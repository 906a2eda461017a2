import { isRecord } from "../conversation/is-record.js";
import { CompactError } from "../errors/compact-error.js";
import type { Checkpoint } from "../memory/checkpoint.js";
import { applyDelta, type JsonDelta, jsonDelta } from "../memory/json-delta.js";
import { parseCheckpoint } from "../memory/parse-checkpoint.js";
import type { StorageAdapter, StoredEntry } from "../stores/storage-adapter.js";

/** A checkpoint with the ledgers behind it, as plain JSON. */
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

/** What an entry holds that was stored as changes. One with a whole state holds a {@link CheckpointState}. */
interface ChangedState {
  readonly from: string;
  readonly delta: JsonDelta | null;
  readonly chain: Chain;
}

/** A stored checkpoint, put together. */
export interface StoredCheckpoint {
  readonly id: string;
  readonly state: CheckpointState;
  readonly chain: Chain;
}

/** More changes in a row are not looked up to read one checkpoint. */
const MAX_LINKS = 256;

/**
 * The entry of a checkpoint: what changed since the one before, and the whole of it where there is none, or where the
 * changes have become as large as the last whole one. So a session's checkpoints take the space of what happened in it.
 */
export function checkpointEntry(
  { id, ts, state }: { readonly id: string; readonly ts: string; readonly state: CheckpointState },
  before: StoredCheckpoint | undefined,
): { readonly entry: StoredEntry; readonly stored: StoredCheckpoint } {
  const asChange = before && before.id !== id ? changeFrom(before, state) : undefined;
  if (asChange) {
    const entry: StoredEntry = { kind: "checkpoint", id, ts, data: asChange };
    return { entry, stored: { id, state, chain: asChange.chain } };
  }
  const chain = { links: 0, changed: 0, whole: JSON.stringify(state).length };
  return { entry: { kind: "checkpoint", id, ts, data: state }, stored: { id, state, chain } };
}

function changeFrom({ id, state, chain }: StoredCheckpoint, next: CheckpointState): ChangedState | undefined {
  if (chain.links >= MAX_LINKS || chain.changed >= chain.whole) return undefined;
  const delta = jsonDelta(state, next) ?? null;
  const changed = chain.changed + JSON.stringify(delta).length;
  return { from: id, delta, chain: { links: chain.links + 1, changed, whole: chain.whole } };
}

/** Reads a checkpoint of a session with its ledgers; undefined where a part of it is not there. */
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
    if (!isChange(data)) return put(id, wholeOf(data), changes);
    changes.push(data);
    next = data.from;
  }
  return undefined;
}

const isChange = (data: object): data is ChangedState =>
  "from" in data &&
  typeof data.from === "string" &&
  "delta" in data &&
  "chain" in data &&
  isRecord(data.chain);

const wholeOf = (data: Readonly<Record<string, unknown>>): CheckpointState => ({
  checkpoint: data["checkpoint"],
  ledger: data["ledger"],
});

/** Changes are given newest first. */
function put(id: string, whole: CheckpointState, changes: readonly ChangedState[]): StoredCheckpoint {
  let state: unknown = whole;
  for (const { delta } of changes.toReversed()) if (delta !== null) state = applyDelta(state, delta);
  if (!isRecord(state)) throw new CompactError("INVALID_INPUT", `The stored checkpoint ${id} is no object.`);
  const chain = changes[0]?.chain ?? { links: 0, changed: 0, whole: JSON.stringify(whole).length };
  return { id, state: wholeOf(state), chain };
}

/**
 * Reads a checkpoint of a session by the id that its compaction names. Undefined where the archive does not have it, or
 * not all of it.
 *
 * @throws CompactError `INVALID_INPUT` with the place of what is wrong in it
 */
export async function readCheckpoint(
  storage: Pick<StorageAdapter, "find">,
  sessionId: string,
  id: string,
): Promise<Checkpoint | undefined> {
  const stored = await readStoredCheckpoint(storage, sessionId, id);
  return stored && parseCheckpoint(stored.state.checkpoint);
}
