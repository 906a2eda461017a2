import { basename } from "node:path";
import { type ConversationFile, type ManualCompactOptions, readConversation, type Settings } from "plimsoll";
import { archiveSettings } from "../archive/open-archive.js";
import type { CommandContext } from "../command-context.js";
import type { ConversationOptions } from "../options.js";
import { effectiveSettings, withModelOf } from "./effective-settings.js";
import { readInput } from "./read-input.js";

/** A conversation and everything that the options, the file and the settings say about it. */
export interface OpenConversation {
  readonly file: ConversationFile;
  readonly settings: Settings;
  readonly sessionId: string;
  /** Standard input is archived only under a session that was named. */
  readonly archived: boolean;
  readonly request: ManualCompactOptions;
}

const STANDARD_INPUT_SESSION = "stdin";
const MAX_SESSION_ID_LENGTH = 512;
const SHOWN_PROBLEMS = 5;

export async function openConversation(
  path: string,
  options: ConversationOptions,
  context: CommandContext,
): Promise<OpenConversation> {
  const { settings } = await effectiveSettings(options, context);
  context.output.progress(`Reading ${path === "-" ? "standard input" : path} …`);
  const text = await readInput(path, context);
  const file = readConversation(text, options.format === undefined ? {} : { format: options.format });
  reportProblems(file, context);
  return {
    file,
    settings: archiveSettings(withModelOf(settings, file.model), context),
    sessionId: options.session ?? defaultSession(path, file),
    archived: options.archive && (path !== "-" || options.session !== undefined),
    request: requestOf(file, options, context),
  };
}

/** What to ask of the manager for this conversation; an option wins over what the file says. */
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

function defaultSession(path: string, file: ConversationFile): string {
  if (file.sessionId !== undefined) return file.sessionId.slice(0, MAX_SESSION_ID_LENGTH);
  if (path === "-") return STANDARD_INPUT_SESSION;
  return basename(path).replace(/\.(?:jsonl?|ndjson)$/i, "") || basename(path);
}

function reportProblems(file: ConversationFile, context: CommandContext): void {
  for (const { line, message } of file.problems.slice(0, SHOWN_PROBLEMS)) {
    context.output.warn(`line ${line} is ${message}; it is passed over.`);
  }
  const more = file.problems.length - SHOWN_PROBLEMS;
  if (more > 0) context.output.warn(`${more} more lines cannot be read and are passed over.`);
}
