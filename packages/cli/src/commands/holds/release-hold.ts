import type { LegalHold } from "plimsoll/stores";
import type { CommandContext } from "../../command-context.js";
import type { HoldOptions } from "../../command-options.js";
import { EXIT_CODES } from "../../exit-codes.js";
import { holdNote } from "./hold-note.js";
import { onHolds } from "./on-holds.js";

/** Ends holds; what they kept can be deleted again, and the next sweep does so where its time has come. */
export async function releaseHold(
  ids: readonly string[],
  options: HoldOptions,
  context: CommandContext,
): Promise<number> {
  const { output } = context;
  return onHolds(options, context, async ({ holds }) => {
    const released: LegalHold[] = [];
    for (const id of ids) released.push(await holds.release(id, holdNote(options)));
    if (output.json) await output.data({ released });
    else output.note(`Released ${ids.join(", ")}. The next sweep deletes what is past its retention.`);
    return EXIT_CODES.done;
  });
}
