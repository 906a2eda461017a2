import { CompactError } from "plimsoll";
import { FINDINGS, type StoreFinding, surveyStore } from "plimsoll/stores";
import { archiveSettings } from "../../archive/archive-settings.js";
import { closing } from "../../archive/closing.js";
import { openExistingStorage } from "../../archive/open-existing-archive.js";
import type { CommandContext } from "../../command-context.js";
import type { ConfigOption } from "../../command-options.js";
import { EXIT_CODES } from "../../exit-codes.js";
import { effectiveSettings } from "../../input/effective-settings.js";
import { formatNumber } from "../../output/format-number.js";
import { printableLine } from "../../output/printable.js";

/** Reads the whole store and says what is wrong. Fails if something is, and was not mended. */
export async function survey(
  options: ConfigOption,
  context: CommandContext,
  { repair }: { readonly repair: boolean },
): Promise<number> {
  const settings = archiveSettings((await effectiveSettings(options, context)).settings, context);
  const storage = await openExistingStorage(settings, context);
  return closing(storage, async () => {
    const { output, signal } = context;
    const { sessions, entries, artifacts, findings } = await surveyStore(storage, {
      repair,
      signal,
      onProgress: (sofar) =>
        output.progress(`${formatNumber(sofar.sessions)} sessions, ${formatNumber(sofar.entries)} entries …`),
    });
    output.progress("");
    const left = findings.filter(({ kind, isMended }) => FINDINGS[kind] !== "notice" && isMended !== true);
    if (output.json) {
      const rows = findings.map((finding) => ({ severity: FINDINGS[finding.kind], ...finding }));
      await output.data({
        store: storage.name,
        sessions,
        entries,
        artifacts,
        sound: left.length === 0,
        findings: rows,
      });
    } else {
      for (const finding of findings) await output.line(lineOf(finding));
      output.note(
        `Read ${formatNumber(sessions)} sessions, ${formatNumber(entries)} entries, ${formatNumber(artifacts)} payloads: ${formatNumber(findings.length)} findings, ${formatNumber(left.length)} to look at.`,
      );
    }
    const lost = left.filter(({ kind }) => FINDINGS[kind] === "error").length;
    if (lost > 0)
      throw new CompactError(
        "STORE_UNAVAILABLE",
        `${formatNumber(lost)} findings are errors, which no repair can mend: put the named parts back from a backup.`,
        { details: { errors: lost } },
      );
    return left.length > 0 ? EXIT_CODES.failed : EXIT_CODES.done;
  });
}

function lineOf({ kind, place, message, sessionId, artifactId, isMended }: StoreFinding): string {
  const about = [sessionId && `session ${JSON.stringify(sessionId.slice(0, 80))}`, artifactId].filter(
    Boolean,
  );
  const mended = isMended === true ? " (mended)" : "";
  return printableLine(
    `${FINDINGS[kind]} ${kind}${mended}: ${[place, ...about].join(", ")}: ${message}`,
    600,
  );
}
