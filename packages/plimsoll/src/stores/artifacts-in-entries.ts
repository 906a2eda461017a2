import { CompactError } from "../errors/compact-error.js";
import { sha256 } from "../text/sha256.js";
import type {
  Artifact,
  ArtifactInfo,
  ArtifactInput,
  ArtifactScope,
  ArtifactSession,
} from "./artifacts/artifact.js";
import { artifactPage, compareArtifacts, compareArtifactSessions } from "./artifacts/artifact-page.js";
import { bestHits } from "./artifacts/best-hits.js";
import { countFoldedWords, foldWords } from "./artifacts/count-words.js";
import { describeArtifact } from "./artifacts/describe-artifact.js";
import { validateArtifactId, validateArtifactInputs } from "./artifacts/validate-artifact-inputs.js";
import { validateArtifactScope, validateTenant } from "./artifacts/validate-artifact-scope.js";
import { ENTRY_METHODS, missingMethods } from "./check-store.js";
import { isExcepted } from "./holds/is-excepted.js";
import { unlessHeld } from "./holds/unless-held.js";
import { withHolds } from "./holds/with-holds.js";
import { joinParts } from "./join-parts.js";
import type {
  ArtifactPart,
  ArtifactSweepOptions,
  EntryPart,
  StorageAdapter,
  StoredEntry,
} from "./storage-adapter.js";
import { timestampMilliseconds } from "./timestamp-milliseconds.js";

/** Every artifact of a scope is a separate session, whose id begins with this. */
const PREFIX = "plimsoll-artifact:";
const ABOUT = "about";

/** The data of such a session's first event. */
interface About extends Omit<ArtifactInfo, "firstTs" | "lastTs"> {
  readonly scope: ArtifactScope;
}

/**
 * A complete store on top of one that keeps only entries: each artifact becomes a hidden session. For small
 * stores, because listing, searching and sweeping artifacts scans all sessions.
 *
 * @throws CompactError `INVALID_INPUT` if the store lacks methods.
 */
export function artifactsInEntries(store: EntryPart): StorageAdapter {
  const missing = missingMethods(store, ENTRY_METHODS);
  if (missing.length > 0) {
    throw new CompactError(
      "INVALID_INPUT",
      `artifactsInEntries needs a store of entries; this one has no ${missing.map((name) => `${name}()`).join(", ")}.`,
      { details: { missing } },
    );
  }
  return withHolds(joinParts({ entries: visibleEntries(store), artifacts: new EntryArtifacts(store) }));
}

function visibleEntries(store: EntryPart): EntryPart {
  const own = (sessionId: string): string => {
    if (typeof sessionId !== "string" || !sessionId.startsWith(PREFIX)) return sessionId;
    throw new CompactError(
      "INVALID_INPUT",
      `Session ids that begin with ${JSON.stringify(PREFIX)} are taken by the store; give the session another one.`,
    );
  };
  const sessions = async (): ReturnType<EntryPart["sessions"]> =>
    (await store.sessions()).filter(({ sessionId }) => !sessionId.startsWith(PREFIX));
  return {
    name: store.name,
    append: async (sessionId, entries) => store.append(own(sessionId), entries),
    read: async (sessionId, kinds) => store.read(own(sessionId), kinds),
    find: async (sessionId, ids) => store.find(own(sessionId), ids),
    sessions,
    remove: async (sessionId) => store.remove(own(sessionId)),
    async sweep(before, { except } = {}) {
      const limit = timestampMilliseconds(before, () => "The time to sweep before");
      const swept: string[] = [];
      for (const { sessionId, lastTs } of await sessions()) {
        if (Date.parse(lastTs) >= limit || except?.(sessionId) === true) continue;
        if (await unlessHeld(store.remove(sessionId))) swept.push(sessionId);
      }
      return swept;
    },
    ...(store.holds ? { holds: store.holds } : {}),
    close: () => store.close(),
  };
}

class EntryArtifacts implements ArtifactPart {
  readonly name: string;
  readonly #store: EntryPart;

  constructor(store: EntryPart) {
    this.name = store.name;
    this.#store = store;
  }

  async putArtifacts(scope: ArtifactScope, artifacts: readonly ArtifactInput[]): Promise<ArtifactInfo[]> {
    const where = validateArtifactScope(scope);
    const stored: ArtifactInfo[] = [];
    for (const { text, kind, label, ts, time } of validateArtifactInputs(artifacts)) {
      const about: About = { ...describeArtifact(text), kind, label, scope: where };
      const known = await this.#info(where, about.id);
      if (!known) {
        const entries: StoredEntry[] = [
          { kind: "item", id: about.id, ts, data: text },
          { kind: "event", id: ABOUT, ts, data: about },
        ];
        await this.#store.append(placeOf(where, about.id), entries);
      } else if (time > Date.parse(known.lastTs)) {
        const renewal: StoredEntry = { kind: "event", id: `renewed ${ts}`, ts, data: null };
        await this.#store.append(placeOf(where, about.id), [renewal]);
      }
      const info = await this.#info(where, about.id);
      if (info) stored.push(info);
    }
    return stored;
  }

