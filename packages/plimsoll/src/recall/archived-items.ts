import { isOwnNote } from "../conversation/is-own-note.js";
import type { ItemView } from "../conversation/item-view.js";
import { readSummary } from "../facts/checkpoint/summary-message.js";
import type { Format } from "../formats/format.js";
import type { Archive } from "../stores/archive.js";
import type { StoredEntry } from "../stores/storage-adapter.js";
import { evidenceReference } from "../tool-outputs/evidence-reference.js";

/** An archived item, and how its format reads it. */
export interface ArchivedItem {
  readonly entry: StoredEntry;
  readonly view: ItemView;
}

/** A session in an archive, and the format of its items. */
export interface ArchivedSession {
  readonly archive: Archive;
  readonly sessionId: string;
  readonly format: Format;
}

/**
 * The archived items of a session, oldest first, with references in place of large payloads. Skips summaries,
 * evidence and encrypted items: the archive also has the items they replace.
 */
export async function archivedItems(session: ArchivedSession): Promise<ArchivedItem[]> {
  const { archive, sessionId, format } = session;
  let written: Promise<ReadonlySet<string>> | undefined;
  const kept: ArchivedItem[] = [];
  const entries = await archive.transcript.read(sessionId, ["item"]);
  const items = entries.map((entry) => ({ entry, view: format.view(entry.data as object) }));
  const outputs = answeredCalls(archive, items);
  for (const { entry, view } of items) {
    if (view.providerState || isOwnNote(view) || isEvidence(view, outputs)) continue;
    const summary = readSummary(view);
    // Its form proves nothing: what only looks like a summary was said by somebody, and is found.
    if (summary !== undefined && (await (written ??= writtenSummaries(session))).has(summaryKey(summary)))
      continue;
    kept.push({ entry, view });
  }
  return kept;
}

/** The summaries that the session's compactions wrote. */
async function writtenSummaries({ archive, sessionId }: ArchivedSession): Promise<ReadonlySet<string>> {
  const records = await archive.transcript.read(sessionId, ["compaction"]);
  return new Set(
    records.map(({ data }) => {
      const { version = 0, summary = "" } = data as { version?: number; summary?: string };
      return summaryKey({ version, body: summary });
    }),
  );
}

const summaryKey = ({ version, body }: { readonly version: number; readonly body: string }): string =>
  `${version}\n${body}`;

/** The calls whose outputs an item or an artifact holds, by its id. */
function answeredCalls(
  archive: Archive,
  items: readonly ArchivedItem[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const calls = new Map<string, Set<string>>();
  for (const { entry, view } of items) {
    if (view.results.length === 0) continue;
    for (const id of [entry.id, ...archive.artifactsOf(entry)]) {
      const known = calls.get(id) ?? new Set<string>();
      for (const { callId } of view.results) known.add(callId);
      calls.set(id, known);
    }
  }
  return calls;
}

/** Evidence names the output of its own call. What names another, or nothing that is archived, is an output itself. */
const isEvidence = (view: ItemView, outputs: ReadonlyMap<string, ReadonlySet<string>>): boolean =>
  view.results.some(({ callId, text }) => {
    const reference = evidenceReference(text);
    return reference !== undefined && outputs.get(reference)?.has(callId) === true;
  });
