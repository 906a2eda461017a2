import { CompactError } from "plimsoll";
import type { LegalHold } from "plimsoll/stores";
import { findSession } from "../../archive/find-session.js";
import type { CommandContext } from "../../command-context.js";
import type { HoldOptions } from "../../command-options.js";
import { EXIT_CODES } from "../../exit-codes.js";
import { holdNote } from "./hold-note.js";
import { onHolds } from "./on-holds.js";

/** Keeps sessions, or all of the tenant, from being deleted. */
export async function placeHold(
  given: readonly string[],
  options: HoldOptions,
  context: CommandContext,
): Promise<number> {
  if (options.all === true ? given.length > 0 : given.length === 0)
    throw new CompactError("INVALID_INPUT", "Name the sessions to hold, or use --all.");
  const { output } = context;
  return onHolds(options, context, async ({ storage, holds, tenant }) => {
    const note = holdNote(options);
    const placed: LegalHold[] = [];
    if (options.all === true) placed.push(await holds.place({ tenant }, note));
    for (const one of given) {
      const sessionId = await findSession(storage, one, context);
      placed.push(await holds.place({ tenant, sessionId }, note));
    }
    if (output.json) await output.data({ placed });
    else
      for (const { id, sessionId } of placed)
        output.note(
          `${id} keeps ${sessionId === undefined ? `everything of the tenant ${JSON.stringify(tenant)}` : `session ${JSON.stringify(sessionId)}`} until it is released.`,
        );
    return EXIT_CODES.done;
  });
}