  async getArtifact(scope: ArtifactScope, id: string): Promise<Artifact | undefined> {
    const where = validateArtifactScope(scope);
    const info = await this.#info(where, validateArtifactId(id));
    const text = info && (await this.#text(where, id));
    return text === undefined ? undefined : ({ ...info, text } as Artifact);
  }

  async listArtifacts(
    scope: ArtifactScope,
    options?: { readonly limit?: number; readonly offset?: number },
  ): Promise<ArtifactInfo[]> {
    const { limit, offset } = artifactPage(options);
    return (await this.#infos(validateArtifactScope(scope))).slice(offset, offset + limit);
  }

  async searchArtifacts(
    scope: ArtifactScope,
    words: readonly string[],
    options?: { readonly limit?: number },
  ): Promise<ArtifactInfo[]> {
    const where = validateArtifactScope(scope);
    const { limit } = artifactPage(options);
    const folded = foldWords(words);
    const hits: { readonly info: ArtifactInfo; readonly found: number }[] = [];
    for (const info of folded.length === 0 ? [] : await this.#infos(where)) {
      const found = countFoldedWords((await this.#text(where, info.id)) ?? "", folded);
      if (found > 0) hits.push({ info, found });
    }
    return bestHits(hits, limit);
  }

  async artifactSessions(tenant: string): Promise<ArtifactSession[]> {
    const wanted = validateTenant(tenant);
    const sessions = new Map<string, ArtifactSession>();
    for (const place of await this.#places(PREFIX)) {
      const known = await this.#read(place);
      if (known?.about.scope.tenant !== wanted) continue;
      const { sessionId } = known.about.scope;
      sessions.set(sessionId, withArtifact(sessions.get(sessionId), sessionId, known.info));
    }
    return [...sessions.values()].sort(compareArtifactSessions);
  }

  async removeArtifacts(scope: ArtifactScope): Promise<number> {
    let removed = 0;
    for (const place of await this.#places(placeOf(validateArtifactScope(scope)))) {
      if (await this.#store.remove(place)) removed += 1;
    }
    return removed;
  }

  async sweepArtifacts(before: string, options: ArtifactSweepOptions = {}): Promise<number> {
    const limit = timestampMilliseconds(before, () => "The time to sweep before");
    const tenant = options.tenant === undefined ? undefined : validateTenant(options.tenant);
    let swept = 0;
    for (const place of await this.#places(PREFIX)) {
      const known = await this.#read(place);
      if (!known || (tenant !== undefined && known.about.scope.tenant !== tenant)) continue;
      if (isExcepted(options.except, known.about.scope)) continue;
      const isOld = Date.parse(known.info.lastTs) < limit;
      if (isOld && (await unlessHeld(this.#store.remove(place)))) swept += 1;
    }
    return swept;
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  async #places(prefix: string): Promise<string[]> {
    const ids = (await this.#store.sessions()).map(({ sessionId }) => sessionId);
    return ids.filter((sessionId) => sessionId.startsWith(prefix));
  }

  async #infos(scope: ArtifactScope): Promise<ArtifactInfo[]> {
    const infos: ArtifactInfo[] = [];
    for (const place of await this.#places(placeOf(scope))) {
      const known = await this.#read(place);
      if (known) infos.push(known.info);
    }
    return infos.sort(compareArtifacts);
  }

  async #info(scope: ArtifactScope, id: string): Promise<ArtifactInfo | undefined> {
    return /^art_[0-9a-f]{32}$/.test(id) ? (await this.#read(placeOf(scope, id)))?.info : undefined;
  }

  /** Undefined if a crash left only the text; the next writer of the same text stores it again. */
  async #read(place: string): Promise<{ readonly about: About; readonly info: ArtifactInfo } | undefined> {
    const events = await this.#store.read(place, ["event"]);
    const first = events.find(({ id }) => id === ABOUT);
    if (!first) return undefined;
    const about = first.data as About;
    const { id, kind, label, characters, lines } = about;
    const newest = events.reduce((last, event) =>
      Date.parse(event.ts) > Date.parse(last.ts) ? event : last,
    );
    const info = { id, kind, label, characters, lines, firstTs: first.ts, lastTs: newest.ts };
    return { about, info };
  }

  async #text(scope: ArtifactScope, id: string): Promise<string | undefined> {
    const [entry] = await this.#store.find(placeOf(scope, id), [id]);
    return typeof entry?.data === "string" ? entry.data : undefined;
  }
}

/** The session that holds an artifact of a scope, or the start that all of them have. */
function placeOf({ tenant, sessionId }: ArtifactScope, id = ""): string {
  // JSON, because UTF-8 alone makes all lone surrogates equal.
  return `${PREFIX}${sha256(JSON.stringify([tenant, sessionId])).slice(0, 32)}:${id}`;
}

function withArtifact(
  known: ArtifactSession | undefined,
  sessionId: string,
  { characters, lastTs }: ArtifactInfo,
): ArtifactSession {
  if (!known) return { sessionId, artifacts: 1, characters, lastTs };
  return {
    sessionId,
    artifacts: known.artifacts + 1,
    characters: known.characters + characters,
    lastTs: Date.parse(lastTs) > Date.parse(known.lastTs) ? lastTs : known.lastTs,
  };
}
