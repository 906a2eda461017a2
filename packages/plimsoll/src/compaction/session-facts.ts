import { sha256 } from "../conversation/sha256.js";
import { isRecord } from "../conversation/is-record.js";
import type { Checkpoint } from "../memory/checkpoint.js";
import type { LedgerItem } from "../memory/ledgers/observation.js";
import { parseCheckpoint } from "../memory/parse-checkpoint.js";
import { restoreLedger } from "../memory/restore-ledger.js";
import { createLedger, type SessionLedger } from "../memory/session-ledger.js";
import { toCheckpoint } from "../memory/to-checkpoint.js";
import type { StoredEntry } from "../stores/storage-adapter.js";

/** What code keeps of a session besides its items: the ledgers, and the checkpoint that was stored last. */
export class SessionFacts {
  #ledger: SessionLedger = createLedger();
  readonly #fed = new Set<string>();
  #checkpoint: Checkpoint | undefined;

  /** The checkpoint of the last compaction. */
  get checkpoint(): Checkpoint | undefined {
    return this.#checkpoint;
  }

  /** Takes in items that the ledgers have not seen, in their order. */
  gather(items: Iterable<LedgerItem>): void {
    const unknown: LedgerItem[] = [];
    for (const item of items) {
      if (this.#fed.has(item.id)) continue;
      this.#fed.add(item.id);
      unknown.push(item);
    }
    this.#ledger.feedAll(unknown);
  }

  /** The state of the session as of now. */
  current(sessionId: string): Checkpoint {
    const previous = this.#checkpoint;
    const version = (previous?.version ?? 0) + 1;
    return toCheckpoint(this.#ledger, { sessionId, version, ...(previous ? { previous } : {}) });
  }

  /** Makes a checkpoint the last one. */
  keep(checkpoint: Checkpoint): void {
    this.#checkpoint = checkpoint;
  }

  /** A checkpoint with the ledgers behind it, as it is stored. */
  toEntry(checkpoint: Checkpoint, ts: string): StoredEntry {
    const id = `chk_${sha256(JSON.stringify(checkpoint)).slice(0, 24)}`;
    return { kind: "checkpoint", id, ts, data: { checkpoint, ledger: this.#ledger.toJSON() } };
  }

  /** Goes on from a stored checkpoint; these items are in its ledgers already. */
  restore(entry: StoredEntry, fed: Iterable<string>): void {
    if (!isRecord(entry.data)) return;
    this.#checkpoint = parseCheckpoint(entry.data["checkpoint"]);
    this.#ledger = restoreLedger(entry.data["ledger"]);
    for (const id of fed) this.#fed.add(id);
  }
}
