import type { SessionState } from "./session-state.js";

/** True if the session knows the output behind a reference: it archived it, or found it in the store. */
export function hasReference<W extends object>(
  { readable, archived, artifacts }: Pick<SessionState<W>, "readable" | "archived" | "artifacts">,
  reference: string | undefined,
): boolean {
  if (reference === undefined) return false;
  if (readable.has(reference) || archived.has(reference)) return true;
  for (const artifact of artifacts.values()) if (artifact === reference) return true;
  return false;
}
