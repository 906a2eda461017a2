import { resolve } from "node:path";
import { managerFromSettings } from "plimsoll/node";
import {
  archiveOver,
  archiveSettings,
  openExistingStorage,
  requireSession,
} from "../archive/open-archive.js";
import { warnings } from "../archive/warnings.js";
import type { CommandContext } from "../command-context.js";
import { EXIT_CODES } from "../exit-codes.js";
import { effectiveSettings } from "../input/effective-settings.js";
import type { UndoOptions } from "../options.js";
import { formatCount } from "../output/format-number.js";
import { printable, printableJson } from "../output/printable.js";
import { assertWritable, writeWhole } from "../output/write-file.js";

/** Takes the newest compaction of a session back and gives the list from before it. */
export async function undo(
  sessionId: string,
  options: UndoOptions,
  context: CommandContext,
): Promise<number> {
  const { output } = context;
  const settings = archiveSettings((await effectiveSettings(options, context)).settings, context);
  const storage = await openExistingStorage(settings, context);
  const said = warnings(output, ["compact.unknown_model"]);
  const manager = managerFromSettings(settings, { storage, exporters: [said.exporter] });
  try {
    await requireSession(archiveOver(storage, settings), sessionId);
    const out =
      options.out === undefined || options.out === "-" ? undefined : resolve(context.cwd, options.out);
    if (out !== undefined) await assertWritable(out);
    const { items, undone } = await manager.undo(sessionId);
    said.assertArchived();
    if (out !== undefined) await writeWhole(out, `${printableJson(items)}\n`);
    if (output.json) {
      await output.data({ session: sessionId, undone, ...(out === undefined ? { items } : { out }) });
    } else if (out === undefined) {
      await output.data(items);
    }
    const where = out === undefined ? "" : `; written to ${out}`;
    output.note(
      printable(
        `undone: v${undone.version} (${undone.id}) of "${sessionId}", ${formatCount(items.length, "item")}${where}`,
      ),
    );
  } finally {
    await manager.close();
  }
  return EXIT_CODES.done;
}
