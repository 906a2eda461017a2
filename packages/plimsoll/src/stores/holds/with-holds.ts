import { CompactError } from "../../errors/compact-error.js";
import { exclusiveUse } from "../exclusive-use.js";
import { joinParts } from "../join-parts.js";
import type { ArtifactPart, EntryPart, StorageAdapter } from "../storage-adapter.js";
import { HOLD_SESSION, HoldBook, heldError, holdOfPlace, holdOfScope } from "./hold-book.js";
import type { LegalHolds } from "./legal-hold.js";

/** The same store with legal holds, which every deletion respects. They are recorded beside its entries. */
export function withHolds(store: StorageAdapter): StorageAdapter {
  const entries = store.holds ? store : guardedEntries(store, new HoldBook(store));
  return {
    ...joinParts({ entries, artifacts: guardedArtifacts(store, entries.holds) }),
    ...(store.tenant === undefined ? {} : { tenant: store.tenant }),
    close: () => store.close(),
  };
}

function guardedEntries(part: EntryPart, book: HoldBook): EntryPart & { readonly holds: LegalHolds } {
  return {
    name: part.name,
    holds: book,
    append: async (sessionId, entries) => part.append(own(sessionId), entries),
    read: async (sessionId, kinds) => part.read(own(sessionId), kinds),
    find: async (sessionId, ids) => part.find(own(sessionId), ids),
    sessions: async () => (await part.sessions()).filter(({ sessionId }) => sessionId !== HOLD_SESSION),
    async remove(sessionId) {
      const hold = holdOfPlace(await book.list(), own(sessionId));
      if (hold) throw heldError(hold);
      return part.remove(sessionId);
    },
    async sweep(before, { except } = {}) {
      const holds = await book.list();
      const isKept = (id: string): boolean =>
        id === HOLD_SESSION || holdOfPlace(holds, id) !== undefined || except?.(id) === true;
      return part.sweep(before, { except: isKept });
    },
    ...exclusiveUse(part, own),
    close: () => part.close(),
  };
}

/** The same artifacts; what a hold keeps is not deleted. */
export function guardedArtifacts(part: ArtifactPart, holds: LegalHolds | undefined): ArtifactPart {
  if (!holds) return part;
  const { artifactSalt, reseal, vacuum, check } = part;
  return {
    name: part.name,
    ...(artifactSalt === undefined ? {} : { artifactSalt }),
    putArtifacts: (scope, added) => part.putArtifacts(scope, added),
    getArtifact: (scope, id) => part.getArtifact(scope, id),
    listArtifacts: (scope, options) => part.listArtifacts(scope, options),
    searchArtifacts: (scope, words, options) => part.searchArtifacts(scope, words, options),
    artifactSessions: (tenant) => part.artifactSessions(tenant),
    async removeArtifacts(scope) {
      const hold = holdOfScope(await holds.list(), scope);
      if (hold) throw heldError(hold);
      return part.removeArtifacts(scope);
    },
    async sweepArtifacts(before, options = {}) {
      const except = [...(options.except ?? []), ...(await holds.list())];
      return part.sweepArtifacts(before, { ...options, ...(except.length > 0 ? { except } : {}) });
    },
    ...(reseal ? { reseal: (options) => reseal.call(part, options) } : {}),
    ...(vacuum ? { vacuum: () => vacuum.call(part) } : {}),
    ...(check ? { check: (options) => check.call(part, options) } : {}),
    close: () => part.close(),
  };
}

function own(sessionId: string): string {
  if (sessionId !== HOLD_SESSION) return sessionId;
  throw new CompactError(
    "INVALID_INPUT",
    `The session id ${JSON.stringify(HOLD_SESSION)} is reserved by the store; use another one.`,
  );
}
