import { CompactError } from "plimsoll";
import { openStorage, type Settings, storeRegistration } from "plimsoll/node";
import { copyStore } from "plimsoll/stores";
import { archiveSettings } from "../../archive/archive-settings.js";
import { closing } from "../../archive/closing.js";
import type { CommandContext } from "../../command-context.js";
import type { StoreMigrateOptions } from "../../command-options.js";
import { EXIT_CODES } from "../../exit-codes.js";
import { effectiveSettings } from "../../input/effective-settings.js";
import { formatCount, formatNumber } from "../../output/format-number.js";

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
  if (options.to !== undefined) return copyTo(options.to, storage, context);
  // Opening a store and looking at it is what brings it up to date.
  const store = await openStorage(storage, context.environment);
  const sessions = await closing(store, () => store.sessions());
  if (output.json) await output.data({ store: name, sessions: sessions.length });
  else output.note(`The ${name} store is up to date.`);
  return EXIT_CODES.done;
}

/** Copies everything into the store of another configuration; both are of all tenants. */
async function copyTo(config: string, from: Settings["storage"], context: CommandContext): Promise<number> {
  const { output, signal } = context;
  const { storage: to } = archiveSettings((await effectiveSettings({ config }, context)).settings, context);
  const source = await openStorage(from, context.environment);
  const report = await closing(source, async () => {
    const target = await openStorage(to, context.environment);
    return closing(target, () =>
      copyStore(source, target, {
        signal,
        onProgress: ({ sessions, entries }) =>
          output.progress(`${formatNumber(sessions)} sessions, ${formatNumber(entries)} entries …`),
      }),
    );
  });
  output.progress("");
  if (output.json) await output.data({ from: from.adapter, to: to.adapter, ...report });
  else
    output.note(
      `${formatCount(report.sessions, "session")} of the ${from.adapter} store are in the ${to.adapter} store and the same there: ${formatNumber(report.entries)} entries, ${formatNumber(report.artifacts)} payloads, ${formatNumber(report.holds)} holds; ${formatNumber(report.skipped)} were there already.`,
    );
  return EXIT_CODES.done;
}
