import type { EntryPart, HeldSession } from "./storage-adapter.js";

/** A session of which nobody knows what others did. */
export const UNKNOWN_REVISION: HeldSession = { revision: async () => undefined };

/** `exclusively` of a store for a view of it, if the store has it. */
export function exclusiveUse(
  part: EntryPart,
  place: (sessionId: string) => string = (sessionId) => sessionId,
): Pick<EntryPart, "exclusively"> {
  if (!part.exclusively) return {};
  return { exclusively: async (sessionId, task) => useExclusively(part, place(sessionId), task) };
}

/** Runs a task alone where the store can see to that. */
export function useExclusively<T>(
  part: EntryPart,
  sessionId: string,
  task: (held: HeldSession) => Promise<T>,
): Promise<T> {
  return part.exclusively?.(sessionId, task) ?? task(UNKNOWN_REVISION);
}
