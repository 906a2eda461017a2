import { CompactError } from "plimsoll";
import { archiveSettings } from "../../archive/archive-settings.js";
import { closing } from "../../archive/closing.js";
import { openExistingStorage } from "../../archive/open-existing-archive.js";
import type { CommandContext } from "../../command-context.js";
import type { ConfigOption } from "../../command-options.js";
import { EXIT_CODES } from "../../exit-codes.js";
import { effectiveSettings } from "../../input/effective-settings.js";
import { formatCount, formatNumber } from "../../output/format-number.js";

/** Re-encrypts with the newest key what another key encrypted, or none. Can be stopped and started again. */
export async function resealStore(options: ConfigOption, context: CommandContext): Promise<number> {
  const settings = archiveSettings((await effectiveSettings(options, context)).settings, context);
  const storage = await openExistingStorage(settings, context);
  return closing(storage, async () => {
    const { output, signal } = context;
    const report = await storage.reseal?.({
      signal,
      onProgress: ({ resealed, current }) =>
        output.progress(
          `${formatNumber(resealed)} re-encrypted, ${formatNumber(current)} up to date already …`,
        ),
    });
    output.progress("");
    if (!report) throw new CompactError("INVALID_CONFIG", "The configured store does not encrypt.");
    const { resealed, current, unreadable } = report;
    if (output.json) await output.data({ resealed, current, unreadable });
    else
      output.note(
        `${formatCount(resealed, "part")} re-encrypted, ${formatNumber(current)} up to date already.`,
      );
    if (unreadable > 0) {
      throw new CompactError(
        "STORE_UNAVAILABLE",
        `${formatCount(unreadable, "part")} of the store could not be decrypted with any of the keys and stayed unchanged. Add the missing key and run this again.`,
        { details: { unreadable } },
      );
    }
    return EXIT_CODES.done;
  });
}
