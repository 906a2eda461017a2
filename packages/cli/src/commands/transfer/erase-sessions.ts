import { eraseSession } from "plimsoll/stores";
import { findSession } from "../../archive/find-session.js";
import { openExistingStorage } from "../../archive/open-existing-archive.js";
import type { CommandContext } from "../../command-context.js";
import type { EraseOptions } from "../../command-options.js";
import { EXIT_CODES } from "../../exit-codes.js";
import { formatCount, formatNumber } from "../../output/format-number.js";
import { onArchive } from "./on-archive.js";

/** Deletes sessions for good. Without `--yes` it only says which. */
export async function eraseSessions(
  given: readonly string[],
  options: EraseOptions,
  context: CommandContext,
): Promise<number> {
  const { output } = context;
  const open = (settings: Parameters<typeof openExistingStorage>[0]) =>
    openExistingStorage(settings, context);
  return onArchive({ options, open }, context, async (storage) => {
    const ids: string[] = [];
    for (const one of given) ids.push(await findSession(storage, one, context));
    if (options.yes !== true) {
      if (output.json) await output.data({ sessions: ids, erased: false });
      else
        output.note(
          `Would erase ${ids.map((id) => JSON.stringify(id)).join(", ")}. Add --yes to do it; there is no undo.`,
        );
      return EXIT_CODES.done;
    }
    let [entries, artifacts] = [0, 0];
    for (const id of ids) {
      const report = await eraseSession(storage, id);
      entries += report.entries;
      artifacts += report.artifacts;
    }
    if (output.json) await output.data({ sessions: ids, erased: true, entries, artifacts });
    else
      output.note(
        `${formatCount(ids.length, "session")} erased: ${formatNumber(entries)} entries, ${formatNumber(artifacts)} payloads. Backups still hold them.`,
      );
    return EXIT_CODES.done;
  });
}
