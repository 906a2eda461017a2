import { resolve } from "node:path";
import { CompactError } from "plimsoll";
import { exportSessions } from "plimsoll/stores";
import { findSession } from "../../archive/find-session.js";
import { openExistingStorage } from "../../archive/open-existing-archive.js";
import { fileSink, outputSink } from "../../batch/line-sink.js";
import type { CommandContext } from "../../command-context.js";
import type { ExportOptions } from "../../command-options.js";
import { EXIT_CODES } from "../../exit-codes.js";
import { formatCount } from "../../output/format-number.js";
import { assertWritable } from "../../output/write-whole.js";
import { onArchive } from "./on-archive.js";

/** Writes sessions with their payloads as lines that `import` reads back. */
export async function exportArchive(
  given: readonly string[],
  options: ExportOptions,
  context: CommandContext,
): Promise<number> {
  if (options.all === true ? given.length > 0 : given.length === 0)
    throw new CompactError("INVALID_INPUT", "Name the sessions to export, or use --all.");
  const { output, signal } = context;
  const open = (settings: Parameters<typeof openExistingStorage>[0]) =>
    openExistingStorage(settings, context);
  const target =
    options.out === undefined || options.out === "-" ? undefined : resolve(context.cwd, options.out);
  if (target !== undefined) await assertWritable(target);
  const count = await onArchive({ options, open }, context, async (storage) => {
    const ids = options.all
      ? (await storage.sessions()).map(({ sessionId }) => sessionId)
      : await Promise.all(given.map((one) => findSession(storage, one, context)));
    const sink = target === undefined ? outputSink(output) : await fileSink(target);
    try {
      for await (const line of exportSessions(storage, ids)) {
        signal.throwIfAborted();
        await sink.write(JSON.stringify(line));
      }
    } finally {
      await sink.close();
    }
    return ids.length;
  });
  if (output.json && target !== undefined) await output.data({ sessions: count, out: target });
  else output.note(`${formatCount(count, "session")} exported, in clear${target ? ` to ${target}` : ""}.`);
  return EXIT_CODES.done;
}
