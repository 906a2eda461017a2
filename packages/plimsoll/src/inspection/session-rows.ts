import { BoundedMap } from "../collections/bounded-map.js";
import { detectFormat } from "../formats/detect-format.js";
import { findFormat } from "../formats/registry.js";
import type { Redactor } from "../redaction/redactor.js";
import type { CompactEvent } from "../events/compact-event.js";
import { readCheckpoint } from "../engine/commit/stored-checkpoint.js";
import type { CompactionRecord } from "../engine/follow/compaction-record.js";
import { lookUpModel, usableInput } from "../tokens/look-up-model.js";
import { lookUpPrices, type PriceOverrides } from "../tokens/prices.js";
import type { SessionInfo } from "../stores/storage-adapter.js";
import type { InspectionRoom, ListedSession } from "./inspection-room.js";
import { type CompactionSize, compactionSizes } from "./compaction-sizes.js";
import { readLoadLine } from "./read-load-line.js";
import { firstRequest } from "./first-request.js";
import { loadLineOfRequests } from "./load-line-of-requests.js";
import { sessionHistory } from "./session-history.js";
import type { SessionPage, SessionQuery, SessionRow } from "./session-row.js";

/** A session by its id, times and size, before anything of it is read. */
interface KnownSession {
  readonly room: InspectionRoom;
  /** What a room that lists its sessions says about it. */
  readonly listed?: ListedSession;
  readonly id: string;
  readonly title: string;
  readonly firstTs: string;
  readonly lastTs: string;
  readonly entries: number;
  readonly live: boolean;
}

export interface SessionRowsOptions {
  readonly prices?: PriceOverrides | undefined;
  readonly redactor: Redactor;
}

const MAX_READ = 2000;
/** The items of a session that has more entries are not read for its title. */
const MAX_TITLED = 2000;
const MAX_PAGE = 200;
const DEFAULT_PAGE = 50;
const MAX_TITLE = 160;
const MAX_TITLE_READ = 4 * MAX_TITLE;
const MAX_WARNING = 300;
const MAX_CACHED = 2000;

/** Lists sessions. Rows are worked out once and again when something was added. */
export class SessionRows {
  readonly #cache = new BoundedMap<string, { readonly stamp: string; readonly row: SessionRow }>(MAX_CACHED);
  readonly #prices: PriceOverrides | undefined;
  readonly #redactor: Redactor;

  constructor({ prices, redactor }: SessionRowsOptions) {
    this.#prices = prices;
    this.#redactor = redactor;
  }

