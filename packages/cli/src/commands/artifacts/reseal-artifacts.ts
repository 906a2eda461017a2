import { CompactError } from "plimsoll";
import type { CommandContext } from "../../command-context.js";
import type { ConfigOption } from "../../command-options.js";
import { formatCount, formatNumber } from "../../output/format-number.js";
import { onArtifacts } from "./on-artifacts.js";

/** Re-encrypts with the first key what another key encrypted. Can be stopped and started again. */
export function resealArtifacts(options: ConfigOption, context: CommandContext): Promise<number> {
  return onArtifacts(options, context, async ({ storage }) => {
    const { output, signal } = context;
    const report = await storage.reseal?.({ signal });
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
        `${formatCount(unreadable, "part")} of the artifacts could not be decrypted with any of the keys and stayed unchanged. Add the missing key and run this again.`,
        { details: { unreadable } },
      );
    }
  });
}
