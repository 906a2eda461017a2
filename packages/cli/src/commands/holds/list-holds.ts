import type { CommandContext } from "../../command-context.js";
import type { HoldListOptions } from "../../command-options.js";
import { EXIT_CODES } from "../../exit-codes.js";
import { printableLine } from "../../output/printable.js";
import { table } from "../../output/table.js";
import { onHolds } from "./on-holds.js";

/** Lists the holds in force, and with `--released` those that have ended. */
export async function listHolds(options: HoldListOptions, context: CommandContext): Promise<number> {
  const { output } = context;
  return onHolds(options, context, async ({ holds, tenant }) => {
    const found = await holds.list({ all: options.released === true });
    if (output.json) await output.data({ tenant, holds: found });
    else if (found.length === 0) output.note("There are no holds.");
    else
      await output.line(
        table(
          ["hold", "session", "since", "by", "reason", "released"].map((title) => ({ title })),
          found.map(({ id, sessionId, placed, released }) => [
            id,
            sessionId === undefined ? "(all)" : printableLine(sessionId, 60),
            placed.ts,
            printableLine(placed.by ?? "", 30),
            printableLine(placed.reason ?? "", 60),
            released?.ts ?? "",
          ]),
        ),
      );
    return EXIT_CODES.done;
  });
}
