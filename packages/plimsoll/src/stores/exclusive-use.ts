import type { EntryPart, HeldSession, HoldOptions } from "./storage-adapter.js";

/** A session of which nobody knows what others did. */
export const UNKNOWN_REVISION: HeldSession = { revision: async () => undefined };

/** `exclusively` of a store for a view of it, if the store has it. */
export function exclusiveUse(
  part: EntryPart,
  place: (sessionId: string) => string = (sessionId) => sessionId,
): Pick<EntryPart, "exclusively"> {
  if (!part.exclusively) return {};
  return {
    exclusively: async (sessionId, task, options) =>
      useExclusively(part, { sessionId: place(sessionId), ...options }, task),
  };
}

/** Runs a task alone where the store can see to that. */
export function useExclusively<T>(
  part: EntryPart,
  { sessionId, ...options }: HoldOptions & { readonly sessionId: string },
  task: (held: HeldSession) => Promise<T>,
): Promise<T> {
  return part.exclusively?.(sessionId, task, options) ?? task(UNKNOWN_REVISION);
}
