import { isOwnNote } from "../conversation/is-own-note.js";
import { countLines } from "../text/count-lines.js";
import { oneLine } from "../text/one-line.js";
import type { ItemView } from "../conversation/item-view.js";
import { CompactError } from "../errors/compact-error.js";
import type { Format } from "../formats/format.js";
import { readSummary } from "../facts/checkpoint/summary-message.js";
import type { Archive } from "../stores/archive.js";
import type { ArtifactScope } from "../stores/artifacts/artifact.js";
import type { StoredEntry } from "../stores/storage-adapter.js";
import { evidenceReference } from "../tool-outputs/evidence-reference.js";
import { itemText } from "../conversation/item-text.js";
import { readPart } from "./read-part.js";
import type { ReadOptions, Recall, RecallEntry, RecallHit, RecallText } from "./recall.js";
import { checkedNumbers, checkedPart, checkedText, checkRecallOptions } from "./check-recall-options.js";
import { dayOf, recordUse } from "./record-use.js";
import { queryWords, searchText } from "./search-text.js";

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;
const MAX_PREVIEW = 160;
const DEFAULT_MAX_CHARACTERS = 16_000;
const RECALL_CALL = /(?:^|[^a-z])recall_(?:search|read|list)$/;

export interface RecallOptions {
  readonly archive: Archive;
  readonly sessionId: string;
  /** How the archived items are read. */
  readonly format: Format;
  /**
   * Reads archived items as they were before redaction, for `read`, if the reader has the key. @default none
   */
  readonly originals?: OriginalReader;
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

type RatedHit = RecallHit & { readonly words: number };

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
    const words = queryWords(checkedText("The query", query));
    if (words.length === 0) {
      throw new CompactError("INVALID_INPUT", `The query "${query.slice(0, 80)}" has no word to search for.`);
    }
    const hits = [...(await this.#artifactHits(words)), ...(await this.#itemHits(words))];
    const best = hits.toSorted((a, b) => b.words - a.words).slice(0, bounded(limit));
    if (best.length > 0) await this.#used();
    return best.map(({ id, role, line, snippet }) => ({ id, role, line, snippet }));
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
    const newest = (await this.#items()).toReversed().slice(start, start + bounded(limit));
    if (newest.length > 0) await this.#used();
    const entries: RecallEntry[] = [];
    for (const entry of newest) {
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

  /** Skips summaries, evidence and encrypted items: the archive also has the items they replace. */
  async #items(): Promise<StoredEntry[]> {
    const { archive, sessionId } = this.#options;
    const entries = await archive.transcript.read(sessionId, ["item"]);
    let written: Promise<ReadonlySet<string>> | undefined;
    const kept: StoredEntry[] = [];
    for (const entry of entries) {
      const view = this.#viewOf(entry);
      if (isMade(view)) continue;
      const summary = readSummary(view);
      // Its form proves nothing: what only looks like a summary was said by somebody, and is found.
      if (summary !== undefined && (await (written ??= this.#written())).has(summaryKey(summary))) continue;
      kept.push(entry);
    }
    return kept;
  }

  /** The summaries that the session's compactions wrote. */
  async #written(): Promise<ReadonlySet<string>> {
    const { archive, sessionId } = this.#options;
    const records = await archive.transcript.read(sessionId, ["compaction"]);
    return new Set(
      records.map(({ data }) => {
        const { version = 0, summary = "" } = data as { version?: number; summary?: string };
        return summaryKey({ version, body: summary });
      }),
    );
  }

  async #artifactHits(words: readonly string[]): Promise<RatedHit[]> {
    const { archive } = this.#options;
    const hits: RatedHit[] = [];
    for (const { id } of await archive.searchArtifacts(this.#scope, words, { limit: MAX_LIMIT })) {
      const text = (await archive.getArtifact(this.#scope, id))?.text ?? "";
      for (const hit of searchText(text, words)) hits.push({ id, role: "tool", ...hit });
    }
    return hits;
  }

  async #itemHits(words: readonly string[]): Promise<RatedHit[]> {
    const items = (await this.#items()).map((entry) => ({ entry, view: this.#viewOf(entry) }));
    const own = ownItems(items.map(({ view }) => view));
    return items.toReversed().flatMap(({ entry, view }) => {
      if (own.has(view)) return [];
      return searchText(itemText(view), words).map((hit) => ({ id: entry.id, role: view.role, ...hit }));
    });
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

const summaryKey = ({ version, body }: { readonly version: number; readonly body: string }): string =>
  `${version}\n${body}`;

const isMade = (view: ItemView): boolean =>
  view.providerState ||
  isOwnNote(view) ||
  view.results.some((result) => evidenceReference(result.text) !== undefined);

/**
 * The items that only call the recall tools (under any client's prefix) or answer such calls. A search must find
 * text where it was said, not in answers that repeat it. Ids may repeat, so a result answers the nearest earlier
 * call with its id, in archive order; its own call may come later.
 */
function ownItems(views: readonly ItemView[]): ReadonlySet<ItemView> {
  const every = new Map<string, boolean>();
  for (const { name, callId } of views.flatMap(({ calls }) => calls))
    every.set(callId, (every.get(callId) ?? true) && RECALL_CALL.test(name));
  const open = new Map<string, boolean>();
  const own = new Set<ItemView>();
  for (const view of views) {
    const answered = view.results.map(({ callId }) => {
      const isOwn = every.get(callId) === true || open.get(callId) === true;
      open.delete(callId);
      return isOwn;
    });
    const called = view.calls.map(({ name }) => RECALL_CALL.test(name));
    view.calls.forEach(({ callId }, index) => open.set(callId, called[index] === true));
    const parts = [...answered, ...called];
    if (parts.length > 0 && parts.every(Boolean)) own.add(view);
  }
  return own;
}

const bounded = (limit: number): number =>
  Math.max(1, Math.min(MAX_LIMIT, Math.floor(limit) || DEFAULT_LIMIT));
