import type { ConversationWriter } from "./conversation-writer.js";
import type { RealtimeLedger } from "./realtime-ledger.js";

/**
 * Starts a task at the first moment when nobody speaks and no call is open; `undefined` if the connection is lost
 * before.
 */
export type WhenQuiet = <T>(task: () => Promise<T>) => Promise<T | undefined>;

/**
 * Deletes from the server what a summary covers: outputs before their calls, so that no output is ever there
 * without its call. Returns the ids that could not be deleted; they are retried later.
 */
export async function removeLeaving(
  ledger: RealtimeLedger,
  writer: ConversationWriter,
  whenQuiet: WhenQuiet,
): Promise<string[]> {
  const remove = (wanted: (id: string) => boolean): Promise<unknown> =>
    Promise.all(
      [...ledger.leaving.keys()].filter(wanted).map(async (id) => {
        if (await writer.delete(id)) ledger.confirmGone(id);
      }),
    );
  const typeOf = (id: string): string | undefined => ledger.leaving.get(id)?.type;
  await whenQuiet(() => remove((id) => typeOf(id) !== "function_call"));
  const waiting = new Set(
    [...ledger.leaving.values()].flatMap(({ type, call_id: callId }) =>
      type === "function_call_output" ? [callId] : [],
    ),
  );
  const isFree = (id: string): boolean =>
    typeOf(id) === "function_call" && !waiting.has(ledger.leaving.get(id)?.call_id);
  if ([...ledger.leaving.keys()].some(isFree)) await whenQuiet(() => remove(isFree));
  return [...ledger.leaving.keys()];
}
