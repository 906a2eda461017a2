import type { CommandContext } from "../../command-context.js";
import type { ArtifactSweepOptions } from "../../command-options.js";
import { formatCount, formatNumber } from "../../output/format-number.js";
import { onArtifacts } from "./on-artifacts.js";
import { wholeNumber } from "./whole-number.js";

const MILLISECONDS_A_DAY = 86_400_000;

/** Deletes artifacts whose retention has ended. */
export function sweepArtifacts(options: ArtifactSweepOptions, context: CommandContext): Promise<number> {
  return onArtifacts(options, context, async ({ archive, storage, retentionDays }) => {
    const { output } = context;
    const given = options.olderThanDays;
    const days = given === undefined ? retentionDays : wholeNumber(given, "--older-than-days", 0);
    const endless = days === 0 && given === undefined;
    const before = new Date(Date.now() - days * MILLISECONDS_A_DAY).toISOString();
    const removed = endless ? 0 : await archive.sweepArtifacts(before, { tenant: archive.tenant });
    const file = options.vacuum === true ? await storage.vacuum?.() : undefined;
    if (output.json) {
      const sizes = file ? { bytes_before: file.before, bytes_after: file.after } : {};
      await output.data({ removed, ...(endless ? {} : { before }), ...sizes });
      return;
    }
    if (endless) output.note("Artifacts are kept forever (storage.artifact_retention_days is 0).");
    else output.note(`Deleted ${formatCount(removed, "artifact")} last stored before ${before}.`);
    if (file)
      output.note(`The file shrank from ${formatCount(file.before, "byte")} to ${formatNumber(file.after)}.`);
  });
}
