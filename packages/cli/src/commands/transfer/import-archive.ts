import { CompactError } from "plimsoll";
import { openStorage } from "plimsoll/node";
import { importSessions } from "plimsoll/stores";
import { readLines } from "../../batch/read-lines.js";
import type { CommandContext } from "../../command-context.js";
import type { ImportOptions } from "../../command-options.js";
import { EXIT_CODES } from "../../exit-codes.js";
import { openInput } from "../../input/read-input.js";
import { formatCount, formatNumber } from "../../output/format-number.js";
import { onArchive } from "./on-archive.js";

const MAX_LINE_BYTES = 256 * 1024 * 1024;

/** Reads what `export` wrote back into the archive. */
export async function importArchive(
  path: string,
  options: ImportOptions,
  context: CommandContext,
): Promise<number> {
  const input = await openInput(path, context);
  const report = await onArchive(
    { options, open: ({ storage }) => openStorage(storage, context.environment) },
    context,
    (storage) =>
      importSessions(storage, parsedLines(input, context.signal), {
        existing: options.skipExisting ? "skip" : "refuse",
      }),
  );
  const { sessions, skipped, entries, artifacts } = report;
  if (context.output.json) await context.output.data(report);
  else
    context.output.note(
      `${formatCount(sessions.length, "session")} imported: ${formatNumber(entries)} entries, ${formatNumber(artifacts)} payloads; ${formatNumber(skipped.length)} were there already.`,
    );
  return EXIT_CODES.done;
}

async function* parsedLines(input: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<unknown> {
  for await (const { number, bytes } of readLines(input, { maxBytes: MAX_LINE_BYTES })) {
    signal.throwIfAborted();
    try {
      yield JSON.parse(Buffer.from(bytes ?? []).toString("utf8"));
    } catch (cause) {
      throw new CompactError("INVALID_INPUT", `Line ${number} of the export is no JSON.`, {
        details: { line: number },
        cause,
      });
    }
  }
}
