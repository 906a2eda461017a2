import type { CompactPolicy } from "../config/compact-policy.js";
import type { CompactEvent } from "../events/compact-event.js";
import { CompactError } from "../errors/compact-error.js";
import type { RecallHit, RecallText, ReadOptions } from "../recall/recall.js";
import type { Redactor } from "../redaction/redactor.js";
import type { ArtifactInfo } from "../stores/artifacts/artifact.js";
import { lookUpModel, usableInput } from "../tokens/look-up-model.js";
import { lookUpPrices, type PriceOverrides } from "../tokens/prices.js";
import type { TokenEstimator } from "../tokens/token-estimator.js";
import type { CompactionDetail, CompactionRow, ComparedPage } from "./compaction-detail.js";
import { compactionSizes } from "./compaction-sizes.js";
import { compareSession } from "./compare-session.js";
import type { ComparedConfiguration, Comparison } from "./comparison.js";
import type { ActionResult, InspectionAction } from "./inspection-action.js";
import type { InspectionRoom } from "./inspection-room.js";
import type { ItemDetail } from "./item-detail.js";
import { itemRow } from "./item-row.js";
import type { LedgerState } from "./ledger-state.js";
import type { LiveFeed } from "./live-feed.js";
import type { LoadLine, LoadMark } from "./load-line.js";
import { readLoadLine } from "./read-load-line.js";
import { loadLineOfItems } from "./load-line-of-items.js";
import { loadLineOfRequests } from "./load-line-of-requests.js";
import { type OpenedSession, openSession } from "./open-session.js";
import { compactionRow, readCompaction, readCompared } from "./read-compaction.js";
import { type ItemQuery, readItem } from "./read-item.js";
import { readLedgers } from "./read-ledgers.js";
import { type PageQuery, readTranscript, type TranscriptQuery, wholeTranscript } from "./read-transcript.js";
import { ActionRunner } from "./action-runner.js";
import type { SessionPage, SessionQuery, SessionRow } from "./session-row.js";
import { type SessionHistory, sessionHistory } from "./session-history.js";
import { knownSessions, SessionRows } from "./session-rows.js";
import type { TranscriptPage } from "./transcript-page.js";
import type { WindowNow } from "./window-now.js";
import { wireList } from "./wire-list.js";

export interface InspectionOptions {
  /** Where sessions are, asked for every call. */
  rooms(): readonly InspectionRoom[];
  readonly redactor: Redactor;
  /** Counts what was not counted yet. */
  readonly estimator: TokenEstimator;
  readonly policy: Pick<CompactPolicy, "triggerPct" | "hardCapBuffer">;
  readonly prices?: PriceOverrides;
}

const MAX_WINDOW_ROWS = 5000;
const MAX_ARTIFACTS = 200;
const MAX_HITS = 50;
const MAX_QUERY = 1000;
/** So often rooms that came since are looked for. */
const NEW_ROOMS_MS = 500;

/**
 * What the inspector asks: the one API over managers and archives, for whoever serves it. Every answer is plain JSON, bounded and
 * without secrets. Errors are `CompactError`.
 */
export class Inspection {
  readonly #options: InspectionOptions;
  readonly #rows: SessionRows;
  readonly #actions = new ActionRunner();

  constructor(options: InspectionOptions) {
    this.#options = options;
    this.#rows = new SessionRows(options);
  }

  sessions(query: SessionQuery = {}): Promise<SessionPage> {
    return this.#rows.list(this.#options.rooms(), query);
  }

