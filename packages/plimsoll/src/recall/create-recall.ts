import { oneLine } from "../conversation/one-line.js";
import type { ItemView } from "../conversation/item-view.js";
import { CompactError } from "../errors/compact-error.js";
import type { Format } from "../formats/format.js";
import { readSummary } from "../memory/summary-message.js";
import type { StorageAdapter, StoredEntry } from "../stores/storage-adapter.js";
import { evidenceReference } from "../tool-outputs/evidence-reference.js";
import { countLines, itemText } from "./item-text.js";
import { readPart } from "./read-part.js";
import type { Recall, RecallEntry, RecallHit } from "./recall.js";
import { queryWords, searchText } from "./search-text.js";

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;
const MAX_PREVIEW = 160;
const DEFAULT_MAX_CHARACTERS = 16_000;

export interface RecallOptions {
  readonly storage: StorageAdapter;
  readonly sessionId: string;
  /** How the archived items are read. */
  readonly format: Format;
  /** Most characters of one `read`. @default 16000 */
  readonly maxCharacters?: number;
}

/** Recall over what a session has archived: every item that left its window, and the raw items behind evidence. */
export function createRecall(options: RecallOptions): Recall {
  const { storage, sessionId, format, maxCharacters = DEFAULT_MAX_CHARACTERS } = options;
  const viewOf = (entry: StoredEntry) => format.view(entry.data as object);
  // Summaries and evidence are archived too, but what they stand for is there itself.
  const items = async (): Promise<StoredEntry[]> =>
    (await storage.read(sessionId, ["item"])).filter((entry) => !isMade(viewOf(entry)));
  return {
    async search(query, { limit = DEFAULT_LIMIT } = {}) {
      const words = queryWords(query);
      if (words.length === 0) {
        throw new CompactError(
          "INVALID_INPUT",
          `The query "${query.slice(0, 80)}" has no word to search for.`,
        );
      }
      const hits: (RecallHit & { readonly words: number })[] = [];
      for (const entry of (await items()).toReversed()) {
        const view = viewOf(entry);
        for (const { words: found, ...hit } of searchText(itemText(view), words)) {
          hits.push({ id: entry.id, role: view.role, ...hit, words: found });
        }
      }
      const best = hits.toSorted((a, b) => b.words - a.words).slice(0, bounded(limit));
      return best.map(({ id, role, line, snippet }) => ({ id, role, line, snippet }));
    },

    async read(id, part = {}) {
      const [entry] = await storage.find(sessionId, [id]);
      if (entry?.kind === "item") return readPart({ id, text: itemText(viewOf(entry)) }, part, maxCharacters);
      throw new CompactError(
        "UNKNOWN_ITEM",
        `Session "${sessionId}" has no archived item "${id.slice(0, 80)}".`,
        {
          details: { sessionId, itemId: id },
        },
      );
    },

    async list({ limit = DEFAULT_LIMIT, offset = 0 } = {}) {
      const newest = (await items()).toReversed();
      return newest.slice(Math.max(0, offset), Math.max(0, offset) + bounded(limit)).map(describe);
    },
  };

  function describe(entry: StoredEntry): RecallEntry {
    const view = viewOf(entry);
    const text = itemText(view);
    const preview = oneLine(text, MAX_PREVIEW);
    const { id, ts } = entry;
    return { id, ts, role: view.role, characters: text.length, lines: countLines(text), preview };
  }
}

const isMade = (view: ItemView): boolean =>
  readSummary(view) !== undefined ||
  view.results.some((result) => evidenceReference(result.text) !== undefined);

const bounded = (limit: number): number =>
  Math.max(1, Math.min(MAX_LIMIT, Math.floor(limit) || DEFAULT_LIMIT));
