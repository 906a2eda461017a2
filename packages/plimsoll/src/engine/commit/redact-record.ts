import type { Redactor } from "../../redaction/redactor.js";
import type { CompactionRecord, LayoutPart } from "../follow/compaction-record.js";

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
  return {
    ...redacted,
    id,
    source,
    window: { ...redacted.window, hash: record.window.hash, layout },
    removed,
    ...(parent === undefined ? {} : { parent }),
    ...(checkpoint === undefined ? {} : { checkpoint }),
    ...(ledgersFrom === undefined ? {} : { ledgersFrom }),
  };
}

function withId<W>(part: LayoutPart<W>, given: LayoutPart<W> | undefined): LayoutPart<W> {
  if (given === undefined || !("item" in part) || !("item" in given) || part.id === given.id) return part;
  return { ...part, id: given.id };
}
