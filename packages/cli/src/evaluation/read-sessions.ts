import { CompactError } from "plimsoll";
import type { EvaluationSession } from "plimsoll/evaluation";
import { readConversation } from "plimsoll/formats";
import type { CommandContext } from "../command-context.js";
import { findSessionFiles } from "../input/find-session-files.js";
import { readInput } from "../input/read-input.js";
import type { EvalOptions } from "../command-options.js";
import { formatCount } from "../output/format-number.js";
import { printableLine } from "../output/printable.js";

export interface SkippedFile {
  readonly path: string;
  readonly reason: string;
}

export interface ReadSessions {
  readonly sessions: readonly EvaluationSession[];
  readonly skipped: readonly SkippedFile[];
}

/** The sessions below the paths; a file that cannot be read is named, skipped, and does not stop the others. */
export async function readSessions(
  paths: readonly string[],
  options: EvalOptions,
  context: CommandContext,
): Promise<ReadSessions> {
  const files = await findSessionFiles(paths, context);
  const chosen = spread(files, options.limit);
  if (chosen.length < files.length) {
    context.output.note(`${formatCount(files.length, "file")}, reading ${chosen.length} of them (--limit).`);
  }
  const sessions: EvaluationSession[] = [];
  const skipped: SkippedFile[] = [];
  for (const [index, path] of chosen.entries()) {
    context.signal.throwIfAborted();
    context.output.progress(`Reading ${index + 1} of ${chosen.length}: ${printableLine(path, 60)} …`);
    try {
      sessions.push(await readSession(path, options, context));
    } catch (error) {
      if (!CompactError.isInstance(error)) throw error;
      skipped.push({ path, reason: error.message });
      const where = error.message.startsWith(path) ? "" : `${path}: `;
      context.output.warn(`${where}${error.message} Skipping it.`);
    }
  }
  if (sessions.length > 0) return { sessions, skipped };
  throw new CompactError(
    "INVALID_INPUT",
    `None of ${formatCount(chosen.length, "file")} is a readable session.`,
    {
      details: { skipped },
    },
  );
}

async function readSession(
  path: string,
  options: EvalOptions,
  context: CommandContext,
): Promise<EvaluationSession> {
  const text = await readInput(path, context);
  const file = readConversation(text, options.format === undefined ? {} : { format: options.format });
  const { format, items, instructions } = file;
  return { name: path, format, items, ...(instructions === undefined ? {} : { instructions }) };
}

/** `count` entries of a list, evenly spread. */
function spread<T>(list: readonly T[], count: number): readonly T[] {
  if (list.length <= count) return list;
  return Array.from({ length: count }, (_, index) => list[Math.floor((index * list.length) / count)] as T);
}
