import { archiveSettings } from "../archive/archive-settings.js";
import { openExistingArchive } from "../archive/open-existing-archive.js";
import type { CommandContext } from "../command-context.js";
import { EXIT_CODES } from "../exit-codes.js";
import { effectiveSettings } from "../input/effective-settings.js";
import type { ConfigOption } from "../command-options.js";
import { formatNumber } from "../output/format-number.js";
import { printableLine } from "../output/printable.js";
import { table } from "../output/table.js";

/** Lists the sessions of the archive, newest activity first. */
export async function sessions(options: ConfigOption, context: CommandContext): Promise<number> {
  const { output } = context;
  const settings = archiveSettings((await effectiveSettings(options, context)).settings, context);
  const archive = await openExistingArchive(settings, context);
  try {
    const found = await archive.sessions();
    if (output.json) {
      const rows = found.map(({ sessionId, entries, firstTs, lastTs }) => ({
        session: sessionId,
        entries,
        first: firstTs,
        last: lastTs,
      }));
      await output.data({ archive: settings.storage.path, sessions: rows });
    } else if (found.length === 0) {
      output.note(`No sessions in ${settings.storage.path}.`);
    } else {
      const rows = found.map((info) => [
        printableLine(info.sessionId, 60),
        formatNumber(info.entries),
        printableLine(info.firstTs, 40),
        printableLine(info.lastTs, 40),
      ]);
      await output.line(
        table(
          [{ title: "session" }, { title: "entries", align: "right" }, { title: "first" }, { title: "last" }],
          rows,
        ),
      );
    }
  } finally {
    await archive.close();
  }
  return EXIT_CODES.done;
}
