import type { Checkpoint, SectionEntry } from "../../facts/checkpoint/checkpoint.js";
import type { StoredEntry } from "../../stores/storage-adapter.js";

/** A rule that the user took back: its id, and the items that said it then. */
export interface Withdrawal {
  readonly entry: string;
  readonly items: readonly string[];
}

/** A withdrawal as it is stored. */
export const withdrawalEntry = (withdrawal: Withdrawal, ts: string): StoredEntry => ({
  kind: "withdrawn",
  id: `withdrawn_${withdrawal.entry}_${ts}`,
  ts,
  data: withdrawal,
});

/** The rules of a session that no longer hold because the user said so by a command, not in the conversation. */
export class Withdrawals {
  readonly #byEntry = new Map<string, string>();

  add({ entry, items }: Withdrawal): void {
    this.#byEntry.set(entry, items.join());
  }

  /** A rule that somebody stated again since holds again. */
  applyTo(checkpoint: Checkpoint): Checkpoint {
    if (this.#byEntry.size === 0) return checkpoint;
    const isWithdrawn = ({ id, provenance }: SectionEntry<"constraints">): boolean =>
      this.#byEntry.get(id) === provenance.items.join();
    return {
      ...checkpoint,
      constraints: checkpoint.constraints.map((entry) =>
        entry.status === "current" && isWithdrawn(entry) ? { ...entry, status: "superseded" } : entry,
      ),
    };
  }
}