  async session(id: string): Promise<SessionRow> {
    const known = (await knownSessions(this.#options.rooms())).find((session) => session.id === id);
    if (!known) throw unknownSession(id);
    return this.#rows.row(known);
  }

  async loadLine(id: string): Promise<LoadLine> {
    return this.#loadLine(await this.#open(id));
  }

  async transcript(id: string, query: TranscriptQuery = {}): Promise<TranscriptPage> {
    return readTranscript(await this.#open(id), query);
  }

  async item(id: string, itemId: string, query: ItemQuery = {}): Promise<ItemDetail> {
    return readItem(await this.#open(id), itemId, query);
  }

  async window(id: string): Promise<WindowNow> {
    const session = await this.#open(id);
    const items = await (await session.manager()).window(id);
    const tokens = items.reduce((sum, item) => sum + item.tokens, 0);
    const { max, trigger, hardLimit } = await this.#loadLine(session);
    return {
      items: items.slice(0, MAX_WINDOW_ROWS).map(({ id: itemId, item, reason, tokens: own }) => ({
        ...itemRow(itemId, item, session.rows),
        tokens: own,
        reason,
        share: tokens === 0 ? 0 : own / tokens,
      })),
      total: items.length,
      tokens,
      max,
      trigger,
      hardLimit,
    };
  }

  /** The whole window as it goes over the wire: a JSON list, in order. */
  async wireWindow(id: string): Promise<string> {
    const session = await this.#open(id);
    const items = await (await session.manager()).window(id);
    return wireList(
      items.map(({ item }) => item),
      session.rows.redactor,
    );
  }

  async compactions(id: string): Promise<CompactionRow[]> {
    const { history } = await this.#open(id);
    const sizes = compactionSizes(history);
    return history.records.map((record) => compactionRow(record, history.standing, sizes));
  }

  async compaction(id: string, compactionId: string): Promise<CompactionDetail> {
    return readCompaction(await this.#open(id), compactionId);
  }

  async compared(id: string, compactionId: string, query: PageQuery = {}): Promise<ComparedPage> {
    return readCompared(await this.#open(id), compactionId, query);
  }

  async ledgers(id: string): Promise<LedgerState> {
    return readLedgers(await this.#open(id));
  }

  async artifacts(id: string): Promise<readonly ArtifactInfo[]> {
    const { room } = await this.#open(id);
    const scope = { tenant: room.archive.tenant, sessionId: id };
    return room.archive.listArtifacts(scope, { limit: MAX_ARTIFACTS });
  }

  /** A whole artifact, to be saved. */
  async artifact(id: string, artifactId: string): Promise<string> {
    const { room } = await this.#open(id);
    const found = await room.archive.getArtifact({ tenant: room.archive.tenant, sessionId: id }, artifactId);
    if (found) return found.text;
    throw new CompactError("UNKNOWN_ITEM", `Session "${id}" has no artifact "${artifactId.slice(0, 200)}".`, {
      details: { sessionId: id, artifactId },
    });
  }

  /** Searches as the agent's own recall does. */
  async search(id: string, query: string): Promise<readonly RecallHit[]> {
    const session = await this.#open(id);
    if (query.trim() === "") return [];
    const recall = await (await session.manager()).recall(id);
    return recall.search(query.slice(0, MAX_QUERY), { limit: MAX_HITS });
  }

  /** Reads a part of an archived item or artifact as the agent's own recall does. */
  async read(id: string, itemId: string, options: ReadOptions = {}): Promise<RecallText> {
    const session = await this.#open(id);
    return (await (await session.manager()).recall(id)).read(itemId, options);
  }

  async act(id: string, action: InspectionAction): Promise<ActionResult> {
    const result = await this.#actions.run(await this.#open(id), action);
    if (result.compaction === null || result.tokensBefore === 0) return result;
    const size = compactionSizes((await this.#open(id)).history).get(result.compaction);
    return size ? { ...result, tokensBefore: size.before, tokensAfter: size.after } : result;
  }

  async compare(
    id: string,
    configurations: { readonly a: ComparedConfiguration; readonly b: ComparedConfiguration },
    signal?: AbortSignal,
  ): Promise<Comparison> {
    const session = await this.#open(id);
    const { max, model } = await this.#loadLine(session);
    return compareSession(session, {
      ...configurations,
      max,
      model,
      estimator: this.#options.estimator,
      ...(signal ? { signal } : {}),
    });
  }

  /** Tells every event of these rooms as it happens, also of rooms that come later; returns what ends it. */
  listen(listener: (event: CompactEvent) => void): () => void {
    const ends = new Map<LiveFeed, () => void>();
    const join = (): void => {
      for (const { feed } of this.#options.rooms())
        if (feed && !ends.has(feed)) ends.set(feed, feed.listen(listener));
    };
    join();
    const timer = setInterval(join, NEW_ROOMS_MS);
    return () => {
      clearInterval(timer);
      for (const end of ends.values()) end();
    };
  }

  #open(id: string): Promise<OpenedSession> {
    return openSession(this.#options.rooms(), id, this.#options);
  }

  async #loadLine(session: OpenedSession): Promise<LoadLine> {
    const pricesOf = (model: string) => lookUpPrices(model, this.#options.prices);
    const line = readLoadLine({ ...session.history, pricesOf });
    // A file was looked at, not sent: its measures say nothing of its requests.
    if (line.points.length > 1 && !session.room.listed) return line;
    const items = (await wholeTranscript(session)).items.map(({ item }) => item);
    // Whoever opened it just now measured it, and said what it must fit.
    const history = await sessionHistory(session.room, session.id);
    const limits = this.#limits(readLoadLine({ ...history, pricesOf }), session);
    const requests = session.listed?.requests ?? [];
    if (requests.length > 1) {
      const told = loadLineOfRequests({ requests, prices: pricesOf(limits.model), ...limits });
      return { ...told, marks: [...told.marks, ...marksOf(history, told.requests)] };
    }
    const made = loadLineOfItems({ items, rows: session.rows, ...limits });
    return { ...made, marks: marksOf(history, made.requests) };
  }

  /** The limits of the last request; for a session without one those of its model. */
  #limits(
    line: LoadLine,
    { room, listed }: OpenedSession,
  ): Pick<LoadLine, "max" | "trigger" | "hardLimit" | "model"> {
    const { triggerPct, hardCapBuffer } = this.#options.policy;
    const model = line.model || (listed?.model ?? room.model ?? "");
    const max = listed?.max || line.max || usableInput(lookUpModel(model));
    const buffer = hardCapBuffer < max ? hardCapBuffer : Math.floor(max / 8);
    const isOwn = line.max === max;
    const hardLimit = (isOwn ? line.hardLimit : 0) || Math.max(1, max - buffer);
    return {
      model,
      max,
      hardLimit,
      trigger: (isOwn ? line.trigger : 0) || Math.min(Math.floor(max * triggerPct), hardLimit),
    };
  }
}

/** Compactions of a session whose requests nobody measured: they stand at its end. */
function marksOf(history: SessionHistory, request: number): LoadMark[] {
  const sizes = compactionSizes(history);
  return history.records.map(({ id, version, ts, trigger, tokensBefore, tokensAfter }) => ({
    request,
    id,
    version,
    ts,
    trigger,
    ...(sizes.get(id) ?? { before: tokensBefore, after: tokensAfter }),
    undone: !history.standing.has(id),
  }));
}

const unknownSession = (id: string): CompactError =>
  new CompactError("UNKNOWN_SESSION", `There is no session "${id.slice(0, 200)}" here.`, {
    details: { sessionId: id },
  });
