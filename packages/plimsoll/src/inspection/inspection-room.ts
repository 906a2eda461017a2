import type { CompactManager } from "../engine/compact-manager.js";
import type { Format } from "../formats/format.js";
import type { RecordedRequest } from "../formats/recorded-request.js";
import type { Archive } from "../stores/archive.js";
import type { LiveFeed } from "./live-feed.js";

/** A session that is known before anything of it is archived: a file, for example. */
export interface ListedSession {
  readonly sessionId: string;
  readonly title: string;
  /** ISO 8601. */
  readonly lastTs: string;
  readonly format?: Format;
  readonly model?: string;
  /** About so large it is now, if no request says it better. */
  readonly tokens?: number;
  /** The window of its model, if the session itself tells it. */
  readonly max?: number;
  /** The requests that were sent, as somebody else recorded them. */
  readonly requests?: readonly RecordedRequest[];
}

/** `look`: nothing may be written for it. `act`: what is done is archived. */
export type RoomPurpose = "look" | "act";

/** Where sessions are: a manager, and the archive that it writes. */
export interface InspectionRoom {
  readonly archive: Archive;
  /** The wire format of all of its sessions, if they have one. */
  readonly format?: string;
  /** The model that prices and windows are looked up for, until an event names another. */
  readonly model?: string;
  /** What its manager tells while it works. */
  readonly feed?: LiveFeed;
  /** If present, it has these sessions and no others of its archive. */
  listed?(): Promise<readonly ListedSession[]>;
  manager(sessionId: string, purpose: RoomPurpose): Promise<CompactManager>;
}
