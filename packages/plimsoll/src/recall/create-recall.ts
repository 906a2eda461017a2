import { countLines } from "../text/count-lines.js";
import { oneLine } from "../text/one-line.js";
import type { ItemView } from "../conversation/item-view.js";
import { CompactError } from "../errors/compact-error.js";
import type { Format } from "../formats/format.js";
import type { Archive } from "../stores/archive.js";
import type { ArtifactScope } from "../stores/artifacts/artifact.js";
import type { StoredEntry } from "../stores/storage-adapter.js";
import { itemText } from "../conversation/item-text.js";
import { archivedItems } from "./archived-items.js";
import { readPart } from "./read-part.js";
import type { ReadOptions, Recall, RecallEntry, RecallHit, RecallText } from "./recall.js";
import { checkedNumbers, checkedPart, checkedText, checkRecallOptions } from "./check-recall-options.js";
import { dayOf, recordUse } from "./record-use.js";
import type { PassageSimilarity } from "./passage-similarity.js";
import { searchArchive } from "./search-archive.js";

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;
const MAX_PREVIEW = 160;
const DEFAULT_MAX_CHARACTERS = 16_000;

export interface RecallOptions {
  readonly archive: Archive;
  readonly sessionId: string;
  /** How the archived items are read. */
  readonly format: Format;
  /**
   * Reads archived items as they were before redaction, for `read`, if the reader has the key. @default none
   */
  readonly originals?: OriginalReader;
  /** Judges again what a search found by its words, by embeddings for example. @default none */
  readonly similarity?: PassageSimilarity;
  /** Most characters of one `read`. @default 16000 */
  readonly maxCharacters?: number;
  /** Milliseconds since the epoch: a session that is read counts as used from then on. @default Date.now */
  readonly clock?: () => number;
}

/** Reads items, and the results behind artifacts, as they were before redaction. */
export interface OriginalReader {
  item(id: string): Promise<object | undefined>;
  result(artifactId: string): Promise<{ readonly item: object; readonly result: number } | undefined>;
}

/** Recall over a session's archive: every item that left its window, and the payloads behind evidence. */
export function createRecall(options: RecallOptions): Recall {
  checkRecallOptions(options);
  return new ArchiveRecall(options);
}

class ArchiveRecall implements Recall {
  readonly #options: RecallOptions;
  readonly #scope: ArtifactScope;
  #usedOn: number | undefined;

  constructor(options: RecallOptions) {
    this.#options = options;
    this.#scope = { tenant: options.archive.tenant, sessionId: options.sessionId };
  }

  async search(query: string, options?: { limit?: number }): Promise<RecallHit[]> {
    const { limit = DEFAULT_LIMIT } = checkedNumbers(options, ["limit"]);
    checkedText("The query", query);
    const { similarity } = this.#options;
    const hits = await searchArchive(this.#options, { query, limit: bounded(limit), similarity });
    if (hits.length > 0) await this.#used();
    return hits;
  }

  async read(id: string, options?: ReadOptions): Promise<RecallText> {
    checkedText("The id of an item", id);
    const part = checkedPart(options);
    const { archive, sessionId, maxCharacters = DEFAULT_MAX_CHARACTERS } = this.#options;
    const artifact = id.startsWith("art_") ? await archive.getArtifact(this.#scope, id) : undefined;
    if (artifact) {
      await this.#used();
      const text = (await this.#originalPayload(id)) ?? artifact.text;
      return readPart({ ...artifact, text }, part, maxCharacters);
    }
    const [entry] = await archive.find(sessionId, [id]);
    if (entry?.kind === "item" && !this.#viewOf(entry).providerState) {
      await this.#used();
      const original = await this.#options.originals?.item(id);
      const view = original ? this.#options.format.view(original) : this.#viewOf(entry);
      return readPart({ id, text: itemText(view) }, part, maxCharacters);
    }
    throw new CompactError(
      "UNKNOWN_ITEM",
      `Session "${sessionId}" has no archived item or artifact "${id.slice(0, 80)}".`,
      { details: { sessionId, itemId: id } },
    );
  }

  async list(options?: { limit?: number; offset?: number }): Promise<RecallEntry[]> {
    const { limit = DEFAULT_LIMIT, offset = 0 } = checkedNumbers(options, ["limit", "offset"]);
    const { archive, sessionId } = this.#options;
    const start = Math.max(0, offset);
    const newest = (await archivedItems(this.#options)).toReversed().slice(start, start + bounded(limit));
    if (newest.length > 0) await this.#used();
    const entries: RecallEntry[] = [];
    for (const { entry } of newest) {
      const [whole] = await archive.find(sessionId, [entry.id]);
      entries.push(this.#describe(whole ?? entry, archive.artifactsOf(entry)));
    }
    return entries;
  }

  /** Records that the session is in use, so that retention does not delete it as idle. */
  async #used(): Promise<void> {
    const { archive, sessionId, clock = Date.now } = this.#options;
    const time = clock();
    if (this.#usedOn === dayOf(time)) return;
    this.#usedOn = dayOf(time);
    await recordUse(archive, { sessionId, operation: "recall", time });
  }

  async #originalPayload(artifactId: string): Promise<string | undefined> {
    const original = await this.#options.originals?.result(artifactId);
    return original && this.#options.format.view(original.item).results[original.result]?.text;
  }

  #viewOf(entry: StoredEntry): ItemView {
    return this.#options.format.view(entry.data as object);
  }

  #describe(entry: StoredEntry, artifacts: readonly string[]): RecallEntry {
    const view = this.#viewOf(entry);
    const text = itemText(view);
    return {
      id: entry.id,
      ts: entry.ts,
      role: view.role,
      characters: text.length,
      lines: countLines(text),
      preview: oneLine(text, MAX_PREVIEW),
      artifacts,
    };
  }
}

const bounded = (limit: number): number =>
  Math.max(1, Math.min(MAX_LIMIT, Math.floor(limit) || DEFAULT_LIMIT));