  async list(rooms: readonly InspectionRoom[], query: SessionQuery): Promise<SessionPage> {
    const known = await knownSessions(rooms);
    const words = (query.text ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    const offset = Math.max(0, query.offset ?? 0);
    const end = offset + Math.min(MAX_PAGE, Math.max(1, query.limit ?? DEFAULT_PAGE));
    // Whoever wants all of them, page by page, waits for the rows of one page.
    if (words.length === 0 && (query.filter ?? "all") === "all")
      return { sessions: await this.#rows(known.slice(offset, end)), total: known.length };
    const fits = (await this.#rows(known.slice(0, MAX_READ))).filter(
      (row) =>
        words.every((word) => `${row.id} ${row.title}`.toLowerCase().includes(word)) &&
        passes(row, query.filter),
    );
    return { sessions: fits.slice(offset, end), total: fits.length };
  }

  async #rows(sessions: readonly KnownSession[]): Promise<SessionRow[]> {
    const rows: SessionRow[] = [];
    for (const session of sessions) rows.push(await this.row(session));
    return rows;
  }

  async row(session: KnownSession): Promise<SessionRow> {
    const heard = session.room.feed?.eventsOf(session.id).length ?? 0;
    const stamp = `${session.lastTs} ${session.entries} ${heard} ${session.live}`;
    const cached = this.#cache.get(session.id);
    if (cached?.stamp === stamp) return cached.row;
    const row = await this.#read(session);
    this.#cache.set(session.id, { stamp, row });
    return row;
  }

  /** Of a session that was looked at and not sent, what it says itself. */
  #told(listed: ListedSession, model: string): Pick<SessionRow, "tokens" | "max" | "cost"> {
    const { requests = [], tokens = 0 } = listed;
    const name = listed.model ?? model;
    const prices = lookUpPrices(name, this.#prices);
    const line = loadLineOfRequests({ requests, prices, model: name, max: 0, trigger: 0, hardLimit: 0 });
    return {
      tokens: requests.at(-1)?.tokens ?? tokens,
      max: listed.max ?? usableInput(lookUpModel(name)),
      cost: requests.length > 0 ? line.cost : null,
    };
  }

  async #read({ room, listed, ...session }: KnownSession): Promise<SessionRow> {
    const { line, records, standing, events } = await sessionHistory(room, session.id);
    const newest = line.standing.at(-1);
    const sizes = compactionSizes({ records, standing, events });
    const load = readLoadLine({
      events,
      records,
      standing,
      pricesOf: (model) => lookUpPrices(model, this.#prices),
    });
    const measured = {
      tokens: load.points.at(-1)?.tokens ?? newest?.tokensAfter ?? 0,
      max: load.max,
      cost: load.cost,
    };
    return {
      ...session,
      title: this.#titleOf(session.title || (await requestOf(room, session, newest))),
      model: load.model || modelOf(room, listed),
      format: newest?.format ?? formatOf(room, listed),
      ...(listed ? this.#told(listed, load.model) : measured),
      compactions: standing.size,
      undone: records.length - standing.size,
      removedTokens: line.standing.reduce((sum, { id }) => sum + removedBy(sizes.get(id)), 0),
      warning: lastWarning(events),
    };
  }

  /** Enough is read around the end of what is shown for a secret to be recognised. */
  #titleOf(text: string): string {
    return oneLine(this.#redactor.text(text.slice(0, MAX_TITLE_READ)), MAX_TITLE);
  }
}

/** What a session is about: its first request, as the newest checkpoint has it, or the archive if it was never compacted. */
async function requestOf(
  { archive, format }: InspectionRoom,
  { id, entries }: Pick<KnownSession, "id" | "entries">,
  newest: CompactionRecord | undefined,
): Promise<string> {
  if (newest?.checkpoint !== undefined) {
    const checkpoint = await readCheckpoint(archive, id, newest.checkpoint).catch(() => undefined);
    return checkpoint?.objective?.text ?? "";
  }
  if (newest || entries > MAX_TITLED) return "";
  const stored = await archive.transcript.read(id, ["item"]);
  const items = stored.map(({ data }) => data as object);
  try {
    return firstRequest(items, detectFormat(items, findFormat(format ?? "")?.name));
  } catch {
    // Nobody knows the format: such a session has no words.
    return "";
  }
}

/** Everything that the rooms know, newest activity first; each session once. */
export async function knownSessions(rooms: readonly InspectionRoom[]): Promise<KnownSession[]> {
  const found = new Map<string, KnownSession>();
  const read = new Set<object>();
  const add = (session: KnownSession): void => {
    const before = found.get(session.id);
    if (!before || (session.live && !before.live)) found.set(session.id, { ...before, ...session });
  };
  for (const room of rooms) {
    const stored = new Map((await storedIn(room, read)).map((info) => [info.sessionId, info]));
    for (const session of await sessionsOf(room, stored)) add(session);
  }
  return [...found.values()].sort((one, other) => (one.lastTs < other.lastTs ? 1 : -1));
}

async function sessionsOf(
  room: InspectionRoom,
  stored: ReadonlyMap<string, SessionInfo>,
): Promise<KnownSession[]> {
  if (room.listed) {
    return (await room.listed()).map((listed) => {
      const { sessionId, title, lastTs } = listed;
      const { firstTs = lastTs, entries = 0 } = stored.get(sessionId) ?? {};
      return { room, listed, id: sessionId, title, lastTs, firstTs, entries, live: false };
    });
  }
  const archived = [...stored.values()].map(({ sessionId, ...info }) => ({
    room,
    id: sessionId,
    title: "",
    ...info,
    live: false,
  }));
  const live = (room.feed?.sessions() ?? []).map((id) => liveSession(room, id, stored.get(id)?.entries ?? 0));
  return [...archived, ...live];
}

/** An archive that several rooms share is read once, unless a room has only some of its sessions. */
async function storedIn(room: InspectionRoom, read: Set<object>) {
  if (!room.listed && read.has(room.archive)) return [];
  read.add(room.archive);
  return room.archive.sessions().catch(() => []);
}

function liveSession(room: InspectionRoom, id: string, entries: number): KnownSession {
  const events = room.feed?.eventsOf(id) ?? [];
  return {
    room,
    id,
    title: "",
    entries,
    firstTs: events[0]?.ts ?? "",
    lastTs: events.at(-1)?.ts ?? "",
    live: true,
  };
}

const modelOf = (room: InspectionRoom, listed: ListedSession | undefined): string =>
  listed?.model ?? room.model ?? "";

const formatOf = (room: InspectionRoom, listed: ListedSession | undefined): string =>
  listed?.format?.name ?? room.format ?? "";

function passes(row: SessionRow, filter: SessionQuery["filter"] = "all"): boolean {
  if (filter === "compacted") return row.compactions > 0;
  if (filter === "warned") return row.warning !== null;
  return filter === "live" ? row.live : true;
}

function lastWarning(events: readonly CompactEvent[]): SessionRow["warning"] {
  // Whoever looks need not name a model.
  const event = events.findLast(
    ({ severity, event: name }) =>
      (severity === "warning" || severity === "high") && name !== "compact.unknown_model",
  );
  if (!event) return null;
  const reason = "reason" in event && typeof event.reason === "string" ? event.reason : "";
  return { ts: event.ts, event: event.event, text: reason.slice(0, MAX_WARNING) };
}

const removedBy = (size: CompactionSize | undefined): number => (size ? size.before - size.after : 0);

const oneLine = (text: string, most: number): string => text.replace(/\s+/g, " ").trim().slice(0, most);
