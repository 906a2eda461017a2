import { type Checkpoint, memoryStorage, type Remembered } from "plimsoll";
import type { RememberedItem } from "plimsoll/engine";
import { managerFromSettings } from "plimsoll/node";
import { findSession, isFile } from "../archive/find-session.js";
import { archiveOver } from "../archive/archive-over.js";
import { archiveSettings } from "../archive/archive-settings.js";
import { copySession } from "../archive/copy-session.js";
import { findCheckpoint } from "../archive/newest-checkpoint.js";
import { openExistingStorage } from "../archive/open-existing-archive.js";
import { warnings } from "../archive/warnings.js";
import type { CommandContext } from "../command-context.js";
import { EXIT_CODES } from "../exit-codes.js";
import { effectiveSettings } from "../input/effective-settings.js";
import { openConversation } from "../input/open-conversation.js";
import type { ConversationOptions } from "../command-options.js";
import { formatNumber } from "../output/format-number.js";
import type { Output } from "../output/output.js";
import { printCheckpoint } from "../output/print-checkpoint.js";
import { printable, printableLine, printableName } from "../output/printable.js";

/** A window, and the readable record beside one that the provider keeps. */
type Shown = Remembered & { readonly checkpoint?: Checkpoint | undefined };

/** Shows what the model still sees of a file's conversation or of an archived session. */
export async function remember(
  source: string,
  options: ConversationOptions,
  context: CommandContext,
): Promise<number> {
  const { checkpoint, ...remembered } =
    source === "-" || (await isFile(source, context))
      ? await ofFile(source, options, context)
      : await ofSession(source, options, context);
  if (context.output.json) {
    const { sessionId, version, tokens, summary, pinned, recent } = remembered;
    const beside = checkpoint ? { checkpoint } : {};
    await context.output.data({ session: sessionId, version, tokens, summary, pinned, recent, ...beside });
  } else {
    await print(remembered, context.output, checkpoint !== undefined);
    if (checkpoint) await printCheckpoint(checkpoint, context.output);
  }
  return EXIT_CODES.done;
}

/** The file's list, with the compactions that the archive knows of it applied again. */
async function ofFile(path: string, options: ConversationOptions, context: CommandContext): Promise<Shown> {
  const { file, settings, sessionId, archived, request } = await openConversation(path, options, context);
  const manager = managerFromSettings(settings, {
    environment: context.environment,
    format: file.format,
    storage: archived ? await copySession(sessionId, settings, context) : memoryStorage(),
    exporters: [warnings(context.output, ["compact.unknown_model"]).exporter],
  });
  try {
    await manager.plan(sessionId, file.items, { ...request, targetTokens: Number.MAX_SAFE_INTEGER });
    return await manager.remember(sessionId);
  } finally {
    await manager.close();
  }
}

async function ofSession(
  given: string,
  options: ConversationOptions,
  context: CommandContext,
): Promise<Shown> {
  const settings = archiveSettings((await effectiveSettings(options, context)).settings, context);
  const storage = await openExistingStorage(settings, context);
  const manager = managerFromSettings(settings, {
    environment: context.environment,
    storage,
    exporters: [warnings(context.output, ["compact.unknown_model"]).exporter],
  });
  try {
    const archive = archiveOver(storage, settings);
    const remembered = await manager.remember(await findSession(archive, given, context));
    // What the provider compacted it alone can read: the record that was written beside it says what that was.
    const isProviders = remembered.version === 0;
    const checkpoint = isProviders ? await findCheckpoint(archive, remembered.sessionId) : undefined;
    return { ...remembered, ...(checkpoint ? { checkpoint } : {}) };
  } finally {
    await manager.close();
  }
}

async function print(remembered: Remembered, output: Output, isProviders: boolean): Promise<void> {
  const { sessionId, version, tokens, summary, pinned, recent } = remembered;
  const { bold } = output.colors;
  const width = Math.max(20, output.columns - 26);
  const lines = async (title: string, items: readonly RememberedItem[]): Promise<void> => {
    if (items.length === 0) return;
    await output.line(`\n${bold(title)}`);
    for (const item of items) {
      const text = printableLine(item.text, width);
      await output.line(
        `  ${printableLine(item.role, 20).padEnd(9)} ${formatNumber(item.tokens).padStart(8)}  ${text}`,
      );
    }
  };
  const seen = `the model sees ${formatNumber(tokens)} tokens`;
  const what =
    tokens === 0 && isProviders ? "the provider keeps the window; this is the readable record" : seen;
  await output.line(`${bold(printableName(sessionId))}: ${what}`);
  if (tokens === 0 && !isProviders)
    await output.line("No compaction is in effect, so the archive has no window.");
  await lines("Pinned", pinned);
  if (version > 0) await output.line(`\n${bold(`Summary v${version}`)}\n${indent(printable(summary))}`);
  await lines("Recent", recent);
  if (isProviders) await output.line();
}

const indent = (text: string): string =>
  text
    .split("\n")
    .map((line) => `  ${line}`.trimEnd())
    .join("\n");
