import type { SessionState } from "./session-state.js";

/** Tells whether a result is evidence of the output that it refers to. */
export type KnownReferences = (reference: string, callId: string) => boolean;

/**
 * Evidence is ours where it names the output of its own call, and the session archived that output or found it in
 * the store. A text that names the output of another call was written by somebody else.
 */
export function knownReferences<W extends object>({
  readable,
  archived,
  artifacts,
  answers,
}: Pick<SessionState<W>, "readable" | "archived" | "artifacts" | "answers">): KnownReferences {
  let ids: ReadonlySet<string> | undefined;
  return (reference, callId) => {
    if (answers.get(reference)?.has(callId) !== true) return false;
    if (readable.has(reference) || archived.has(reference)) return true;
    ids ??= new Set(artifacts.values());
    return ids.has(reference);
  };
}
