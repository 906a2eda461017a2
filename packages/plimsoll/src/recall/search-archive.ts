import { itemText } from "../conversation/item-text.js";
import { CompactError } from "../errors/compact-error.js";
import type { ArtifactScope } from "../stores/artifacts/artifact.js";
import { type ArchivedItem, archivedItems, type ArchivedSession } from "./archived-items.js";
import { type PassageSimilarity, rankBySimilarity } from "./passage-similarity.js";
import { answerWeight } from "./ranking/answer-weight.js";
import { type Question, readQuestion } from "./ranking/read-question.js";
import { type RankedPassage, rankPassages } from "./ranking/rank-passages.js";
import { hitsIn } from "./hits-in.js";
import type { LookedAt } from "./looked-at.js";
import type { RecallHit } from "./recall.js";
import { recallItems } from "./recall-items.js";
import { searchText } from "./search-text.js";
import { type SessionIndex, sessionIndex } from "./session-index.js";

/** Characters of artifacts that are indexed, the newest ones. Older ones are found by the exact words alone. */
const MAX_ARTIFACT_CHARACTERS = 16_000_000;
const FOUND_ARTIFACTS = 100;
const OLD_ARTIFACTS = 20;
/** How well an old artifact with all the words fits if nothing else does. */
const OLD_SCORE = 0.5;

/** A hit that fits so much less than the best has nothing to say. */
const LEAST_SHARE = 0.1;

/** How an archive is searched. */
export interface ArchiveSearch {
  readonly query: string;
  readonly limit: number;
  /** Judges the passages that the words find. */
  readonly similarity?: PassageSimilarity | undefined;
}

/** The places of an archive that have to do with a query, best first. */
export async function searchArchive(session: ArchivedSession, search: ArchiveSearch): Promise<RecallHit[]> {
  const question = readQuestion(search.query);
  if (question.concepts.length === 0) {
    const shown = search.query.slice(0, 80);
    throw new CompactError("INVALID_INPUT", `The query "${shown}" has no word to search for.`, {
      details: { why: "no_word" },
    });
  }
  const archived = new SearchedArchive(session, await archivedItems(session));
  const old = await archived.addArtifacts();
  const ranking = rankPassages(archived.index.passages, question, archived.documents());
  const close = await archived.lookClosely(ranking.passages, question);
  const judged = search.similarity ? await rankBySimilarity(close, search) : close;
  const hits = hitsIn(judged, ranking.words);
  if (old.size > 0) hits.push(...(await archived.oldHits(question, old, hits[0]?.score ?? OLD_SCORE)));
  const best = Math.max(...hits.map(({ score }) => score));
  return hits
    .filter(({ score }) => score >= best * LEAST_SHARE)
    .sort((a, b) => b.score - a.score)
    .slice(0, search.limit)
    .map((hit) => ({ ...hit, score: Math.round(hit.score * 1000) / 1000 }));
}

/** A session's archive for the time of one search. */
class SearchedArchive {
  readonly index: SessionIndex;
  readonly #session: ArchivedSession;
  readonly #scope: ArtifactScope;
  readonly #items: ReadonlyMap<string, ArchivedItem>;
  readonly #artifacts = new Set<string>();
  readonly #texts = new Map<string, string>();

  constructor(session: ArchivedSession, items: readonly ArchivedItem[]) {
    const own = recallItems(items.map(({ view }) => view));
    const kept = items.filter(({ view }) => !own.has(view));
    this.#session = session;
    this.#scope = { tenant: session.archive.tenant, sessionId: session.sessionId };
    this.#items = new Map(kept.map((item) => [item.entry.id, item]));
    this.index = sessionIndex(session, kept);
  }

  /** Indexes the newest artifacts, and returns the ids of the others. */
  async addArtifacts(): Promise<ReadonlySet<string>> {
    const { archive } = this.#session;
    const old = new Set<string>();
    let characters = 0;
    for (const info of await archive.listArtifacts(this.#scope)) {
      characters += info.characters;
      if (characters > MAX_ARTIFACT_CHARACTERS) {
        old.add(info.id);
        continue;
      }
      this.#artifacts.add(info.id);
      if (!this.index.passages.has(info.id))
        this.index.passages.add(info.id, [{ kind: "tool", text: await this.#textOf(info.id), start: 0 }]);
    }
    return old;
  }

  /** How recent each document is: items from 0 to 1, an artifact as the last item that refers to it. */
  documents(): Map<string, number> {
    // Those that no item refers to are older than all items, in the order of their own list.
    const artifacts = [...this.#artifacts];
    const recency = new Map(artifacts.map((id, position) => [id, -position / artifacts.length]));
    [...this.#items.keys()].forEach((id, position) => {
      const share = (position + 1) / this.#items.size;
      recency.set(id, share);
      for (const artifact of this.index.references.get(id) ?? [])
        if (this.#artifacts.has(artifact)) recency.set(artifact, share);
    });
    return recency;
  }

  /** The same passages with their texts, by what else speaks for them. */
  async lookClosely(passages: readonly RankedPassage[], question: Question): Promise<LookedAt[]> {
    const looked: LookedAt[] = [];
    for (const { passage, score } of passages) {
      const text = await this.#textOf(passage.document);
      const weight = answerWeight(text.slice(passage.start, passage.end), question);
      const role = this.#items.get(passage.document)?.view.role ?? "tool";
      looked.push({ ...passage, role, text, score: score * weight });
    }
    return looked.sort((a, b) => b.score - a.score);
  }

  /** Old artifacts by the words themselves: as good as the best hit if they have all of them. */
  async oldHits(question: Question, old: ReadonlySet<string>, best: number): Promise<RecallHit[]> {
    const { archive } = this.#session;
    const words = question.concepts.flatMap(({ words: [own] }) => own?.word ?? []);
    const hits: RecallHit[] = [];
    const found = await archive.searchArtifacts(this.#scope, words, { limit: FOUND_ARTIFACTS });
    for (const { id } of found.filter((info) => old.has(info.id)).slice(0, OLD_ARTIFACTS)) {
      for (const { line, snippet, words: count } of searchText(await this.#textOf(id), words))
        hits.push({ id, role: "tool", line, snippet, score: (best * count) / words.length });
    }
    return hits;
  }

  async #textOf(id: string): Promise<string> {
    const known = this.#texts.get(id);
    if (known !== undefined) return known;
    const item = this.#items.get(id);
    const text = item
      ? itemText(item.view)
      : ((await this.#session.archive.getArtifact(this.#scope, id))?.text ?? "");
    this.#texts.set(id, text);
    return text;
  }
}
