import { CompactError } from "plimsoll";
import { archivedFormat } from "plimsoll/engine";
import { createRecall } from "plimsoll/recall";
import { sessionNamed } from "../archive/find-session.js";
import { archiveSettings } from "../archive/archive-settings.js";
import { openExistingArchive } from "../archive/open-existing-archive.js";
import type { CommandContext } from "../command-context.js";
import { EXIT_CODES } from "../exit-codes.js";
import { effectiveSettings } from "../input/effective-settings.js";
import type { RecallCommandOptions } from "../command-options.js";
import { printableLine, printableName } from "../output/printable.js";
import { shellWord } from "../output/shell-word.js";

const MAX_SNIPPET = 200;

/** Searches a session's archive. */
export async function recall(
  query: string,
  options: RecallCommandOptions,
  context: CommandContext,
): Promise<number> {
  const { output } = context;
  const limit = Number(options.limit);
  if (!Number.isInteger(limit) || limit < 1) {
    throw new CompactError(
      "INVALID_INPUT",
      `--limit is ${options.limit}; give a whole number of at least 1.`,
    );
  }
  const settings = archiveSettings((await effectiveSettings(options, context)).settings, context);
  const archive = await openExistingArchive(settings, context);
  try {
    const sessionId = await sessionNamed(archive, options.session, context);
    const format = await archivedFormat(archive, sessionId);
    const hits = await createRecall({ archive, sessionId, format }).search(query, { limit });
    if (output.json) {
      await output.data({ session: sessionId, hits });
    } else if (hits.length === 0) {
      output.note(`The archive of session "${sessionId}" has no match.`);
    } else {
      for (const { id, line, role, snippet } of hits) {
        await output.line(printableName(`${id}  line ${line}  ${role}`));
        await output.line(`  ${printableLine(snippet, MAX_SNIPPET)}`);
      }
      output.note(`Read one with: compactctl show ${shellWord(sessionId)} --item ID`);
    }
  } finally {
    await archive.close();
  }
  return EXIT_CODES.done;
}
