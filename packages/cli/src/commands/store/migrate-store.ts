import { CompactError } from "plimsoll";
import { openStorage, storeRegistration } from "plimsoll/node";
import { archiveSettings } from "../../archive/archive-settings.js";
import { closing } from "../../archive/closing.js";
import type { CommandContext } from "../../command-context.js";
import type { StoreMigrateOptions } from "../../command-options.js";
import { EXIT_CODES } from "../../exit-codes.js";
import { effectiveSettings } from "../../input/effective-settings.js";

/** Brings the configured store to this release, or prints what would do that. */
export async function migrateStore(options: StoreMigrateOptions, context: CommandContext): Promise<number> {
  const { output } = context;
  const { storage } = archiveSettings((await effectiveSettings(options, context)).settings, context);
  const { name, migrationScript } = storeRegistration(storage.adapter);
  if (options.print === true) {
    if (!migrationScript)
      throw new CompactError(
        "INVALID_CONFIG",
        `The store "${name}" has no script: it brings its own files up to date when it is opened.`,
        { details: { key: "storage.adapter", value: name } },
      );
    const script = await migrationScript(storage);
    await (output.json ? output.data({ store: name, script }) : output.line(script.trimEnd()));
    return EXIT_CODES.done;
  }
  // Opening a store and looking at it is what brings it up to date.
  const store = await openStorage(storage, context.environment);
  const sessions = await closing(store, () => store.sessions());
  if (output.json) await output.data({ store: name, sessions: sessions.length });
  else output.note(`The ${name} store is up to date.`);
  return EXIT_CODES.done;
}
