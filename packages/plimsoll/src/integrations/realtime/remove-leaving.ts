import type { ConversationWriter } from "./conversation-writer.js";
import type { RealtimeLedger } from "./realtime-ledger.js";

/**
 * Deletes from the server what a summary covers: outputs before their calls, so that no output ever stands there without
 * its call. Gives the ids that could not be deleted; they are tried again later.
 */
export async function removeLeaving(ledger: RealtimeLedger, writer: ConversationWriter): Promise<string[]> {
  const isOutput = (id: string): boolean => ledger.leaving.get(id)?.type === "function_call_output";
  const remove = (ids: readonly string[]): Promise<unknown> =>
    Promise.all(
      ids.map(async (id) => {
        if (await writer.delete(id)) ledger.confirmGone(id);
      }),
    );
  await remove([...ledger.leaving.keys()].filter(isOutput));
  const answered = new Set(
    [...ledger.leaving.values()].filter(({ output }) => output !== undefined).map((item) => item.call_id),
  );
  await remove(
    [...ledger.leaving]
      .filter(([id, item]) => !isOutput(id) && !answered.has(item.call_id ?? ""))
      .map(([id]) => id),
  );
  return [...ledger.leaving.keys()];
}
