import { CompactError } from "../../errors/compact-error.js";
import { isRecord } from "../../text/is-record.js";
import { sha256 } from "../../text/sha256.js";
import { DEFAULT_TENANT } from "../archive.js";
import { validateTenant } from "../artifacts/validate-artifact-scope.js";
import type { EntryPart, StoredEntry } from "../storage-adapter.js";
import { isPlaceOf, tenantPlace } from "../tenant-place.js";
import { timestampMilliseconds } from "../timestamp-milliseconds.js";
import { validateSessionId } from "../validate-session-id.js";
import type { HeldScope, HoldNote, LegalHold, LegalHolds } from "./legal-hold.js";

/** The session that records holds. It is no session of anybody: no list shows it, and no call can name it. */
export const HOLD_SESSION = "plimsoll/legal-holds";

const MAX_NOTE_CHARACTERS = 2000;

/** Holds as entries of a session of their own, in whatever keeps entries. */
export class HoldBook implements LegalHolds {
  readonly #entries: EntryPart;

  constructor(entries: EntryPart) {
    this.#entries = entries;
  }

  async list({ all = false }: { readonly all?: boolean } = {}): Promise<LegalHold[]> {
    const holds = new Map<string, LegalHold>();
    for (const { data } of await this.#entries.read(HOLD_SESSION, ["hold"])) {
      if (isHold(data)) holds.set(data.id, data);
      else if (isRelease(data)) {
        const hold = holds.get(data.releases);
        if (hold) holds.set(hold.id, { ...hold, released: data.note });
      }
    }
    return [...holds.values()].filter(({ released }) => all || released === undefined);
  }

  async place(scope: HeldScope, note: HoldNote): Promise<LegalHold> {
    const held = checkedScope(scope);
    const placed = checkedNote(note);
    const id = `hold_${sha256(JSON.stringify([held, placed])).slice(0, 12)}`;
    const known = (await this.list({ all: true })).find((hold) => hold.id === id);
    if (known && known.released === undefined) return known;
    const hold: LegalHold = { id: known ? `${id}_${known.released?.ts ?? ""}` : id, ...held, placed };
    await this.#record(hold.id, placed.ts, hold);
    return hold;
  }

  async release(id: string, note: HoldNote): Promise<LegalHold> {
    const released = checkedNote(note);
    const hold = (await this.list()).find((one) => one.id === id);
    if (!hold) throw noSuchHold(String(id).slice(0, 80));
    await this.#record(`release of ${id}`, released.ts, { releases: id, note: released });
    return { ...hold, released };
  }

  #record(id: string, ts: string, data: unknown): Promise<void> {
    const entry: StoredEntry = { kind: "hold", id, ts, data };
    return this.#entries.append(HOLD_SESSION, [entry]);
  }
}

/** The hold that keeps a session, by the id that it has in the archive. */
export function holdOfPlace(holds: readonly LegalHold[], place: string): LegalHold | undefined {
  return holds.find(({ tenant, sessionId }) => {
    if (sessionId === undefined) return isPlaceOf(tenant, place);
    const isShared = place === tenantPlace(tenant, sessionId).id;
    return isShared || (tenant === DEFAULT_TENANT && place === sessionId);
  });
}

/** The hold that keeps the artifacts of a scope. */
export function holdOfScope(
  holds: readonly LegalHold[],
  scope: { readonly tenant: string; readonly sessionId: string },
): LegalHold | undefined {
  return holds.find(
    ({ tenant, sessionId }) =>
      tenant === scope.tenant && (sessionId === undefined || sessionId === scope.sessionId),
  );
}

export function heldError({ id, tenant, sessionId, placed }: LegalHold): CompactError {
  const what =
    sessionId === undefined
      ? `everything of the tenant ${quoted(tenant)}`
      : `session ${quoted(sessionId)} of the tenant ${quoted(tenant)}`;
  const by = placed.by === undefined ? "" : ` by ${quoted(placed.by)}`;
  const reason = placed.reason === undefined ? "" : ` (${quoted(placed.reason)})`;
  return new CompactError(
    "LEGAL_HOLD",
    `The legal hold ${id} keeps ${what} since ${placed.ts}${by}${reason}: nothing was deleted. Whoever may lift it releases it first: compactctl release ${id}`,
    { details: { hold: id, tenant, ...(sessionId === undefined ? {} : { sessionId }), since: placed.ts } },
  );
}

function checkedScope(scope: HeldScope): HeldScope {
  const tenant = validateTenant(scope.tenant);
  const { sessionId } = scope;
  return sessionId === undefined ? { tenant } : { tenant, sessionId: validateSessionId(sessionId) };
}

function checkedNote({ ts, by, reason }: HoldNote): HoldNote {
  timestampMilliseconds(ts, () => "The time of a hold");
  for (const [name, text] of Object.entries({ by, reason }))
    if (text !== undefined && (typeof text !== "string" || text.length > MAX_NOTE_CHARACTERS))
      throw new CompactError(
        "INVALID_INPUT",
        `\`${name}\` of a hold is a text of at most ${MAX_NOTE_CHARACTERS} characters.`,
      );
  return { ts, ...(by === undefined ? {} : { by }), ...(reason === undefined ? {} : { reason }) };
}

function noSuchHold(id: string): CompactError {
  return new CompactError(
    "INVALID_INPUT",
    `There is no hold ${quoted(id)} in force; list them with: compactctl holds`,
    { details: { hold: id } },
  );
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 80));

function isHold(data: unknown): data is LegalHold {
  return (
    isRecord(data) &&
    typeof data["id"] === "string" &&
    typeof data["tenant"] === "string" &&
    isRecord(data["placed"])
  );
}

function isRelease(data: unknown): data is { readonly releases: string; readonly note: HoldNote } {
  return isRecord(data) && typeof data["releases"] === "string" && isRecord(data["note"]);
}
