import type { CompactManager } from "../engine/compact-manager.js";
import { CompactError } from "../errors/compact-error.js";
import type { Format } from "../formats/format.js";
import { findFormat } from "../formats/registry.js";
import { archivedFormat } from "../recall/archived-format.js";
import type { Redactor } from "../redaction/redactor.js";
import type { TokenEstimator } from "../tokens/token-estimator.js";
import { createItemMeter } from "../tokens/create-item-meter.js";
import type { InspectionRoom, ListedSession, RoomPurpose } from "./inspection-room.js";
import type { RowMaker } from "./item-row.js";
import { type SessionHistory, sessionHistory } from "./session-history.js";
import { knownSessions } from "./session-rows.js";

/** A session that is looked at: who has it, and what was archived of it. */
export interface OpenedSession {
  readonly id: string;
  readonly room: InspectionRoom;
  readonly history: SessionHistory;
  readonly rows: RowMaker;
  readonly format: Format;
  /** What a room that lists its sessions says about it. */
  readonly listed?: ListedSession;
  manager(purpose?: RoomPurpose): Promise<CompactManager>;
}

export interface OpeningParts {
  readonly redactor: Redactor;
  readonly estimator: TokenEstimator;
}

/** @throws CompactError `UNKNOWN_SESSION`. */
export async function openSession(
  rooms: readonly InspectionRoom[],
  sessionId: string,
  { redactor, estimator }: OpeningParts,
): Promise<OpenedSession> {
  const room = await roomOf(rooms, sessionId);
  const history = await sessionHistory(room, sessionId);
  const listed = (await room.listed?.())?.find((session) => session.sessionId === sessionId);
  const format = listed?.format ?? (await formatOf(room, sessionId, history));
  const meter = createItemMeter(format, estimator);
  return {
    id: sessionId,
    room,
    history,
    format,
    ...(listed ? { listed } : {}),
    rows: { redactor, tokens: (item) => meter.tokens(item), view: (item) => meter.view(item) },
    manager: (purpose = "look") => room.manager(sessionId, purpose),
  };
}

/** The room that heard of the session; otherwise one whose format it has; otherwise any whose archive holds it. */
async function roomOf(rooms: readonly InspectionRoom[], sessionId: string): Promise<InspectionRoom> {
  const live = rooms.find(({ feed }) => feed?.has(sessionId) === true);
  if (live) return live;
  const known = (await knownSessions(rooms)).find(({ id }) => id === sessionId);
  if (!known) {
    throw new CompactError("UNKNOWN_SESSION", `There is no session "${sessionId.slice(0, 200)}" here.`, {
      details: { sessionId },
    });
  }
  const sharing = rooms.filter((room) => room.archive === known.room.archive && !room.listed);
  if (sharing.length < 2) return known.room;
  const format = await archivedFormat(known.room.archive, sessionId);
  return sharing.find((room) => room.format === format.name) ?? known.room;
}

async function formatOf(
  room: InspectionRoom,
  sessionId: string,
  { line, records }: SessionHistory,
): Promise<Format> {
  const named = line.standing.at(-1)?.format ?? records.at(-1)?.format ?? room.format ?? "";
  return findFormat(named) ?? archivedFormat(room.archive, sessionId);
}
