import { type CompactionRecord, lineOf, sourceIds, windowIds } from "./compaction-record.js";

/** A step along the line since the newest compaction was made. */
interface LineStep<W extends object> {
  readonly kind: "undo" | "redo";
  readonly record: CompactionRecord<W>;
}

/** The compactions of a session, for those who only read them. */
export type Compactions<W extends object> = Omit<Readonly<CompactionLine<W>>, "add" | "undo" | "redo">;

/**
 * The compactions of a session: the valid ones, and the undone ones that can be redone until a new one is made.
 * Works with the ids of items, so it does not need the items.
 */
export class CompactionLine<W extends object> {
  /** All of them, including those that are neither valid nor redoable: later ones may build on them. */
  readonly #known = new Map<string, CompactionRecord<W>>();
  /** Compactions that are not undone, oldest first. */
  standing: readonly CompactionRecord<W>[] = [];
  /** The one that a redo brings back: undone last, with no compaction made since. */
  redoable: CompactionRecord<W> | undefined;
  /** How many undos and redos the session has seen. */
  stepCount = 0;
  #undone: CompactionRecord<W>[] = [];
  #newest: CompactionRecord<W> | undefined;
  #steps: LineStep<W>[] = [];

  /** True if one of the session's compactions added this summary, word for word. */
  wrote({ version, body }: { readonly version: number; readonly body: string }): boolean {
    for (const record of this.#known.values()) {
      const { layout } = record.window;
      if (record.version !== version || record.summary !== body) continue;
      if (layout.some((part) => "item" in part && part.origin < 0)) return true;
    }
    return false;
  }

  /** Adds a new compaction: earlier undone ones can no longer be redone. */
  add(record: CompactionRecord<W>): void {
    this.#known.delete(record.id);
    this.#known.set(record.id, record);
    this.standing = [...this.standing.filter((other) => other.id !== record.id), record];
    this.#undone = [];
    this.redoable = undefined;
    this.#newest = record;
    this.#steps = [];
  }

  /** Ignores a compaction that is not valid. */
  undo(id: string): void {
    this.stepCount++;
    const record = this.standing.find((other) => other.id === id);
    if (!record) return;
    this.standing = this.standing.filter((other) => other.id !== id);
    this.#undone.push(record);
    this.redoable = record;
    this.#steps.push({ kind: "undo", record });
  }

  /** Passes over a compaction that is not the one to redo. */
  redo(id: string): void {
    this.stepCount++;
    const record = this.#undone.at(-1);
    if (record?.id !== id) return;
    this.#undone.pop();
    this.redoable = this.#undone.at(-1);
    const stands = new Set([...this.standing, record]);
    this.standing = [...this.#known.values()].filter((other) => stands.has(other));
    this.#steps.push({ kind: "redo", record });
  }

  /** The compactions that a compaction builds on, oldest first, and itself. */
  lineOf(record: CompactionRecord<W>): CompactionRecord<W>[] {
    return lineOf(record, (child) => this.#known.get(child.parent ?? ""));
  }

  sourceIds(record: CompactionRecord<W>): string[] {
    return sourceIds(record, (child) => this.#known.get(child.parent ?? ""));
  }

  windowIds(record: CompactionRecord<W>): string[] {
    return windowIds(record, this.sourceIds(record));
  }

  /** The compactions whose items are in the ledgers that were stored with a compaction, itself among them. */
  inLedgers(record: CompactionRecord<W>): CompactionRecord<W>[] {
    const known = [...this.#known.values()];
    const byCheckpoint = new Map(known.map((other) => [other.checkpoint, other]));
    const found: CompactionRecord<W>[] = [];
    for (let next: CompactionRecord<W> | undefined = record; next; ) {
      found.push(next);
      // Each is passed once, whatever a store says.
      byCheckpoint.delete(next.checkpoint);
      if (next.ledgersFrom === undefined) return [...found, ...known.slice(0, known.indexOf(next))];
      next = byCheckpoint.get(next.ledgersFrom);
    }
    return found;
  }

  /** A list that continues the compaction's source or window, as if the compaction had not been made. */
  before(record: CompactionRecord<W>, ids: readonly string[]): string[] {
    const source = this.sourceIds(record);
    return [...source, ...(rest(ids, source) ?? rest(ids, windowIds(record, source)) ?? [])];
  }

  /** The window of a compaction for a list that continues its source; undefined for any other list. */
  after(record: CompactionRecord<W>, ids: readonly string[]): string[] | undefined {
    const source = this.sourceIds(record);
    const added = rest(ids, source) ?? this.#addedSince(record, { ids, source });
    return added && [...windowIds(record, source), ...added];
  }

  /**
   * The ids of the session's list as far as the archive knows it: the window of the newest compaction, after undo
   * and redo.
   */
  listIds(): string[] {
    let ids = this.#newest ? this.windowIds(this.#newest) : [];
    for (const { kind, record } of this.#steps) {
      ids = kind === "undo" ? this.before(record, ids) : (this.after(record, ids) ?? this.windowIds(record));
    }
    return ids;
  }

  /**
   * The items beyond the source in a list that continues the window of an earlier compaction, if the record was
   * made from the full history.
   */
  #addedSince(
    record: CompactionRecord<W>,
    { ids, source }: { readonly ids: readonly string[]; readonly source: readonly string[] },
  ): string[] | undefined {
    for (let next = record; next.source.base === "source"; ) {
      const parent = this.#known.get(next.parent ?? "");
      if (!parent) return undefined;
      const added = rest(ids, this.windowIds(parent));
      const whole = added && rest([...this.sourceIds(parent), ...added], source);
      if (whole) return whole;
      next = parent;
    }
    return undefined;
  }
}

/** The items of a list after a prefix; undefined if it does not begin with the prefix. */
function rest(ids: readonly string[], prefix: readonly string[]): string[] | undefined {
  return ids.length >= prefix.length && prefix.every((id, index) => ids[index] === id)
    ? ids.slice(prefix.length)
    : undefined;
}
