import type { SessionState } from "./session-state.js";

/** Tells whether the session knows the output behind a reference: it archived it, or found it in the store. */
export function knownReferences<W extends object>({
  readable,
  archived,
  artifacts,
}: Pick<SessionState<W>, "readable" | "archived" | "artifacts">): (reference: string) => boolean {
  let ids: ReadonlySet<string> | undefined;
  return (reference) => {
    if (readable.has(reference) || archived.has(reference)) return true;
    ids ??= new Set(artifacts.values());
    return ids.has(reference);
  };
}
