import type { CompactionRow, TranscriptPage } from "plimsoll/inspection";

/** A line of the chat: somebody's words, a compaction, or a note of the program. */
export type ChatEntry =
  | {
      readonly kind: "message";
      readonly key: string;
      readonly role: "user" | "assistant";
      readonly text: string;
    }
  | { readonly kind: "divider"; readonly key: string; readonly compaction: CompactionRow }
  | { readonly kind: "note"; readonly key: string; readonly text: string; readonly lines: readonly string[] };

/**
 * Dividers where compactions happened. A compaction happens before the request that it was made for, so a new one stands before the
 * newest message of the user; those that were undone go.
 */
export function withDividers(entries: readonly ChatEntry[], rows: readonly CompactionRow[]): ChatEntry[] {
  const standing = new Map(rows.filter(({ undone }) => !undone).map((row) => [row.id, row]));
  const kept = entries.filter((entry) => entry.kind !== "divider" || standing.has(entry.compaction.id));
  const told = new Set(kept.flatMap((entry) => (entry.kind === "divider" ? [entry.compaction.id] : [])));
  const fresh = [...standing.values()].filter(({ id }) => !told.has(id));
  if (fresh.length === 0) return kept;
  const asked = kept.findLastIndex((entry) => entry.kind === "message" && entry.role === "user");
  const isOpen = asked >= 0 && asked >= kept.length - 2;
  const at = isOpen ? asked : kept.length;
  const dividers = fresh.map(
    (compaction): ChatEntry => ({ kind: "divider", key: compaction.id, compaction }),
  );
  return [...kept.slice(0, at), ...dividers, ...kept.slice(at)];
}

/** The beginning of a message identifies it well enough to mark it. */
const MARKED = 160;

const markOf = (role: string, text: string): string => `${role} ${text.slice(0, MARKED)}`;

/** The messages that the model no longer sees, by role and beginning. */
export function compactedMarks({ items }: TranscriptPage): ReadonlySet<string> {
  return new Set(
    items.filter(({ state }) => state === "compacted").map(({ role, text }) => markOf(role, text)),
  );
}

export const isCompacted = (entry: ChatEntry, marks: ReadonlySet<string>): boolean =>
  entry.kind === "message" && marks.has(markOf(entry.role, entry.text));

/** What the user wants: a command with the rest of the line, or to say something. */
export function parseInput(text: string): { readonly command: string; readonly rest: string } {
  const match = /^\/(compact|remember|undo|redo)(?:\s+([\s\S]*))?$/.exec(text.trim());
  return match ? { command: match[1] ?? "", rest: (match[2] ?? "").trim() } : { command: "", rest: text };
}
