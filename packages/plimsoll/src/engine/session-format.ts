import { detectFormat } from "../formats/detect-format.js";
import type { Format } from "../formats/format.js";
import { DEFAULT_FORMAT, findFormat } from "../formats/registry.js";
import { archivedFormat } from "../recall/archived-format.js";
import type { StorageAdapter } from "../stores/storage-adapter.js";
import type { SessionState } from "./follow/session-state.js";

/**
 * The wire format of a session's list. A continued list keeps its format while that fits; any other list is
 * detected again; `seen` is how much of it was checked before. Without items: the format of the session's items,
 * or of its archive.
 */
export async function sessionFormat<W extends object>(
  session: SessionState<W>,
  { items, seen }: { readonly items: readonly W[]; readonly seen: number },
  transcript: StorageAdapter,
): Promise<Format<W>> {
  const known = session.format ?? storedFormat(session);
  if (items.length === 0) {
    if (known) return known;
    const archived = archivedFormat(transcript, session.sessionId);
    return (await archived.catch(() => DEFAULT_FORMAT)) as unknown as Format<W>;
  }
  if (known && seen > 0 && items.slice(seen).every((item) => known.matches(item))) return known;
  return detectAgain(items, known);
}

const storedFormat = <W extends object>(session: SessionState<W>): Format<W> | undefined =>
  findFormat(session.compactions.standing.at(-1)?.format ?? "") as Format<W> | undefined;

/**
 * The format of a list that does not continue the last one. If several fit, the session's format wins; messages
 * that another format also has are detected again.
 */
function detectAgain<W extends object>(items: readonly W[], known: Format<W> | undefined): Format<W> {
  const isKnown = known !== undefined && items.every((item) => known.matches(item));
  if (isKnown && findFormat(known.name)?.sharesMessages !== true) return known;
  return detectFormat(items) as unknown as Format<W>;
}
