import { resolve } from "node:path";
import type { ManualCompactOptions } from "plimsoll";
import { type ConversationFile, readConversation } from "plimsoll/formats";
import type { Settings } from "plimsoll/node";
import { sessionOfFile } from "../archive/find-session.js";
import { archiveSettings } from "../archive/archive-settings.js";
import { openExistingArchive } from "../archive/open-existing-archive.js";
import type { CommandContext } from "../command-context.js";
import type { ConversationOptions } from "../command-options.js";
import { printableName } from "../output/printable.js";
import { effectiveSettings, withModelOf } from "./effective-settings.js";
import { readInput } from "./read-input.js";

/** A conversation and everything that the options, the file and the settings say about it. */
export interface OpenConversation {
  readonly file: ConversationFile;
  readonly settings: Settings;
  readonly sessionId: string;
  /** Standard input is archived only under a session that was named, by an option or by the conversation itself. */
  readonly archived: boolean;
  readonly request: ManualCompactOptions;
}

/** The session name of an unarchived conversation during a command. */
const UNARCHIVED_SESSION = "unarchived";
const SHOWN_PROBLEMS = 5;

export async function openConversation(
  path: string,
  options: ConversationOptions,
  context: CommandContext,
): Promise<OpenConversation> {
  const { settings } = await effectiveSettings(options, context);
  context.output.progress(`Reading ${path === "-" ? "standard input" : printableName(path)} …`);
  const text = await readInput(path, context);
  const file = readConversation(text, options.format === undefined ? {} : { format: options.format });
  reportProblems(file, context);
  const opened = {
    file,
    settings: archiveSettings(withModelOf(settings, file.model), context),
    archived: options.archive && (path !== "-" || (options.session ?? file.sessionId) !== undefined),
    request: requestOf(file, options, context),
  };
  return { ...opened, sessionId: options.session ?? (await sessionOf(path, opened, context)) };
}

async function sessionOf(
  path: string,
  { file, settings, archived }: Pick<OpenConversation, "file" | "settings" | "archived">,
  context: CommandContext,
): Promise<string> {
  if (!archived || path === "-") return file.sessionId ?? UNARCHIVED_SESSION;
  const archive = await openExistingArchive(settings, context);
  try {
    return await sessionOfFile(archive, file, resolve(context.cwd, path));
  } finally {
    await archive.close();
  }
}

/** The manager's options for this conversation; command-line options override the file. */
export function requestOf(
  file: ConversationFile,
  options: ConversationOptions,
  context: CommandContext,
): ManualCompactOptions {
  const targetTokens = options.targetTokens ?? file.targetTokens;
  return {
    ...(file.instructions === undefined ? {} : { instructions: file.instructions }),
    ...(file.tools === undefined ? {} : { tools: file.tools }),
    ...(targetTokens === undefined ? {} : { targetTokens }),
    ...(options.note === undefined ? {} : { note: options.note }),
    signal: context.signal,
  };
}

function reportProblems(file: ConversationFile, context: CommandContext): void {
  for (const { line, message } of file.problems.slice(0, SHOWN_PROBLEMS)) {
    context.output.warn(`line ${line} is ${message}; skipping it.`);
  }
  const more = file.problems.length - SHOWN_PROBLEMS;
  if (more > 0) context.output.warn(`${more} more lines cannot be read; skipping them.`);
}
